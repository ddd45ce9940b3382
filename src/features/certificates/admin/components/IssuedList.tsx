import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { IssuedCertificate } from '#contract/certificates/portal.ts'
import { showSerial, verifyPath } from '#contract/certificates/serial.ts'
import { certificateStates, COUNTING_STATES } from '#contract/certificates/shapes.ts'
import { PAGE_SIZE_DEFAULT } from '#contract/common.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { FilterSelect } from '#src/core/lists/FilterSelect.tsx'
import { ListShell } from '#src/core/lists/ListShell.tsx'
import { useListFilters } from '#src/core/lists/use-list-filters.ts'
import { formatDate } from '#src/shared/lib/format.ts'
import { RowTable, type Column } from '#src/shared/ui/content/RowTable.tsx'
import { StateBadge } from '../../components/StateBadge.tsx'
import { issuedQuery } from '../api/portal.queries.ts'
import { ISSUED_FILTERS } from '../model/list-filters.ts'
import { DownloadAll } from './DownloadAll.tsx'
import { IssuedActions } from './IssuedActions.tsx'
import { ChangeDialog } from './ChangeDialog.tsx'
import type { Change } from '../api/portal.queries.ts'

interface Open {
  certificate: IssuedCertificate
  action: Change['action']
}

/** Everything that was issued. */
export const IssuedList = () => {
  const { t } = useTranslation(['certificates/admin', 'certificates'])
  const list = useListFilters(ISSUED_FILTERS)
  const query = useQuery(issuedQuery(list.filters))
  const [open, setOpen] = useState<Open | null>(null)
  const { search, state } = list.filters
  const zipped = COUNTING_STATES.find((each) => each === state) ?? null
  // The others have no PDF any more.
  const hasZip = (query.data?.count ?? 0) > 0 && (state === null || zipped !== null)
  return (
    <>
      <ListShell
        list={list}
        query={query}
        page={query.data}
        perPage={PAGE_SIZE_DEFAULT}
        search={t('issued.search')}
        filters={
          <FilterSelect
            label={t('issued.state')}
            value={list.filters.state}
            all={t('issued.all')}
            options={certificateStates.map((value) => ({ value, label: t(`certificates:states.${value}`) }))}
            onChange={(state) => list.change({ state })}
          />
        }
        countText={(count) => t('issued.count', { count })}
        texts={{
          loading: t('issued.loading'),
          failed: t('issued.failed'),
          empty: { title: t('issued.empty'), text: t('issued.emptyText') },
          none: t('issued.none'),
        }}
        skeleton={{ rows: 5, className: 'h-16' }}
      >
        {(rows) => <IssuedTable rows={rows} onOpen={setOpen} />}
      </ListShell>
      {/* A file that was made for other filters must not be offered under these. */}
      {hasZip && <DownloadAll key={`${state} ${search}`} search={search} state={zipped} />}
      {open && <ChangeDialog {...open} onClose={() => setOpen(null)} />}
    </>
  )
}

type TableProps = { rows: readonly IssuedCertificate[]; onOpen: (open: Open) => void }

const IssuedTable = ({ rows, onOpen }: TableProps) => {
  const { t } = useTranslation(['certificates/admin', 'certificates'])
  const language = useLanguage()
  const columns = useMemo(
    (): Column<IssuedCertificate>[] => [
      {
        key: 'person',
        title: t('issued.person'),
        names: true,
        cell: ({ recipient_name: name, person }) => (
          <>
            <bdi className="block font-medium text-ink">{name}</bdi>
            <bdi className="text-ink-muted">{person.email}</bdi>
          </>
        ),
      },
      { key: 'title', title: t('issued.title'), cell: ({ title }) => <bdi>{title}</bdi> },
      {
        key: 'issued',
        title: t('issued.issuedOn'),
        cell: ({ issued_on: day }) => formatDate(day, language),
      },
      {
        key: 'serial',
        title: t('issued.number'),
        cell: ({ serial }) => (
          <a
            href={verifyPath(serial)}
            target="_blank"
            rel="noreferrer"
            dir="ltr"
            className="inline-flex min-h-6 items-center font-mono text-xs whitespace-nowrap text-primary-text hover:underline"
          >
            {showSerial(serial)}
          </a>
        ),
      },
      { key: 'state', title: t('issued.state'), cell: ({ state }) => <StateBadge state={state} /> },
      {
        key: 'actions',
        title: t('issued.actions'),
        actions: true,
        end: true,
        cell: (certificate) => (
          <IssuedActions certificate={certificate} onChoose={(action) => onOpen({ certificate, action })} />
        ),
      },
    ],
    [t, language, onOpen],
  )
  return <RowTable label={t('issued.table')} columns={columns} rows={rows} keyOf={({ id }) => id} />
}
