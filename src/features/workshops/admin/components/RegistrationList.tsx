import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { registrationSorts } from '#contract/workshops/registrations.ts'
import { registrationStatuses } from '#contract/workshops/shapes.ts'
import { ExportButton } from '#src/core/lists/ExportButton.tsx'
import { ChoiceSelect, FilterSelect } from '#src/core/lists/FilterSelect.tsx'
import { ListShell } from '#src/core/lists/ListShell.tsx'
import { useListFilters, type ListFilters } from '#src/core/lists/use-list-filters.ts'
import {
  exportFile,
  registrationsQuery,
  REGISTRATIONS_PER_PAGE,
  workshopChoicesQuery,
} from '../api/workshops.queries.ts'
import { useSelection } from '#src/core/lists/use-selection.ts'
import { REGISTRATION_FILTERS, type RegistrationFilters } from '../model/filters.ts'
import { BulkActions } from './BulkActions.tsx'
import { RegistrationTable } from './RegistrationTable.tsx'
import { SavedViews } from './SavedViews.tsx'

/** Everybody who registered; what narrows the list stands in the address. */
export const RegistrationList = () => {
  const { t } = useTranslation('workshops/admin')
  const list = useListFilters(REGISTRATION_FILTERS)
  const registrations = useQuery(registrationsQuery(list.filters))
  const rows = registrations.data?.results ?? []
  const selection = useSelection(rows.map(({ id }) => id))
  const [outcomeKey, setOutcomeKey] = useState(0)
  return (
    <div className="flex flex-col gap-5">
      <SavedViews list={list} />
      <ListShell
        list={list}
        query={registrations}
        page={registrations.data}
        perPage={REGISTRATIONS_PER_PAGE}
        search={t('rows.search')}
        filters={<Filters list={list} />}
        filtersClassName="grid grid-cols-2 gap-3 *:first:col-span-2 sm:flex sm:flex-wrap sm:items-end"
        countText={(count) => t('rows.count', { count })}
        actions={
          <ExportButton
            exportFile={() => exportFile(list.filters)}
            texts={{
              button: t('rows.export'),
              failed: t('rows.exportFailed'),
              done: (count) => t('rows.exported', { count }),
            }}
          />
        }
        texts={{
          loading: t('rows.loading'),
          failed: t('rows.failed'),
          empty: { title: t('rows.empty'), text: t('rows.emptyText') },
          none: t('rows.none'),
        }}
        skeleton={{ rows: 8, className: 'h-16' }}
      >
        {(shown) => <RegistrationTable rows={shown} selection={selection} />}
      </ListShell>
      <BulkActions
        key={outcomeKey}
        rows={rows.filter(({ id }) => selection.ids.includes(id))}
        onClear={() => {
          selection.clear()
          setOutcomeKey(outcomeKey + 1)
        }}
      />
    </div>
  )
}

const Filters = ({ list }: { list: ListFilters<RegistrationFilters> }) => {
  const { t } = useTranslation('workshops/admin')
  const workshops = useQuery(workshopChoicesQuery())
  const { workshop, status, enrolled, sort } = list.filters
  return (
    <>
      <FilterSelect
        label={t('rows.workshop')}
        all={t('rows.allWorkshops')}
        className="sm:w-60"
        value={workshop === null ? null : String(workshop)}
        options={(workshops.data ?? []).map(({ id, title }) => ({
          value: String(id),
          label: <bdi>{title}</bdi>,
        }))}
        onChange={(id) => list.change({ workshop: id === null ? null : Number(id) })}
      />
      <FilterSelect
        label={t('rows.status')}
        all={t('rows.allStatuses')}
        value={status}
        options={registrationStatuses.map((value) => ({ value, label: t(`status.${value}`) }))}
        onChange={(next) => list.change({ status: next })}
      />
      <FilterSelect
        label={t('rows.enrolled')}
        all={t('rows.allEnrolled')}
        value={enrolled}
        options={(['yes', 'no'] as const).map((value) => ({ value, label: t(`rows.enrolled_${value}`) }))}
        onChange={(next) => list.change({ enrolled: next })}
      />
      <ChoiceSelect
        label={t('rows.sort')}
        className="sm:w-44"
        value={sort}
        options={registrationSorts.map((value) => ({ value, label: t(`rows.sort_${value}`) }))}
        onChange={(next) => list.change({ sort: next })}
      />
    </>
  )
}
