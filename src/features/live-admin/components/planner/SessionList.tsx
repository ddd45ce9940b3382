import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { sessionOrders, type StaffSession } from '#contract/live/admin/sessions.ts'
import { liveKinds } from '#contract/live/shapes.ts'
import { ChoiceSelect, FilterSelect } from '#src/core/lists/FilterSelect.tsx'
import { ListShell } from '#src/core/lists/ListShell.tsx'
import { useListFilters } from '#src/core/lists/use-list-filters.ts'
import { RowTable, type Column } from '#src/shared/ui/content/RowTable.tsx'
import { sessionListQuery } from '../../api/live-admin.queries.ts'
import { useTimes } from '../../hooks/use-times.ts'
import { sessionLink } from '../../model/planner-address.ts'
import { SESSION_FILTERS, SESSIONS_PER_PAGE } from '../../model/session-filters.ts'
import { StateBadge } from './SessionLine.tsx'

/** Sessions to search and filter; the address holds the filters. */
export const SessionList = () => {
  const { t } = useTranslation('live-admin')
  const list = useListFilters(SESSION_FILTERS)
  const sessions = useQuery(sessionListQuery(list.filters))
  return (
    <ListShell
      list={list}
      query={sessions}
      page={sessions.data}
      perPage={SESSIONS_PER_PAGE}
      search={t('list.search')}
      filtersLabel={t('list.filters')}
      filters={
        <>
          <ChoiceSelect
            label={t('list.when')}
            value={list.filters.when}
            options={sessionOrders.map((value) => ({ value, label: t(`list.${value}`) }))}
            onChange={(when) => list.change({ when })}
          />
          <FilterSelect
            label={t('list.kind')}
            all={t('list.allKinds')}
            value={list.filters.kind}
            options={liveKinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
            onChange={(kind) => list.change({ kind })}
          />
        </>
      }
      countText={(count) => t('list.count', { count })}
      texts={{
        loading: t('page.loading'),
        failed: t('page.failed'),
        empty: { title: t('list.empty'), text: t('page.emptyText') },
        none: t('list.none'),
      }}
      skeleton={{ rows: 6, className: 'h-16' }}
    >
      {(rows) => <SessionTable sessions={rows} />}
    </ListShell>
  )
}

const SessionTable = ({ sessions }: { sessions: readonly StaffSession[] }) => {
  const { t } = useTranslation('live-admin')
  const times = useTimes()
  const columns = useMemo(
    (): Column<StaffSession>[] => [
      {
        key: 'title',
        title: t('list.session'),
        names: true,
        cell: ({ id, title, course, kind }) => (
          <>
            <Link to={sessionLink(id)} className="font-medium text-primary-text hover:underline">
              <bdi>{title}</bdi>
            </Link>
            <span className="block text-sm text-ink-muted">
              <bdi>{kind === 'webinar' ? t('kind.webinar') : course?.title}</bdi>
            </span>
          </>
        ),
      },
      { key: 'start', title: t('list.start'), cell: ({ starts_at: at }) => times.full(at) },
      {
        key: 'hosts',
        title: t('list.hosts'),
        cell: ({ hosts }) => <bdi>{hosts.map(({ name }) => name).join(', ')}</bdi>,
      },
      { key: 'state', title: t('list.state'), cell: ({ state }) => <StateBadge state={state} /> },
      {
        key: 'joined',
        title: t('list.attendance'),
        end: true,
        cell: ({ joined, invited }) => (
          <span className="tabular-nums">{t('row.joined', { joined, invited })}</span>
        ),
      },
      {
        key: 'recording',
        title: t('list.recording'),
        cell: ({ recording }) => t(`recording.state.${recording.state}`),
      },
    ],
    [t, times],
  )
  return <RowTable label={t('list.label')} columns={columns} rows={sessions} keyOf={({ id }) => id} />
}
