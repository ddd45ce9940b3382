import Check from 'lucide-react/icons/check'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { threadOrders } from '#contract/community/community.ts'
import { cx } from '#src/shared/lib/cx.ts'
import { useTypedSearch } from '#src/shared/lib/hooks/use-typed-search.ts'
import { SearchInput } from '#src/shared/ui/forms/SearchInput.tsx'
import {
  THREAD_VIEWS,
  toggleView,
  type FilterChange,
  type ThreadFilters,
} from '../../model/thread-filters.ts'

/** A select that looks like the chips beside it. */
const CHIP_SELECT =
  'control min-h-9 w-auto max-w-44 shrink-0 rounded-full py-0 text-sm pointer-coarse:min-h-11'

type Props = {
  filters: ThreadFilters
  tags: readonly string[]
  /** Typed changes replace the history entry, chosen ones add one. */
  onChange: (change: FilterChange, typed: boolean) => void
}

/**
 * Search, then one row: order, every tag in a select, the views, and on wider screens the tags as chips as well. The row
 * scrolls sideways, so nothing in it is out of reach.
 */
export const ThreadFilterBar = ({ filters, tags, onChange }: Props) => {
  const { t } = useTranslation('community')
  const search = useTypedSearch(filters.search, (text) => onChange(() => ({ search: text }), true))
  /** Takes along what was typed just now. */
  const choose = (change: FilterChange) => {
    const text = search.takeText()
    onChange((current) => ({ search: text, ...change(current) }), false)
  }
  const tagOptions = filters.tag !== '' && !tags.includes(filters.tag) ? [filters.tag, ...tags] : tags
  return (
    <div role="search" aria-label={t('list.filters')} className="mb-4 flex flex-col gap-3">
      <SearchInput
        aria-label={t('list.search')}
        placeholder={t('list.searchPlaceholder')}
        maxLength={200}
        value={search.text}
        onChange={(event) => search.setText(event.target.value)}
      />
      <div className="chip-row -mx-4 -my-1 flex items-center gap-2 px-4 py-1 sm:-mx-1 sm:px-1">
        <select
          aria-label={t('list.order')}
          className={CHIP_SELECT}
          value={filters.ordering}
          onChange={(event) => {
            const ordering = threadOrders.find((order) => order === event.target.value) ?? 'newest'
            choose(() => ({ ordering }))
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
          className={cx(CHIP_SELECT, filters.tag !== '' && 'border-primary font-semibold')}
          value={filters.tag}
          onChange={(event) => choose(() => ({ tag: event.target.value }))}
        >
          <option value="">{t('tags.all')}</option>
          {tagOptions.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
        <div role="group" aria-label={t('list.views')} className="flex shrink-0 gap-2">
          {THREAD_VIEWS.map((view) => {
            const isOn = filters.views.includes(view)
            return (
              <Chip
                key={view}
                isOn={isOn}
                onPress={() => choose(({ views }) => ({ views: toggleView(views, view) }))}
              >
                {isOn && <Check aria-hidden="true" size={16} className="-ms-1 me-1" />}
                {t(`list.view.${view}`)}
              </Chip>
            )
          })}
        </div>
        <div role="group" aria-label={t('tags.filter')} className="hidden shrink-0 gap-2 sm:flex">
          {tagOptions.map((name) => (
            <Chip
              key={name}
              isOn={filters.tag === name}
              onPress={() => choose(({ tag }) => ({ tag: tag === name ? '' : name }))}
            >
              <bdi>{name}</bdi>
            </Chip>
          ))}
        </div>
      </div>
    </div>
  )
}

const Chip = ({ isOn, onPress, children }: { isOn: boolean; onPress: () => void; children: ReactNode }) => (
  <button
    type="button"
    aria-pressed={isOn}
    className={cx(
      'inline-flex min-h-9 shrink-0 items-center rounded-full whitespace-nowrap border px-3.5 text-sm pointer-coarse:min-h-11',
      isOn
        ? 'border-transparent bg-primary font-semibold text-on-primary'
        : 'border-line-strong bg-surface-raised text-ink hover:bg-surface-sunken',
    )}
    onClick={onPress}
  >
    {children}
  </button>
)
