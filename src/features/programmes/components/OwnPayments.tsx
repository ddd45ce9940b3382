import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OwnPayment } from '#contract/money/documents.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { ListStates } from '#src/core/lists/ListStates.tsx'
import { formatDate } from '#src/shared/lib/format.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { ownPaymentsQuery } from '../api/documents.queries.ts'
import { useMoney } from '../model/use-money.ts'
import { BuyerDialog } from './BuyerDialog.tsx'
import { PaymentDocuments } from './PaymentDocuments.tsx'

/** A part of the profile: everything that the person paid, with receipts and invoices. */
export const OwnPayments = () => {
  const { t } = useTranslation('programmes')
  const payments = useQuery(ownPaymentsQuery())
  return (
    <section aria-labelledby="own-payments">
      <h2 id="own-payments" className="text-lg font-semibold text-ink">
        {t('own.title')}
      </h2>
      <p className="mt-1 mb-5 max-w-reading text-sm text-ink-muted">{t('own.text')}</p>
      {payments.data?.buyer && <Buyer buyer={payments.data.buyer} />}
      <ListStates
        rows={payments.data?.results}
        query={payments}
        texts={{
          loading: t('own.loading'),
          failed: t('own.failed'),
          empty: { title: t('own.empty'), text: t('own.emptyText') },
        }}
        skeleton={{ rows: 3, className: 'h-20' }}
      >
        {(rows) => (
          <ul className="card divide-y divide-line">
            {rows.map((payment) => (
              <Row key={payment.id} payment={payment} />
            ))}
          </ul>
        )}
      </ListStates>
    </section>
  )
}

const Row = ({ payment }: { payment: OwnPayment }) => {
  const { t } = useTranslation('programmes')
  const language = useLanguage()
  const money = useMoney(payment.currency)
  const { title, at, amount_minor: minor } = payment
  return (
    <li className="px-4 py-3 sm:px-6">
      <div className="flex items-baseline justify-between gap-4">
        <bdi className="min-w-0 font-medium text-ink">{title}</bdi>
        <span className="shrink-0 font-semibold text-ink tabular-nums">{money(minor)}</span>
      </div>
      <p className="mt-0.5 text-sm text-ink-muted">
        {t(minor < 0 ? 'payments.back' : 'payments.in', { at: formatDate(at, language) })}
      </p>
      <PaymentDocuments documents={payment.documents} />
    </li>
  )
}

type BuyerProps = Parameters<typeof BuyerDialog>[0]

/** To whom the next invoices are written. */
const Buyer = ({ buyer }: Pick<BuyerProps, 'buyer'>) => {
  const { t } = useTranslation('programmes')
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="mb-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-xl border border-line px-4 py-3 sm:px-6">
      <p className="min-w-0 flex-1 basis-60 text-sm text-ink-muted">
        {buyer.legal_name === '' ? (
          t('buyer.none')
        ) : (
          <>
            {t('buyer.given')} <bdi className="font-medium text-ink">{buyer.legal_name}</bdi>
            {buyer.gstin && (
              <>
                {' · '}
                <bdi>{buyer.gstin}</bdi>
              </>
            )}
          </>
        )}
      </p>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        {t('buyer.button')}
      </Button>
      {isOpen && <BuyerDialog buyer={buyer} onClose={() => setOpen(false)} />}
    </div>
  )
}
