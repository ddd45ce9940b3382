import { useTranslation } from 'react-i18next'
import type { PayLink } from '#contract/money/pay.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { DocumentLinks } from '#src/core/lists/DocumentLinks.tsx'
import { formatDate } from '#src/shared/lib/format.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { CheckoutNotice } from '../components/CheckoutNotice.tsx'
import { PayForm } from '../components/PayForm.tsx'
import type { PayOption } from '../model/pay-choices.ts'
import { useGoTo } from '#src/shared/lib/hooks/use-go-to.ts'
import { useMoney } from '../model/use-money.ts'
import { loadPayDocument, useStartPayment } from './pay.queries.ts'

type Props = {
  code: string
  link: PayLink
  pass: string | null
  isWaiting: boolean
  isSlow: boolean
  hasLeft: boolean
}

/** What is asked, what is paid, and how to pay. */
export const PayLinkView = ({ code, link, pass, isWaiting, isSlow, hasLeft }: Props) => (
  <div className="flex flex-col gap-5">
    {link.checkout && (
      <CheckoutNotice programme={link} checkout={link.checkout} hasLeft={hasLeft} isSlow={isSlow} />
    )}
    {link.checkout && <Documents code={code} checkout={link.checkout} pass={pass} />}
    <Summary link={link} />
    {!(isWaiting && !isSlow) && <HowToPay code={code} link={link} pass={pass} />}
  </div>
)

/** The receipt and invoice of the payment from which the payer comes back. */
const Documents = ({
  code,
  checkout,
  pass,
}: Pick<Props, 'code' | 'pass'> & { checkout: NonNullable<PayLink['checkout']> }) => {
  const { t } = useTranslation('programmes')
  return (
    <DocumentLinks
      documents={checkout.documents}
      load={(documentId) => loadPayDocument({ payCode: code, checkoutId: checkout.id, documentId }, pass)}
      nameOf={({ kind }) => t(`documents.${kind}`)}
      failed={t('documents.failed')}
    />
  )
}

const Summary = ({ link }: { link: PayLink }) => {
  const { t } = useTranslation('programmes/pay')
  const money = useMoney(link.currency)
  const language = useLanguage()
  const isPaid = link.open_minor === 0
  return (
    <Card as="section">
      <h1 tabIndex={-1} className="text-2xl font-bold wrap-break-word text-ink">
        <bdi>{link.title}</bdi>
      </h1>
      <p className="mt-3 text-sm text-ink-muted">{t(isPaid ? 'paidInFull' : 'open')}</p>
      <p className="text-4xl font-bold break-all text-ink tabular-nums">
        {money(isPaid ? link.amount_minor : link.open_minor)}
      </p>
      {!isPaid && link.paid_minor > 0 && (
        <p className="mt-1 text-ink-muted">
          {t('paidOf', { paid: money(link.paid_minor), amount: money(link.amount_minor) })}
        </p>
      )}
      {!link.is_closed && (
        <p className="mt-3 text-sm text-ink-muted">
          {t('until', {
            date: formatDate(new Date(Date.parse(link.expires_at) - 1).toISOString(), language),
          })}
        </p>
      )}
    </Card>
  )
}

const optionsOf = ({ min_minor: min, max_minor: max }: NonNullable<PayLink['payable']>): PayOption[] => [
  { choice: 'all', minor: max },
  ...(min < max ? [{ choice: 'least', minor: min } as const] : []),
]

const HowToPay = ({ code, link, pass }: Pick<Props, 'code' | 'link' | 'pass'>) => {
  const { t } = useTranslation(['programmes/pay', 'programmes'])
  const start = useStartPayment(code)
  const goTo = useGoTo()
  if (link.is_closed) return link.open_minor > 0 ? <Alert kind="info">{t('closed')}</Alert> : null
  if (!link.provider)
    return (
      <Alert kind="info" title={t('programmes:pay.offline')}>
        <bdi className="whitespace-pre-line">
          {link.payment_instructions ?? t('programmes:pay.offlineText')}
        </bdi>
      </Alert>
    )
  return (
    <>
      {link.started && <Started link={link} started={link.started} />}
      {!link.payable && !link.started && <Alert kind="info">{t('busy')}</Alert>}
      {link.payable && (
        <PayForm
          // Another amount is open after a payment: the choice starts anew.
          key={link.payable.max_minor}
          title={t('how')}
          currency={link.currency}
          options={link.paid_minor > 0 ? optionsOf(link.payable).slice(0, 1) : optionsOf(link.payable)}
          payable={link.payable}
          about={code}
          isTest={link.provider.is_test}
          start={start}
          onPay={(minor, key) =>
            start.mutate(
              { idempotency_key: key, amount_minor: minor, pass },
              { onSuccess: ({ url }) => goTo(url) },
            )
          }
        />
      )}
    </>
  )
}

/** A payment that nobody finished holds its amount for half an hour; whoever has the link may go on with it. */
const Started = ({ link, started }: { link: PayLink; started: NonNullable<PayLink['started']> }) => {
  const { t } = useTranslation('programmes/pay')
  const money = useMoney(link.currency)
  const goTo = useGoTo()
  return (
    <Card as="section">
      <h2 className="text-lg font-semibold text-ink">{t('started.title')}</h2>
      <p className="mt-1 text-ink-muted">{t('started.text', { amount: money(started.amount_minor) })}</p>
      <Button size="lg" block className="mt-4" onClick={() => goTo(started.url)}>
        {t('started.button')}
      </Button>
    </Card>
  )
}
