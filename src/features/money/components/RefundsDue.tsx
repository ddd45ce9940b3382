import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DueRefund } from '#contract/money/payments.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatDate } from '#src/shared/lib/format.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { dueRefundsQuery } from '../api/money.queries.ts'
import { Money } from './Money.tsx'
import { PastRequests } from './PastRequests.tsx'
import { RefundDialog } from './RefundDialog.tsx'

/** Refund requests that wait for a decision. Without one the section stays away. */
export const RefundsDue = () => {
  const { t } = useTranslation('money')
  const due = useQuery(dueRefundsQuery())
  const [chosen, setChosen] = useState<DueRefund | null>(null)
  if (due.isError && !due.data)
    return (
      <Alert
        kind="error"
        className="mb-6"
        title={t('refunds.failed')}
        action={
          <Button size="sm" variant="secondary" onClick={() => void due.refetch()}>
            {t('retry')}
          </Button>
        }
      />
    )
  const results = due.data?.results ?? []
  if (results.length === 0) return null
  return (
    <section aria-labelledby="refunds-due" className="mb-8">
      <Card pad="none">
        <h2 id="refunds-due" className="p-4 text-lg font-semibold text-ink sm:px-6 sm:pt-5">
          {t('refunds.title', { count: results.length })}
        </h2>
        <ul className="text-sm">
          {results.map((refund) => (
            <Request key={keyOf(refund)} refund={refund} onDecide={() => setChosen(refund)} />
          ))}
        </ul>
      </Card>
      {chosen && <RefundDialog key={keyOf(chosen)} refund={chosen} onClose={() => setChosen(null)} />}
    </section>
  )
}

const keyOf = ({ purchase_id: purchase, order_id: order }: DueRefund) => `${purchase}/${order}`

const Request = ({ refund, onDecide }: { refund: DueRefund; onDecide: () => void }) => {
  const { t } = useTranslation('money')
  const language = useLanguage()
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-line px-4 py-3 sm:px-6">
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-medium text-ink">
          <bdi>{refund.person.name}</bdi> ·{' '}
          <bdi className="font-normal">{(refund.course ?? refund.programme)?.title}</bdi>
        </p>
        <p className="text-ink-muted">
          {t('refunds.asked', {
            asked: formatDate(refund.asked_at, language),
            paid: formatDate(refund.paid_at, language),
          })}
        </p>
        {refund.reason !== '' && (
          <p className="mt-1 text-ink">
            <bdi>{refund.reason}</bdi>
          </p>
        )}
        <PastRequests requests={refund.declined_before} className="mt-3" />
      </div>
      <div className="flex grow items-center justify-between gap-4 sm:grow-0">
        <span className="text-lg font-semibold text-ink">
          <Money minor={refund.amount_minor} currency={refund.currency} />
        </span>
        <Button size="sm" variant="secondary" onClick={onDecide}>
          {t('refunds.decide')}
        </Button>
      </div>
    </li>
  )
}
