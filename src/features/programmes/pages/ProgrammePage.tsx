import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { ProgrammeSlug } from '#contract/money/programme-slugs.ts'
import type { PaymentPlan, Programme } from '#contract/money/programmes.ts'
import { isApiError } from '#src/core/http/api-error.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { paths } from '#src/core/paths.ts'
import { useOnline } from '#src/core/pwa/use-online.ts'
import { formatDate } from '#src/shared/lib/format.ts'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { EmptyState } from '#src/shared/ui/feedback/EmptyState.tsx'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'
import { PageHeader } from '#src/shared/ui/PageHeader.tsx'
import { useTakePlace } from '../api/programmes.queries.ts'
import { CheckoutNotice } from '../components/CheckoutNotice.tsx'
import { GuaranteeCard } from '../components/GuaranteeCard.tsx'
import { PayCard } from '../components/PayCard.tsx'
import { PaymentDocuments } from '../components/PaymentDocuments.tsx'
import { PlanChoice } from '../components/PlanChoice.tsx'
import { PriceCard } from '../components/PriceCard.tsx'
import { Schedule } from '../components/Schedule.tsx'
import { PaymentStatus } from '../components/PaymentStatus.tsx'
import { useMoney } from '../model/use-money.ts'
import { useReturn } from '../model/use-return.ts'

/** One page, two programmes: price, schedule and payments (rules: Money). */
export const ProgrammePage = ({ slug }: { slug: ProgrammeSlug }) => {
  const { query, checkout, isWaiting, isSlow, hasLeft } = useReturn(slug)
  if (!query.data) return query.isError ? <Failed error={query.error} onRetry={query.refetch} /> : <Loading />
  const programme = query.data
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeader title={<bdi>{programme.title}</bdi>} text={<bdi>{programme.summary}</bdi>} />
      <div className="flex flex-col gap-5">
        {checkout && (
          <CheckoutNotice programme={programme} checkout={checkout} hasLeft={hasLeft} isSlow={isSlow} />
        )}
        {programme.order ? (
          <Bought programme={programme} order={programme.order} isWaiting={isWaiting && !isSlow} />
        ) : (
          <Offer programme={programme} isWaiting={isWaiting && !isSlow} />
        )}
      </div>
    </div>
  )
}

const Offer = ({ programme, isWaiting }: { programme: Programme; isWaiting: boolean }) => {
  const { t } = useTranslation('programmes')
  const [plan, setPlan] = useState<PaymentPlan>('instalments')
  return (
    <>
      {programme.has_left && (
        <Alert kind="info" title={t('ended.again')}>
          {t('ended.againText')}
        </Alert>
      )}
      <PriceCard programme={programme} />
      {programme.payable ? (
        <>
          <PlanChoice programme={programme} plan={plan} onChange={setPlan} />
          {!isWaiting && <Pay programme={programme} payable={programme.payable} plan={plan} />}
          <p className="text-sm text-ink-muted">{t('late.rule', { count: programme.grace_days })}</p>
        </>
      ) : (
        <Covered programme={programme} />
      )}
      <Payments programme={programme} />
      <Courses programme={programme} />
    </>
  )
}

type BoughtProps = { programme: Programme; order: NonNullable<Programme['order']>; isWaiting: boolean }

const Bought = ({ programme, order, isWaiting }: BoughtProps) => {
  const guarantee = order.guarantee && <GuaranteeCard slug={programme.slug} guarantee={order.guarantee} />
  // Whoever has asked for the money wants to know what became of it.
  const isAsked = order.guarantee?.request != null
  return (
    <>
      {isAsked && guarantee}
      {order.state === 'ended' ? <Ended /> : <PaymentStatus programme={programme} order={order} />}
      {programme.payable && !isWaiting && (
        // Another amount is open after a payment: the choice starts anew.
        <Pay key={order.paid_minor} programme={programme} payable={programme.payable} plan={order.plan} />
      )}
      {order.parts.length > 0 && <Schedule programme={programme} order={order} />}
      <Payments programme={programme} />
      {!isAsked && guarantee}
      {order.state !== 'ended' && <PriceCard programme={programme} />}
      <Courses programme={programme} />
    </>
  )
}

const Ended = () => {
  const { t } = useTranslation('programmes')
  return (
    <Alert kind="info" title={t('ended.title')}>
      {t('ended.text')}
    </Alert>
  )
}

