import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router-dom'
import { referralSteps, type Referrer, type ReferrerPage } from '#contract/money/referrals.ts'
import { ExportButton } from '#src/core/lists/ExportButton.tsx'
import { FilterSelect } from '#src/core/lists/FilterSelect.tsx'
import { ListShell } from '#src/core/lists/ListShell.tsx'
import { useListFilters, type ListFilters } from '#src/core/lists/use-list-filters.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Checkbox } from '#src/shared/ui/forms/Checkbox.tsx'
import { PageHeader } from '#src/shared/ui/PageHeader.tsx'
import { Funnel } from './Funnel.tsx'
import { PayoutDialog } from './PayoutDialog.tsx'
import { peopleAddress } from './people-address.ts'
import { REFERRALS_PER_PAGE, REFERRER_FILTERS, type ReferrerFilters } from './referral-filters.ts'
import { ReferralPeople } from './ReferralPeople.tsx'
import { exportPayoutsFile, referrersQuery } from './referrals.queries.ts'
import { ReferrerTable } from './ReferrerTable.tsx'
import { RewardCard } from './RewardCard.tsx'

/** /admin/referals: who brought whom, what waits for a person, and what is to be paid out. */
export const AdminReferralsPage = () => {
  const [address] = useSearchParams()
  return address.get('view') === 'people' ? <ReferralPeople /> : <Referrers />
}

const Referrers = () => {
  const { t } = useTranslation('money/referrals')
  const list = useListFilters(REFERRER_FILTERS)
  const referrers = useQuery(referrersQuery(list.filters))
  const [paying, setPaying] = useState<Referrer | null>(null)
  const page = referrers.data
  return (
    <>
      <PageHeader title={t('title')} text={t('intro')} />
      {page && <Overview page={page} />}
      <ListShell
        list={list}
        query={referrers}
        page={page}
        perPage={REFERRALS_PER_PAGE}
        search={t('filters.search')}
        filtersLabel={t('filters.label')}
        filters={<Filters list={list} />}
        countText={(count) => t('count', { count })}
        actions={
          <ExportButton
            exportFile={exportPayoutsFile}
            texts={{
              button: t('export.button'),
              failed: t('export.failed'),
              done: (count) => t('export.done', { count }),
            }}
          />
        }
        texts={{
          loading: t('loading'),
          failed: t('failed'),
          empty: { title: t('empty'), text: t('emptyHint') },
          none: t('none'),
        }}
        skeleton={{ rows: 5, className: 'h-16' }}
      >
        {(rows) => <ReferrerTable referrers={rows} onPay={setPaying} />}
      </ListShell>
      {paying && <PayoutDialog key={paying.person.id} referrer={paying} onClose={() => setPaying(null)} />}
    </>
  )
}

const Overview = ({ page }: { page: ReferrerPage }) => {
  const { t } = useTranslation('money/referrals')
  return (
    <div className="mb-6 flex flex-col gap-4">
      {page.totals.review > 0 && (
        <Alert kind="warning" title={t('review.waiting', { count: page.totals.review })}>
          <Link
            to={peopleAddress({ step: 'review' })}
            className="inline-flex min-h-11 items-center font-medium text-primary-text hover:underline"
          >
            {t('review.show')}
          </Link>
        </Alert>
      )}
      <RewardCard reward={page.reward} currency={page.currency} />
      <Funnel totals={page.totals} />
    </div>
  )
}

const Filters = ({ list }: { list: ListFilters<Pick<ReferrerFilters, 'step' | 'due'>> }) => {
  const { t } = useTranslation('money/referrals')
  return (
    <>
      <FilterSelect
        label={t('filters.step')}
        className="sm:w-52"
        all={t('filters.all')}
        value={list.filters.step}
        options={referralSteps.map((value) => ({ value, label: t(`step.${value}`) }))}
        onChange={(step) => list.change({ step })}
      />
      <Checkbox
        label={t('filters.due')}
        checked={list.filters.due}
        onChange={({ target }) => list.change({ due: target.checked })}
      />
    </>
  )
}
