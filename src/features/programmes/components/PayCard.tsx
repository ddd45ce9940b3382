import { useTranslation } from 'react-i18next'
import type { PaymentPlan, Programme } from '#contract/money/programmes.ts'
import { useStartCheckout } from '../api/programmes.queries.ts'
import { payOptions } from '../model/pay-choices.ts'
import { useGoTo } from '#src/shared/lib/hooks/use-go-to.ts'
import { PayForm } from './PayForm.tsx'

type Props = {
  programme: Programme
  payable: NonNullable<Programme['payable']>
  plan: PaymentPlan
}

/** What to pay of a programme. */
export const PayCard = ({ programme, payable, plan }: Props) => {
  const { t } = useTranslation('programmes')
  const goTo = useGoTo()
  const start = useStartCheckout(programme.slug)
  return (
    <PayForm
      title={t('pay.title')}
      currency={programme.currency}
      options={payOptions(programme)}
      payable={payable}
      about={plan}
      isTest={programme.provider?.is_test ?? false}
      start={start}
      onPay={(minor, key) =>
        start.mutate(
          { idempotency_key: key, plan, amount_minor: minor },
          { onSuccess: ({ url }) => goTo(url) },
        )
      }
    />
  )
}
