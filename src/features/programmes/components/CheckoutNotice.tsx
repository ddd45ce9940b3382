import { useTranslation } from 'react-i18next'
import type { CheckoutState } from '#contract/money/checkout-states.ts'
import type { Programme } from '#contract/money/programmes.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Burst } from '#src/shared/ui/feedback/Burst.tsx'
import { Spinner } from '#src/shared/ui/feedback/Spinner.tsx'
import { useMoney } from '../model/use-money.ts'

type Props = {
  programme: Pick<Programme, 'currency'>
  checkout: Pick<NonNullable<Programme['checkout']>, 'state' | 'amount_minor'>
  /** The payer came back without paying. */
  hasLeft: boolean
  /** The confirmation has been awaited for long. */
  isSlow: boolean
}

const KINDS = {
  paid: 'success',
  created: 'info',
  processing: 'info',
  failed: 'error',
  expired: 'warning',
} as const satisfies Record<CheckoutState, string>

/** What became of the payment from which the payer comes back. */
export const CheckoutNotice = ({ programme, checkout, hasLeft, isSlow }: Props) => {
  const { t } = useTranslation('programmes')
  const amount = useMoney(programme.currency)(checkout.amount_minor)
  const isWaiting = (checkout.state === 'created' || checkout.state === 'processing') && !hasLeft
  const key = isWaiting
    ? 'waiting'
    : checkout.state === 'created' || checkout.state === 'processing'
      ? 'left'
      : checkout.state
  return (
    <div className="relative">
      <Alert kind={KINDS[checkout.state]} title={t(`notice.${key}`, { amount })}>
        {isWaiting && isSlow ? t('notice.slowText') : t(`notice.${key}Text`)}
        {isWaiting && !isSlow && <Spinner size={18} className="ms-2 inline-block align-middle" />}
      </Alert>
      {checkout.state === 'paid' && <Burst />}
    </div>
  )
}
