import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { clientId } from '#src/core/client-config/runtime-config.ts'
import { ExportButton } from '#src/core/lists/ExportButton.tsx'
import { ListShell } from '#src/core/lists/ListShell.tsx'
import { useListFilters } from '#src/core/lists/use-list-filters.ts'
import { adminPaths } from '#src/core/admin-paths.ts'
import { PageHeader } from '#src/shared/ui/PageHeader.tsx'
import { eventsQuery, exportEvents } from '../api/security.queries.ts'
import { EventFilterFields } from '../components/EventFilterFields.tsx'
import { EventTable } from '../components/EventTable.tsx'
import { VerifyCard } from '../components/VerifyCard.tsx'
import { personPath } from '../model/event-details.ts'
import { EVENT_FILTERS, EVENTS_PER_PAGE } from '../model/event-filters.ts'

/** /admin/security: security events, for admins. The address holds the filters. */
export const SecurityPage = () => {
  const { t } = useTranslation('security')
  const list = useListFilters(EVENT_FILTERS)
  const events = useQuery(eventsQuery(list.filters))
  return (
    <>
      <PageHeader
        title={t('title')}
        text={t('intro')}
        actions={
          <Link
            to={adminPaths.signIn}
            className="inline-flex min-h-11 items-center font-medium text-primary-text hover:underline"
          >
            {t('signIn')}
          </Link>
        }
      />
      <VerifyCard key={list.filters.of} of={list.filters.of} />
      <ListShell
        list={list}
        query={events}
        page={events.data}
        perPage={EVENTS_PER_PAGE}
        search={t('filters.person')}
        filtersLabel={t('filters.label')}
        filters={
          <EventFilterFields
            filters={list.filters}
            clients={events.data?.clients ?? []}
            ownClientId={clientId()}
            onChange={list.change}
          />
        }
        moreFilters={
          list.filters.about !== null && (
            <p className="text-sm text-ink-muted">
              {t('filters.about')}{' '}
              <Link
                to={personPath(list.filters.about)}
                className="inline-flex min-h-11 items-center font-medium text-primary-text hover:underline"
              >
                {t('filters.aboutWhom')}
              </Link>
            </p>
          )
        }
        countText={(count) => t('count', { count })}
        actions={
          <ExportButton
            exportFile={() => exportEvents(list.filters)}
            texts={{
              button: t('export.button'),
              failed: t('export.failed'),
              done: (rows) => t('export.done', { count: rows }),
            }}
          />
        }
        texts={{
          loading: t('loading'),
          failed: t('failed'),
          empty: { title: t('empty') },
          none: t('none'),
        }}
        skeleton={{ rows: 6, className: 'h-16' }}
      >
        {(rows) => <EventTable events={rows} isOwn={list.filters.of === null} />}
      </ListShell>
    </>
  )
}