type PayProps = Parameters<typeof PayCard>[0]

/** Where nobody can pay online, the client's own words say how. */
const Pay = (props: PayProps) => {
  const { t } = useTranslation('programmes')
  const { provider, payment_instructions: instructions } = props.programme
  if (provider) return <PayCard {...props} />
  return (
    <Alert kind="info" title={t('pay.offline')}>
      <bdi className="whitespace-pre-line">{instructions ?? t('pay.offlineText')}</bdi>
    </Alert>
  )
}

const Covered = ({ programme }: { programme: Programme }) => {
  const { t } = useTranslation('programmes')
  const take = useTakePlace(programme.slug)
  return (
    <Card as="section">
      <h2 className="text-lg font-semibold text-ink">
        {t(programme.price.coupon_minor > 0 ? 'covered.couponTitle' : 'covered.title')}
      </h2>
      <p className="mt-1 text-ink-muted">{t('covered.text')}</p>
      {take.isError && (
        <Alert kind="error" className="mt-3">
          {errorText(take.error, t('covered.failed'))}
        </Alert>
      )}
      <Button size="lg" block className="mt-4" pending={take.isPending} onClick={() => take.mutate()}>
        {t('covered.button')}
      </Button>
    </Card>
  )
}

const Payments = ({ programme }: { programme: Programme }) => {
  const { t } = useTranslation('programmes')
  const language = useLanguage()
  const money = useMoney(programme.currency)
  if (programme.payments.length === 0) return null
  return (
    <Card as="section" pad="none" aria-labelledby="payments">
      <h2 id="payments" className="p-4 text-lg font-semibold text-ink sm:px-6 sm:pt-5">
        {t('payments.title')}
      </h2>
      <ul>
        {programme.payments.map(({ id, at, amount_minor: minor, documents }) => (
          <li
            key={id}
            className="flex items-baseline justify-between gap-4 border-t border-line px-4 py-3 sm:px-6"
          >
            <span className="flex min-w-0 flex-col text-ink-muted">
              {t(minor < 0 ? 'payments.back' : 'payments.in', {
                at: formatDate(at, language, { time: true }),
              })}
              <PaymentDocuments documents={documents} />
            </span>
            <span className="shrink-0 font-semibold text-ink tabular-nums">{money(minor)}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

const Courses = ({ programme }: { programme: Programme }) => {
  const { t } = useTranslation('programmes')
  if (programme.courses.length === 0) return null
  return (
    <Card as="section" pad="none" aria-labelledby="courses">
      <h2 id="courses" className="p-4 text-lg font-semibold text-ink sm:px-6 sm:pt-5">
        {t('courses.title', { count: programme.courses.length })}
      </h2>
      <ul>
        {programme.courses.map(({ id, title }) => (
          <li key={id} className="border-t border-line">
            <Link
              to={paths.course(id)}
              className="flex min-h-12 items-center px-4 py-2.5 text-primary-text hover:underline sm:px-6"
            >
              <bdi>{title}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}

const Loading = () => {
  const { t } = useTranslation('programmes')
  return (
    <div role="status" aria-busy="true" className="mx-auto max-w-2xl">
      <span className="sr-only">{t('loading')}</span>
      <Skeleton width="min(24rem, 80%)" height={36} className="mb-6" />
      <Skeleton className="mb-5 h-48 rounded-xl" />
      <Skeleton className="h-72 rounded-xl" />
    </div>
  )
}

const Failed = ({ error, onRetry }: { error: unknown; onRetry: () => unknown }) => {
  const { t } = useTranslation('programmes')
  const isOnline = useOnline()
  const isMissing = isApiError(error) && error.status === 404
  return (
    <EmptyState
      as="h1"
      role="alert"
      illustration={isMissing ? 'notFound' : isOnline ? 'error' : 'offline'}
      title={t(isMissing ? 'missing.title' : 'failed.title')}
      text={isMissing ? t('missing.text') : errorText(error, t('failed.text'))}
      action={
        isMissing ? (
          <Link to={paths.courses} className={buttonClass()}>
            {t('missing.action')}
          </Link>
        ) : (
          <Button onClick={() => void onRetry()}>{t('failed.retry')}</Button>
        )
      }
    />
  )
}
