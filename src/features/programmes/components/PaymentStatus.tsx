import { useTranslation } from 'react-i18next'
import type { Programme } from '#contract/money/programmes.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatDate } from '#src/shared/lib/format.ts'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Progress } from '#src/shared/ui/feedback/Progress.tsx'
import { useMoney } from '../model/use-money.ts'

type Order = NonNullable<Programme['order']>
type Props = { programme: Programme; order: Order }

const DAY_MS = 86_400_000

/** The last day on which paying keeps the courses open. */
const lastDayOf = (dueOn: string, graceDays: number): string =>
  new Date(Date.parse(dueOn) + graceDays * DAY_MS).toISOString().slice(0, 10)

/** How much is paid, and what being late means now. */
export const PaymentStatus = ({ programme, order }: Props) => {
  const { t } = useTranslation('programmes')
  const language = useLanguage()
  const money = useMoney(programme.currency)
  const owed = programme.price.owed_minor
  const paid = money(Math.min(order.paid_minor, owed))
  const next = order.parts.find(({ open_minor: open }) => open > 0)
  return (
    <Card as="section" aria-labelledby="payment-status">
      <h2 id="payment-status" className="text-lg font-semibold text-ink">
        {order.open_minor === 0 ? t('paymentStatus.done') : t('paymentStatus.title')}
      </h2>
      <p className="mt-2 flex flex-wrap items-baseline gap-x-2 tabular-nums">
        <span className="text-3xl font-bold text-ink">{paid}</span>
        <span className="text-ink-muted">{t('paymentStatus.of', { owed: money(owed) })}</span>
      </p>
      <Progress
        className="mt-3"
        value={owed === 0 ? 100 : (100 * order.paid_minor) / owed}
        label={t('paymentStatus.progress')}
        valueText={`${paid} ${t('paymentStatus.of', { owed: money(owed) })}`}
        tone={order.open_minor === 0 ? 'success' : 'primary'}
      />
      {next && (
        <p className="mt-3 text-ink-muted tabular-nums">
          {t('paymentStatus.next', {
            amount: money(next.open_minor),
            day: formatDate(next.due_on, language),
          })}
        </p>
      )}
      {order.is_read_only && (
        <Alert kind="error" className="mt-4" title={t('late.readOnly')}>
          {t('late.readOnlyText')}
        </Alert>
      )}
      {!order.is_read_only && next?.state === 'grace' && (
        <Alert kind="warning" className="mt-4" title={t('late.grace')}>
          {t('late.graceText', {
            day: formatDate(lastDayOf(next.due_on, programme.grace_days), language),
          })}
        </Alert>
      )}
      {order.credit_minor > 0 && (
        <Alert kind="info" className="mt-4" title={t('credit.title', { amount: money(order.credit_minor) })}>
          {t('credit.text')}
        </Alert>
      )}
    </Card>
  )
}
