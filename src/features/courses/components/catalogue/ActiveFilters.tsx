import X from 'lucide-react/icons/x'
import { useTranslation } from 'react-i18next'
import { countFilters, noFilters, toggled, type CourseFilters } from '../../model/course-filters.ts'
import { difficultyKey } from './labels.ts'

type Props = { filters: CourseFilters; onChange: (next: CourseFilters) => void }

/** A removable chip for each chosen filter. */
export const ActiveFilters = ({ filters, onChange }: Props) => {
  const { t } = useTranslation(['courses/catalogue', 'courses'])
  if (countFilters(filters) === 0) return null
  const change = (patch: Partial<CourseFilters>) => () => onChange({ ...filters, ...patch, page: 1 })
  const { price, rating, progress } = filters
  const chips = [
    ...(progress
      ? [{ key: progress, text: t(`enrolment.${progress}`), remove: change({ progress: null }) }]
      : []),
    ...filters.difficulty.map((value) => ({
      key: value,
      text: t(difficultyKey(value), { ns: 'courses' }),
      remove: change({ difficulty: toggled(filters.difficulty, value) }),
    })),
    ...(price
      ? [{ key: price, text: t(`price.${price}`, { ns: 'courses' }), remove: change({ price: null }) }]
      : []),
    ...(rating
      ? [
          {
            key: 'rating',
            text: t('filter.ratingFloor', { stars: rating }),
            remove: change({ rating: null }),
          },
        ]
      : []),
    ...filters.type.map((value) => ({
      key: value,
      text: t(`type.${value}`, { ns: 'courses' }),
      remove: change({ type: toggled(filters.type, value) }),
    })),
    ...filters.tag.map((value) => ({
      key: `tag-${value}`,
      text: value,
      remove: change({ tag: toggled(filters.tag, value) }),
    })),
  ]
  return (
    <div className="mb-4 flex flex-wrap items-center gap-2">
      {chips.map(({ key, text, remove }) => (
        <button
          key={key}
          type="button"
          aria-label={t('filter.remove', { name: text })}
          className="inline-flex min-h-9 max-w-full items-center gap-1.5 rounded-full border border-line-strong bg-surface-raised ps-3 pe-2 text-sm text-ink hover:bg-surface-sunken pointer-coarse:min-h-11"
          onClick={remove}
        >
          <bdi className="truncate">{text}</bdi>
          <X aria-hidden="true" size={16} className="shrink-0 text-ink-muted" />
        </button>
      ))}
      <button
        type="button"
        className="inline-flex min-h-9 items-center px-2 text-sm font-medium text-primary-text hover:underline pointer-coarse:min-h-11"
        onClick={() => onChange({ ...noFilters, search: filters.search, sort: filters.sort })}
      >
        {t('filter.clearAll')}
      </button>
    </div>
  )
}
