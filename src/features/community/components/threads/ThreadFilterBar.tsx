import Check from 'lucide-react/icons/check'
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { threadOrders } from '#contract/community/community.ts'
import { cx } from '#src/shared/lib/cx.ts'
import { SearchInput } from '#src/shared/ui/forms/SearchInput.tsx'
import { THREAD_VIEWS, toggleView, withFilter, type ThreadFilters } from '../../model/thread-filters.ts'

/** The search follows after this pause in typing. */
const TYPING_PAUSE_MS = 300
/** As many as fit in a few lines; the select on small screens has all. */
const CHIPS_MAX = 16

type Props = {
  filters: ThreadFilters
  tags: readonly string[]
  /** Typed changes replace the history entry, chosen ones add one. */
  onChange: (next: ThreadFilters, typed: boolean) => void
}

/** Search, order, views and tag filter: a select on phones, chips on wider screens. */
export const ThreadFilterBar = ({ filters, tags, onChange }: Props) => {
  const { t } = useTranslation('community')
  const [text, setText] = useSearchText(filters, onChange)
  const choose = (tag: string) => onChange(withFilter(filters, { search: text, tag }), false)
  const tagOptions = filters.tag !== '' && !tags.includes(filters.tag) ? [filters.tag, ...tags] : tags
  const chips = tagOptions.filter((name, index) => index < CHIPS_MAX || name === filters.tag)
  return (
    <div role="search" aria-label={t('list.filters')} className="mb-6 flex flex-col gap-3">
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-[1fr_auto]">
        <SearchInput
          aria-label={t('list.search')}
          placeholder={t('list.searchPlaceholder')}
          maxLength={200}
          value={text}
          className="col-span-2 sm:col-span-1"
          onChange={(event) => setText(event.target.value)}
        />
        <select
          aria-label={t('list.order')}
          className="control min-w-0 sm:w-52"
          value={filters.ordering}
          onChange={(event) => {
            const ordering = threadOrders.find((order) => order === event.target.value) ?? 'newest'
            onChange(withFilter(filters, { search: text, ordering }), false)
          }}
        >
          {threadOrders.map((order) => (
            <option key={order} value={order}>
              {t(`list.orders.${order}`)}
            </option>
          ))}
        </select>
        <select
          aria-label={t('tags.filter')}
          className="control min-w-0 sm:hidden"
          value={filters.tag}
          onChange={(event) => choose(event.target.value)}
        >
          <option value="">{t('tags.all')}</option>
          {tagOptions.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <div role="group" aria-label={t('list.views')} className="flex flex-wrap gap-2">
        {THREAD_VIEWS.map((view) => {
          const isOn = filters.views.includes(view)
          return (
            <Chip
              key={view}
              isOn={isOn}
              onPress={() =>
                onChange(withFilter(filters, { search: text, views: toggleView(filters.views, view) }), false)
              }
            >
              {isOn && <Check aria-hidden="true" size={16} className="-ms-1 me-1" />}
              {t(`list.view.${view}`)}
            </Chip>
          )
        })}
      </div>
      <div role="group" aria-label={t('tags.filter')} className="hidden flex-wrap gap-2 sm:flex">
        {['', ...chips].map((name) => (
          <Chip key={name} isOn={filters.tag === name} onPress={() => choose(name)}>
            <bdi>{name === '' ? t('tags.all') : name}</bdi>
          </Chip>
        ))}
      </div>
    </div>
  )
}

const Chip = ({ isOn, onPress, children }: { isOn: boolean; onPress: () => void; children: ReactNode }) => (
  <button
    type="button"
    aria-pressed={isOn}
    className={cx(
      'inline-flex min-h-9 items-center rounded-full border px-3.5 text-sm pointer-coarse:min-h-11',
      isOn
        ? 'border-transparent bg-primary font-semibold text-on-primary'
        : 'border-line-strong bg-surface-raised text-ink hover:bg-surface-sunken',
    )}
    onClick={onPress}
  >
    {children}
  </button>
)

/** The search field's text: it updates the URL after a pause and follows changes of the URL. */
const useSearchText = (filters: ThreadFilters, onChange: Props['onChange']) => {
  const [text, setText] = useState(filters.search)
  const [lastSearch, setLastSearch] = useState(filters.search)
  if (lastSearch !== filters.search) {
    setLastSearch(filters.search)
    setText(filters.search)
  }
  const applySearch = useEffectEvent(() => {
    if (text !== filters.search) onChange(withFilter(filters, { search: text }), true)
  })
  useEffect(() => {
    const timer = setTimeout(() => applySearch(), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return [text, setText] as const
}
