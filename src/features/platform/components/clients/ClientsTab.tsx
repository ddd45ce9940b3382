import { useQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  clientOrders,
  clientStates,
  type CreatedClient,
  type PlatformClient,
} from '#contract/platform/clients.ts'
import { ChoiceSelect, FilterSelect } from '#src/core/lists/FilterSelect.tsx'
import { ListShell } from '#src/core/lists/ListShell.tsx'
import { useListFilters } from '#src/core/lists/use-list-filters.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { clientsQuery } from '../../api/clients.queries.ts'
import { CLIENT_FILTERS, CLIENTS_PER_PAGE } from '../../model/client-filters.ts'
import { ClientTable } from './ClientTable.tsx'
import { CreateClient } from './CreateClient.tsx'
import { CreatedClientNote } from './CreatedClientNote.tsx'
import { LimitsDialog } from './LimitsDialog.tsx'
import { StateDialog } from './StateDialog.tsx'

type Opened =
  | { kind: 'create' }
  | { kind: 'created'; created: CreatedClient }
  | { kind: 'limits' | 'state'; client: PlatformClient }

/** Every client with what it uses. The address holds the filters. */
export const ClientsTab = () => {
  const { t } = useTranslation('platform')
  const list = useListFilters(CLIENT_FILTERS)
  const clients = useQuery(clientsQuery(list.filters))
  const [opened, setOpened] = useState<Opened | null>(null)
  const close = () => setOpened(null)
  return (
    <>
      <ListShell
        list={list}
        query={clients}
        page={clients.data}
        perPage={CLIENTS_PER_PAGE}
        search={t('clients.search')}
        filtersLabel={t('clients.filters')}
        filters={
          <>
            <FilterSelect
              label={t('clients.state')}
              all={t('clients.all')}
              value={list.filters.state}
              options={clientStates.map((value) => ({ value, label: t(`clients.states.${value}`) }))}
              onChange={(state) => list.change({ state })}
            />
            <ChoiceSelect
              label={t('clients.order')}
              value={list.filters.order}
              options={clientOrders.map((value) => ({ value, label: t(`clients.orders.${value}`) }))}
              onChange={(order) => list.change({ order })}
            />
          </>
        }
        countText={(count) => t('clients.count', { count })}
        actions={
          <Button icon={<Plus aria-hidden="true" size={18} />} onClick={() => setOpened({ kind: 'create' })}>
            {t('create.open')}
          </Button>
        }
        texts={{
          loading: t('clients.loading'),
          failed: t('clients.failed'),
          empty: { title: t('clients.empty') },
          none: t('clients.none'),
        }}
        skeleton={{ rows: 4, className: 'h-24' }}
      >
        {(rows) => (
          <ClientTable
            clients={rows}
            now={clients.dataUpdatedAt}
            onLimits={(client) => setOpened({ kind: 'limits', client })}
            onState={(client) => setOpened({ kind: 'state', client })}
          />
        )}
      </ListShell>
      {opened?.kind === 'create' && (
        <CreateClient onClose={close} onCreated={(created) => setOpened({ kind: 'created', created })} />
      )}
      {opened?.kind === 'created' && <CreatedClientNote created={opened.created} onClose={close} />}
      {opened?.kind === 'limits' && <LimitsDialog client={opened.client} onClose={close} />}
      {opened?.kind === 'state' && <StateDialog client={opened.client} onClose={close} />}
    </>
  )
}
