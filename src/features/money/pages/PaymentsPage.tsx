import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router-dom'
import type { Payment, PaymentPage } from '#contract/money/payments.ts'
import { selectClientInfo } from '#src/core/client-config/client-config-slice.ts'
import { isFeatureOff } from '#src/core/client-config/features.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { ExportButton } from '#src/core/lists/ExportButton.tsx'
import { ListShell } from '#src/core/lists/ListShell.tsx'
import { useListFilters, type ListFilters } from '#src/core/lists/use-list-filters.ts'
import { adminPaths } from '#src/core/admin-paths.ts'
import { useAppSelector } from '#src/core/store/hooks.ts'
import { formatNumber } from '#src/shared/lib/format.ts'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { PageHeader } from '#src/shared/ui/PageHeader.tsx'
import { Tabs } from '#src/shared/ui/Tabs.tsx'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'
import {
  exportJournalFile,
  exportPaymentsFile,
  exportTaxFile,
  paymentsQuery,
  revenueQuery,
} from '../api/money.queries.ts'
import { CheckoutRefundDialog } from '../components/CheckoutRefundDialog.tsx'
import { Comparison } from '../components/Comparison.tsx'
import { CouponList } from '../components/coupons/CouponList.tsx'
import { Money } from '../components/Money.tsx'
import { ChosenFilters, PaymentFilterFields } from '../components/PaymentFilterFields.tsx'
import { PaymentTable } from '../components/PaymentTable.tsx'
import { PersonStatement } from '../components/PersonStatement.tsx'
import { ProviderCard } from '../components/provider/ProviderCard.tsx'
import { RefundsDue } from '../components/RefundsDue.tsx'
import { RevenueTable } from '../components/RevenueTable.tsx'
import { RefundDialog } from '../components/RefundDialog.tsx'
import { ReverseDialog } from '../components/ReverseDialog.tsx'
import { SellerButton } from '../components/SellerButton.tsx'
import { DueCard } from '../due/DueCard.tsx'
import { OrderList } from '../orders/OrderList.tsx'
import { ProgrammeList } from '../programmes/ProgrammeList.tsx'
import { PAYMENT_FILTERS, PAYMENTS_PER_PAGE, type PaymentFilters } from '../model/payment-filters.ts'

const views = ['payments', 'orders', 'programmes', 'coupons', 'provider'] as const

/** /admin/payments: what was paid, programmes, coupons, and by what people pay, for admins. The address holds the tab and the filters. */
export const PaymentsPage = () => {
  const { t } = useTranslation('money')
  const [address, setAddress] = useSearchParams()
  const isLinksOff = useAppSelector((state) => isFeatureOff(selectClientInfo(state), 'admin_payment'))
  return (
    <>
      <PageHeader
        title={t('title')}
        text={t('intro')}
        actions={
          <>
            <SellerButton />
            {!isLinksOff && (
              <Link to={adminPaths.payments} className={buttonClass({ variant: 'secondary' })}>
                {t('links')}
              </Link>
            )}
          </>
        }
      />
      <Tabs
        label={t('tabs.label')}
        value={views.find((each) => each === address.get('view')) ?? 'payments'}
        tabs={[
          { value: 'payments', label: t('tabs.payments'), content: <Payments /> },
          { value: 'orders', label: t('tabs.orders'), content: <OrderList /> },
          { value: 'programmes', label: t('tabs.programmes'), content: <ProgrammeList /> },
          { value: 'coupons', label: t('tabs.coupons'), content: <CouponList /> },
          { value: 'provider', label: t('tabs.provider'), content: <ProviderCard /> },
        ]}
        // The filters of one tab mean nothing in the other.
        onValueChange={(view) => setAddress(view === 'payments' ? {} : { view })}
      />
    </>
  )
}

const Payments = () => {
  const list = useListFilters(PAYMENT_FILTERS)
  const revenue = useQuery(revenueQuery(list.filters.until))
  // Whoever followed a number sees its rows first.
  const { course, programme, person, links } = list.filters
  const isOverview = course === null && programme === null && person === null && !links
  return (
    <>
      {isOverview && <RefundsDue />}
      {isOverview && <DueCard />}
      {isOverview &&
        (revenue.data ? (
          revenue.data.first_month !== null && (
            <RevenueTable
              revenue={revenue.data}
              onUntil={(until) => list.change({ until, page: list.filters.page })}
            />
          )
        ) : revenue.isPending ? (
          <Skeleton className="mb-8 h-72 w-full rounded-xl" />
        ) : null)}
      {isOverview && <Comparison />}
      <PaymentList list={list} revenue={revenue.data} />
    </>
  )
}

type ListProps = {
  list: ListFilters<PaymentFilters>
  revenue: Parameters<typeof PaymentFilterFields>[0]['revenue']
}

