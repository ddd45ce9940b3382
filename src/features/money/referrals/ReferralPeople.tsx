import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { referralSteps, type Referral } from '#contract/money/referrals.ts'
import { FilterSelect } from '#src/core/lists/FilterSelect.tsx'
import { ListShell } from '#src/core/lists/ListShell.tsx'
import { useListFilters } from '#src/core/lists/use-list-filters.ts'
import { adminPaths } from '#src/core/admin-paths.ts'
import { BackLink } from '#src/shared/ui/BackLink.tsx'
import { PageHeader } from '#src/shared/ui/PageHeader.tsx'
import { PEOPLE_FILTERS, REFERRALS_PER_PAGE } from './referral-filters.ts'
import { ReferralTable, type Decision } from './ReferralTable.tsx'
import { peopleQuery } from './referrals.queries.ts'
import { ReviewDialog } from './ReviewDialog.tsx'

/** The people behind a number. */
export const ReferralPeople = () => {
  const { t } = useTranslation('money/referrals')
  const list = useListFilters(PEOPLE_FILTERS)
  const people = useQuery(peopleQuery(list.filters))
  const [chosen, setChosen] = useState<{ referral: Referral; decision: Decision } | null>(null)
  const { step, referrer } = list.filters
  const name = referrer === null ? undefined : people.data?.results[0]?.referrer.name
  return (
    <>
      <BackLink to={adminPaths.referrals} className="mb-4">
        {t('title')}
      </BackLink>
      <PageHeader title={t('people.title')} text={name && t('people.of', { name })} />
      <ListShell
        list={list}
        query={people}
        page={people.data}
        perPage={REFERRALS_PER_PAGE}
        search={t('people.search')}
        filtersLabel={t('filters.label')}
        filters={
          <FilterSelect
            label={t('filters.step')}
            className="sm:w-52"
            all={t('filters.all')}
            value={step}
            options={referralSteps.map((value) => ({ value, label: t(`step.${value}`) }))}
            onChange={(value) => list.change({ step: value })}
          />
        }
        countText={(count) => t('people.count', { count })}
        texts={{
          loading: t('people.loading'),
          failed: t('people.failed'),
          empty: { title: t('people.empty') },
          none: t('people.none'),
        }}
        skeleton={{ rows: 5, className: 'h-16' }}
      >
        {(rows) => (
          <ReferralTable
            referrals={rows}
            onDecide={(referral, decision) => setChosen({ referral, decision })}
          />
        )}
      </ListShell>
      {chosen && <ReviewDialog {...chosen} key={chosen.referral.id} onClose={() => setChosen(null)} />}
    </>
  )
}
