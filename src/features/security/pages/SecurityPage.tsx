import { useQuery } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { clientId } from '#src/core/client-config/runtime-config.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { ListShell } from '#src/core/lists/ListShell.tsx'
import { useListFilters } from '#src/core/lists/use-list-filters.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { paths } from '#src/core/paths.ts'
import { saveFile } from '#src/shared/lib/save-file.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { PageHeader } from '#src/shared/ui/PageHeader.tsx'
import { eventsQuery, useEventExport } from '../api/security.queries.ts'
import { EventFilterFields } from '../components/EventFilterFields.tsx'
import { EventTable } from '../components/EventTable.tsx'
import { VerifyCard } from '../components/VerifyCard.tsx'
import { EVENT_FILTERS, EVENTS_PER_PAGE, type EventFilters } from '../model/event-filters.ts'

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
            to={paths.adminSignIn}
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
        countText={(count) => t('count', { count })}
        actions={<ExportButton filters={list.filters} />}
        texts={{
          loading: t('loading'),
          failed: t('failed'),
          empty: { title: t('empty') },
          none: t('none'),
        }}
        skeleton={{ rows: 6, className: 'h-16' }}
      >
        {(rows) => <EventTable events={rows} />}
      </ListShell>
    </>
  )
}

const ExportButton = ({ filters }: { filters: EventFilters }) => {
  const { t } = useTranslation('security')
  const notify = useNotify()
  const exportEvents = useEventExport()
  return (
    <Button
      variant="secondary"
      icon={<Download aria-hidden="true" size={18} />}
      pending={exportEvents.isPending}
      onClick={() =>
        exportEvents.mutate(filters, {
          onSuccess: ({ file_name: name, csv, rows }) => {
            saveFile(name, csv, 'text/csv')
            notify({ kind: 'success', title: t('export.done', { count: rows }) })
          },
          onError: (error) => notify({ kind: 'error', title: errorText(error, t('export.failed')) }),
        })
      }
    >
      {t('export.button')}
    </Button>
  )
}