const PaymentList = ({ list, revenue }: ListProps) => {
  const { t } = useTranslation('money')
  const language = useLanguage()
  const { filters, change } = list
  const payments = useQuery(paymentsQuery(filters))
  const [reversed, setReversed] = useState<Payment | null>(null)
  const [refunded, setRefunded] = useState<Payment | null>(null)
  return (
    <section aria-labelledby="payments" className="flex flex-col gap-5">
      <h2 id="payments" className="text-lg font-semibold text-ink">
        {t('list.title')}
      </h2>
      <ListShell
        list={list}
        query={payments}
        page={payments.data}
        perPage={PAYMENTS_PER_PAGE}
        search={t('filters.search')}
        searchClassName="col-span-2 sm:min-w-64 sm:flex-1"
        filtersClassName="grid grid-cols-2 gap-3 sm:flex sm:flex-wrap sm:items-end"
        filtersLabel={t('filters.label')}
        filters={<PaymentFilterFields filters={filters} revenue={revenue} onChange={change} />}
        moreFilters={
          <>
            <ChosenFilters filters={filters} page={payments.data} onChange={change} />
            {filters.person !== null && <PersonStatement userId={filters.person} />}
          </>
        }
        countText={(count) =>
          payments.data?.is_counted_out
            ? t('countedOut', { max: formatNumber(count, language) })
            : t('count', { count })
        }
        actions={<Exports filters={filters} />}
        texts={{
          loading: t('loading'),
          failed: t('failed'),
          empty: { title: t('empty'), text: t('emptyHint') },
          none: t('none'),
        }}
        skeleton={{ rows: 6, className: 'h-16' }}
      >
        {(rows) => (
          <>
            <Totals totals={payments.data?.totals ?? []} />
            <Rows payments={rows} list={list} onReverse={setReversed} onRefund={setRefunded} />
          </>
        )}
      </ListShell>
      {refunded && <Refund key={refunded.id} payment={refunded} onClose={() => setRefunded(null)} />}
      {reversed && <ReverseDialog payment={reversed} onClose={() => setReversed(null)} />}
    </section>
  )
}

/** Online money goes back through its provider; other money by hand, as an exception. */
const Refund = ({ payment, onClose }: { payment: Payment; onClose: () => void }) => {
  const { by_exception: byException, person, purchase_id, course, amount_minor, currency } = payment
  if (!byException || person === null) return <CheckoutRefundDialog payment={payment} onClose={onClose} />
  const refund = { purchase_id, order_id: null, person, course, programme: null, amount_minor, currency }
  return <RefundDialog isException refund={refund} onClose={onClose} />
}

type RowsProps = {
  payments: readonly Payment[]
  list: ListFilters<PaymentFilters>
  onReverse: (payment: Payment) => void
  onRefund: (payment: Payment) => void
}

const Rows = ({ payments, list: { change }, ...actions }: RowsProps) => {
  const onPerson = useCallback((person: number) => change({ person }), [change])
  const onCourse = useCallback((course: number) => change({ course }), [change])
  return <PaymentTable payments={payments} onPerson={onPerson} onCourse={onCourse} {...actions} />
}

/** The sums of all rows that the filters match. */
const Totals = ({ totals }: { totals: PaymentPage['totals'] }) => {
  const { t } = useTranslation('money')
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-2">
      {totals.flatMap(({ currency, received_minor: received, returned_minor: returned }) => [
        <Total key={`${currency}-in`} label={t('totals.received')} minor={received} currency={currency} />,
        returned !== 0 && (
          <Total key={`${currency}-out`} label={t('totals.returned')} minor={returned} currency={currency} />
        ),
      ])}
    </dl>
  )
}

const Total = ({ label, minor, currency }: { label: string; minor: number; currency: string }) => (
  <div className="flex items-baseline gap-2">
    <dt className="text-sm text-ink-muted">{label}</dt>
    <dd className="text-lg font-semibold text-ink">
      <Money minor={minor} currency={currency} />
    </dd>
  </div>
)

const Exports = ({ filters }: { filters: PaymentFilters }) => {
  const { t } = useTranslation('money')
  const texts = { failed: t('export.failed'), done: (rows: number) => t('export.done', { count: rows }) }
  return (
    <div className="flex flex-wrap gap-3">
      <ExportButton
        exportFile={() => exportPaymentsFile(filters)}
        texts={{ ...texts, button: t('export.payments') }}
      />
      <ExportButton
        exportFile={() => exportJournalFile(filters.month)}
        texts={{ ...texts, button: t('export.journal') }}
      />
      <ExportButton
        exportFile={() => exportTaxFile(filters.month)}
        texts={{ ...texts, button: t('export.tax') }}
      />
    </div>
  )
}
