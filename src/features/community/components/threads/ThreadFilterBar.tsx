import Check from 'lucide-react/icons/check'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { threadOrders } from '#contract/community/community.ts'
import { cx } from '#src/shared/lib/cx.ts'
import { useTypedSearch } from '#src/shared/lib/hooks/use-typed-search.ts'
import { SearchInput } from '#src/shared/ui/forms/SearchInput.tsx'
import { THREAD_VIEWS, toggleView, withFilter, type ThreadFilters } from '../../model/thread-filters.ts'

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
  const search = useTypedSearch(filters.search, (text) =>
    onChange(withFilter(filters, { search: text }), true),
  )
  /** Takes along what was typed just now. */
  const choose = (change: Partial<ThreadFilters>) =>
    onChange(withFilter(filters, { search: search.takeText(), ...change }), false)
  const tagOptions = filters.tag !== '' && !tags.includes(filters.tag) ? [filters.tag, ...tags] : tags
  const chips = tagOptions.filter((name, index) => index < CHIPS_MAX || name === filters.tag)
  return (
    <div role="search" aria-label={t('list.filters')} className="mb-6 flex flex-col gap-3">
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-[1fr_auto]">
        <SearchInput
          aria-label={t('list.search')}
          placeholder={t('list.searchPlaceholder')}
          maxLength={200}
          value={search.text}
          className="col-span-2 sm:col-span-1"
          onChange={(event) => search.setText(event.target.value)}
        />
        <select
          aria-label={t('list.order')}
          className="control min-w-0 sm:w-52"
          value={filters.ordering}
          onChange={(event) => {
            const ordering = threadOrders.find((order) => order === event.target.value) ?? 'newest'
            choose({ ordering })
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
          onChange={(event) => choose({ tag: event.target.value })}
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
            <Chip key={view} isOn={isOn} onPress={() => choose({ views: toggleView(filters.views, view) })}>
              {isOn && <Check aria-hidden="true" size={16} className="-ms-1 me-1" />}
              {t(`list.view.${view}`)}
            </Chip>
          )
        })}
      </div>
      <div role="group" aria-label={t('tags.filter')} className="hidden flex-wrap gap-2 sm:flex">
        {['', ...chips].map((name) => (
          <Chip key={name} isOn={filters.tag === name} onPress={() => choose({ tag: name })}>
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
