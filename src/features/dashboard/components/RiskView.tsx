import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { riskReasons, type RiskLearner, type RiskReason } from '#contract/dashboard/at-risk.ts'
import { FilterSelect } from '#src/core/lists/FilterSelect.tsx'
import { listSchema } from '#src/core/lists/list-filters.ts'
import { ListShell } from '#src/core/lists/ListShell.tsx'
import { useListFilters } from '#src/core/lists/use-list-filters.ts'
import { BackLink } from '#src/shared/ui/BackLink.tsx'
import { Avatar } from '#src/shared/ui/content/Avatar.tsx'
import { RowTable, type Column } from '#src/shared/ui/content/RowTable.tsx'
import { PageHeader } from '#src/shared/ui/PageHeader.tsx'
import { RISK_PER_PAGE, riskQuery } from '../api/dashboard.queries.ts'
import { overviewLink } from '../model/links.ts'
import { FileButton } from './FileButton.tsx'
import { Freshness } from './Freshness.tsx'
import { PersonLink } from './PersonLink.tsx'
import { RiskReasons } from './RiskReasons.tsx'
import { WriteButton } from './WriteButton.tsx'

/** Only the page: the reason says which view this is. */
const SCHEMA = listSchema({})

/** Every learner at risk, or those with one reason. */
export const RiskView = ({ reason }: { reason: RiskReason | null }) => {
  const { t } = useTranslation('dashboard')
  const [address, setAddress] = useSearchParams()
  const list = useListFilters(SCHEMA)
  const learners = useQuery(riskQuery({ reason, page: list.filters.page, perPage: RISK_PER_PAGE }))
  const columns = useColumns()
  const show = (next: RiskReason | null) => {
    const changed = new URLSearchParams(address)
    changed.set('risk', next ?? 'any')
    changed.delete('page')
    setAddress(changed, { replace: true })
  }
  return (
    <>
      <PageHeader
        above={<BackLink to={overviewLink(address)}>{t('title')}</BackLink>}
        title={t('risk.title')}
        text={learners.data?.counted_at ? <Freshness at={learners.data.counted_at} /> : t('risk.intro')}
      />
      <ListShell
        list={{ ...list, isNarrowed: reason !== null, clear: () => show(null) }}
        query={learners}
        page={learners.data}
        perPage={RISK_PER_PAGE}
        filters={
          <FilterSelect
            label={t('risk.reason')}
            all={t('risk.any')}
            className="sm:w-72"
            value={reason}
            options={riskReasons.map((value) => ({ value, label: t(`risk.reasons.${value}`) }))}
            onChange={show}
          />
        }
        countText={(count) => t('learners', { count })}
        actions={<FileButton asked={{ kind: 'at_risk' }} />}
        texts={{
          loading: t('risk.loading'),
          failed: t('risk.failed'),
          empty: { title: t('risk.none'), text: t('risk.noneText') },
          none: t('risk.noneOf'),
        }}
        skeleton={{ rows: 6, className: 'h-20' }}
      >
        {(rows) => <RowTable label={t('risk.title')} columns={columns} rows={rows} keyOf={({ id }) => id} />}
      </ListShell>
    </>
  )
}

const useColumns = (): Column<RiskLearner>[] => {
  const { t } = useTranslation('dashboard')
  return useMemo(
    () => [
      {
        key: 'name',
        title: t('rows.name'),
        names: true,
        cell: (learner) => (
          <span className="flex min-h-11 items-center gap-3">
            <Avatar name={learner.name} src={learner.picture} size={36} />
            <PersonLink person={learner} />
          </span>
        ),
      },
      {
        key: 'reasons',
        title: t('risk.why'),
        wide: true,
        cell: ({ reasons }) => <RiskReasons reasons={reasons} />,
      },
      {
        key: 'write',
        title: t('risk.contact'),
        end: true,
        cell: (learner) => <WriteButton learner={learner} />,
      },
    ],
    [t],
  )
}
