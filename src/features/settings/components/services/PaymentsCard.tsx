import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { PaymentProviderName, PaymentProviders } from '#contract/money/providers.ts'
import { adminPaths } from '#src/core/admin-paths.ts'
import { selectClientInfo } from '#src/core/client-config/client-config-slice.ts'
import { isFeatureOff } from '#src/core/client-config/features.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useAppSelector } from '#src/core/store/hooks.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'
import { paymentsQuery, useTestPayments } from '../../api/services.queries.ts'
import { ProviderTests } from './ProviderTests.tsx'
import { ServiceCard } from './ServiceCard.tsx'

const NAMES: Record<PaymentProviderName, string> = { stripe: 'Stripe', razorpay: 'Razorpay' }
const LINK = `${adminPaths.paymentList}?view=provider`

/** By what learners pay; its settings are in the area of payments. */
export const PaymentsCard = () => {
  const { t } = useTranslation('settings')
  const isOff = useAppSelector((state) => isFeatureOff(selectClientInfo(state), 'course'))
  const { data, error } = useQuery({ ...paymentsQuery(), enabled: !isOff })
  if (isOff)
    return (
      <ServiceCard
        title={t('services.payments.title')}
        state={{ text: t('services.off'), isGood: false }}
        text={t('services.payments.off')}
      />
    )
  return (
    <ServiceCard
      title={t('services.payments.title')}
      state={data ? stateOf(data, t) : null}
      text={data ? t(`services.payments.${data.chosen ?? 'none'}`) : t('services.payments.text')}
      link={{ to: LINK, label: t('services.payments.link') }}
    >
      {!data && !error && <Skeleton className="h-11 w-40 rounded-lg" />}
      {error && <Alert kind="error" title={errorText(error, t('loadFailed'))} />}
      {data && <Tests settings={data} />}
    </ServiceCard>
  )
}

const stateOf = (
  { chosen }: PaymentProviders,
  t: (key: 'services.ready' | 'services.missing') => string,
) => ({
  text: t(chosen === null ? 'services.missing' : 'services.ready'),
  isGood: chosen !== null,
})

const Tests = ({ settings }: { settings: PaymentProviders }) => {
  const { t } = useTranslation('settings')
  const test = useTestPayments()
  return (
    <ProviderTests
      names={settings.providers.filter(({ has_keys: hasKeys }) => hasKeys).map(({ provider }) => provider)}
      labelOf={(name) => NAMES[name]}
      failureText={(failure) => t(`services.payments.failure.${failure}`)}
      test={test}
    />
  )
}
