import { useQuery } from '@tanstack/react-query'
import Bell from 'lucide-react/icons/bell'
import BellRing from 'lucide-react/icons/bell-ring'
import Bookmark from 'lucide-react/icons/bookmark'
import Trash2 from 'lucide-react/icons/trash-2'
import { useTranslation } from 'react-i18next'
import { SAVED_SEARCHES_MAX, type SavedFilters, type SavedSearch } from '#contract/jobs/jobs.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { IconButton } from '#src/shared/ui/IconButton.tsx'
import { searchesQuery, useDeleteSearch, usePutSearch } from '../api/jobs.queries.ts'
import { fromSaved, isShown, toSaved, type JobListFilters } from '../model/job-filters.ts'

type Props = {
  filters: JobListFilters
  onShow: (filters: JobListFilters) => void
}

/** Searches that the learner comes back to, and the offer to save the current one. */
export const SavedSearches = ({ filters, onShow }: Props) => {
  const { t } = useTranslation('jobs')
  const notify = useNotify()
  const searches = useQuery(searchesQuery()).data ?? []
  const failed = (error: Error) => notify({ kind: 'error', title: errorText(error, t('search.failed')) })
  const { mutate: put, isPending } = usePutSearch(failed)
  const { mutate: remove } = useDeleteSearch(failed)
  const current = toSaved(filters)
  const isKnown = searches.some((search) => isShown(filters, search.filters))
  const canSave = current !== null && !isKnown && searches.length < SAVED_SEARCHES_MAX
  if (searches.length === 0 && !canSave) return null
  const show = (search: SavedSearch) => {
    onShow(fromSaved(search.filters))
    // What it finds has been seen now.
    if (search.fresh > 0) put({ id: search.id, filters: search.filters, has_alerts: search.has_alerts })
  }
  const switchAlerts = (search: SavedSearch) => {
    const isOn = !search.has_alerts
    put(
      { id: search.id, filters: search.filters, has_alerts: isOn },
      {
        onSuccess: () => notify({ kind: 'success', title: t(isOn ? 'search.alertsOn' : 'search.alertsOff') }),
      },
    )
  }
  return (
    <section aria-labelledby="saved-searches" className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="saved-searches" className="text-sm font-semibold text-ink">
          {t('search.title')}
        </h2>
        {canSave && (
          <Button
            size="sm"
            variant="secondary"
            icon={<Bookmark aria-hidden="true" size={16} />}
            pending={isPending}
            onClick={() =>
              put(
                { id: crypto.randomUUID(), filters: current, has_alerts: false },
                { onSuccess: () => notify({ kind: 'success', title: t('search.saved') }) },
              )
            }
          >
            {t('search.save')}
          </Button>
        )}
      </div>
      {searches.length > 0 && (
        <ul className="flex flex-col gap-2">
          {searches.map((search) => (
            <SearchRow
              key={search.id}
              search={search}
              onShow={() => show(search)}
              onAlerts={() => switchAlerts(search)}
              onRemove={() => remove(search.id)}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

type RowProps = {
  search: SavedSearch
  onShow: () => void
  onAlerts: () => void
  onRemove: () => void
}

const SearchRow = ({ search, onShow, onAlerts, onRemove }: RowProps) => {
  const { t } = useTranslation('jobs')
  const name = useSearchName(search.filters)
  return (
    <li className="flex items-center gap-1 rounded-xl border border-line bg-surface-raised ps-3">
      <button
        type="button"
        className="flex min-h-11 min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1 py-1.5 text-start text-sm"
        onClick={onShow}
      >
        <bdi className="min-w-0 truncate font-medium text-ink">{name}</bdi>
        <span className="text-ink-muted">{t('list.count', { count: search.count })}</span>
        {search.has_alerts && <span className="text-ink-muted">{t('search.daily')}</span>}
        {search.fresh > 0 && <Badge tone="primary">{t('search.fresh', { count: search.fresh })}</Badge>}
      </button>
      <IconButton
        label={t(search.has_alerts ? 'search.alertOff' : 'search.alertOn', { name })}
        icon={
          search.has_alerts ? (
            <BellRing aria-hidden="true" size={18} className="text-primary-text" />
          ) : (
            <Bell aria-hidden="true" size={18} />
          )
        }
        onClick={onAlerts}
      />
      <IconButton
        label={t('search.remove', { name })}
        icon={<Trash2 aria-hidden="true" size={18} />}
        onClick={onRemove}
      />
    </li>
  )
}

/** What a saved search looks for, in words. */
const useSearchName = (filters: SavedFilters): string => {
  const { t } = useTranslation('jobs')
  return [
    filters.search,
    filters.location,
    ...(filters.type ?? []).map((value) => t(`type.${value}`)),
    ...(filters.level ?? []).map((value) => t(`level.${value}`)),
    ...(filters.salary ?? []),
    filters.remote && t('remote'),
    filters.featured && t('featured'),
  ]
    .filter(Boolean)
    .join(' · ')
}
