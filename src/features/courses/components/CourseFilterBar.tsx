import Search from 'lucide-react/icons/search'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { difficulties, prices } from '#contract/courses.ts'
import type { CourseFilters } from '../model/course-filters.ts'
import { TextInput } from '#src/shared/ui/TextInput.tsx'
import { difficultyKey } from './labels.ts'

/** A pause in typing, long enough not to ask for every letter. */
const TYPING_PAUSE_MS = 300

type Props = {
  filters: CourseFilters
  /** `typed` changes replace the address, chosen ones add to its history. */
  onChange: (next: CourseFilters, typed: boolean) => void
}

/** Search, difficulty and price of the course list. */
export const CourseFilterBar = ({ filters, onChange }: Props) => {
  const { t } = useTranslation('courses')
  const [text, setText] = useSearchText(filters, onChange)
  return (
    <div
      role="search"
      aria-label={t('list.filters')}
      className="mb-6 grid gap-3 sm:grid-cols-[1fr_auto_auto]"
    >
      <div className="relative">
        <Search
          aria-hidden="true"
          size={18}
          className="pointer-events-none absolute start-3 top-1/2 -translate-y-1/2 text-ink-muted"
        />
        <TextInput
          type="search"
          aria-label={t('list.search')}
          placeholder={t('list.searchPlaceholder')}
          maxLength={200}
          value={text}
          className="ps-10"
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      <select
        aria-label={t('label.difficulty')}
        className="control sm:w-52"
        value={filters.difficulty ?? ''}
        onChange={(event) => {
          const chosen = difficulties.find((value) => value === event.target.value) ?? null
          onChange({ ...filters, search: text, difficulty: chosen, page: 1 }, false)
        }}
      >
        <option value="">{t('list.anyDifficulty')}</option>
        {difficulties.map((difficulty) => (
          <option key={difficulty} value={difficulty}>
            {t(difficultyKey(difficulty))}
          </option>
        ))}
      </select>
      <select
        aria-label={t('label.price')}
        className="control sm:w-48"
        value={filters.price ?? ''}
        onChange={(event) => {
          const chosen = prices.find((value) => value === event.target.value) ?? null
          onChange({ ...filters, search: text, price: chosen, page: 1 }, false)
        }}
      >
        <option value="">{t('list.anyPrice')}</option>
        {prices.map((price) => (
          <option key={price} value={price}>
            {t(`price.${price}`)}
          </option>
        ))}
      </select>
    </div>
  )
}

/** What stands in the field; it reaches the address after a pause and follows the address when that changes. */
const useSearchText = (filters: CourseFilters, onChange: Props['onChange']) => {
  const [text, setText] = useState(filters.search)
  const [shown, setShown] = useState(filters.search)
  if (shown !== filters.search) {
    setShown(filters.search)
    setText(filters.search)
  }
  const settled = useEffectEvent(() => {
    if (text !== filters.search) onChange({ ...filters, search: text, page: 1 }, true)
  })
  useEffect(() => {
    const timer = setTimeout(() => settled(), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return [text, setText] as const
}
