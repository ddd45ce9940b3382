import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CourseDetail } from '#contract/courses/outline.ts'
import type { CoursePayment } from '#contract/money/course-payments.ts'
import { isApiError } from '#src/core/http/api-error.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatMoney } from '#src/shared/lib/format.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'
import type { ReceivedAccess } from '../../api/consequences.ts'
import { coursePaymentQuery, useStartPayment, useTakePlace } from '../../api/payment.queries.ts'
import { CouponPrice } from './CouponPrice.tsx'
import { HowToPay } from './HowToPay.tsx'
import { HOW_TO_PAY_ID } from './use-course-action.ts'

/** A button where people can pay online, else how to pay. */
export const ToPay = ({ course, access }: { course: CourseDetail; access: ReceivedAccess }) => {
  const { data: payment, isPending } = useQuery(coursePaymentQuery(course.id))
  if (isPending) return <Skeleton className="h-28 w-full" />
  if (!payment?.provider || payment.amount_minor === null) return <HowToPay access={access} />
  return <PayOnline courseId={course.id} payment={payment} amountMinor={payment.amount_minor} />
}

/** What is left of the price after the booking amount. */
export const PayRest = ({ courseId }: { courseId: number }) => {
  const { data: payment } = useQuery(coursePaymentQuery(courseId))
  if (!payment?.provider || payment.amount_minor === null || payment.paid_minor === 0) return null
  return <PayOnline courseId={courseId} payment={payment} amountMinor={payment.amount_minor} />
}

type Props = { courseId: number; payment: CoursePayment; amountMinor: number }

const PayOnline = (props: Props) => {
  const { courseId, payment } = props
  const { t } = useTranslation('courses/catalogue')
  return (
    <section
      id={HOW_TO_PAY_ID}
      aria-labelledby={`${HOW_TO_PAY_ID}-title`}
      className="flex scroll-mt-24 flex-col gap-3 rounded-lg bg-surface-sunken p-4 text-sm"
    >
      <h2 id={`${HOW_TO_PAY_ID}-title`} className="text-base font-semibold text-ink">
        {t('pay.online')}
      </h2>
      {payment.paid_minor === 0 && <CouponPrice courseId={courseId} payment={payment} />}
      {payment.price_minor === 0 ? <TakePlace courseId={courseId} /> : <PayAmount {...props} />}
    </section>
  )
}

const PayAmount = ({ courseId, payment, amountMinor }: Props) => {
  const { t } = useTranslation('courses/catalogue')
  const language = useLanguage()
  const start = useStartPayment(courseId)
  // One key for one amount of one price: pressing twice starts one payment.
  const [sent, setSent] = useState({ what: '', key: '' })
  const money = (minor: number) => formatMoney(minor, payment.currency, language)
  const pay = () => {
    const what = `${amountMinor}/${payment.price_minor}`
    const key = sent.what === what ? sent.key : crypto.randomUUID()
    setSent({ what, key })
    start.mutate({ idempotency_key: key, amount_minor: amountMinor, price_minor: payment.price_minor })
  }
  const isChanged = isApiError(start.error) && start.error.code === 'conflict'
  return (
    <>
      <p className="text-ink-muted">
        {payment.paid_minor > 0
          ? t('pay.rest', { paid: money(payment.paid_minor), price: money(payment.price_minor) })
          : t(amountMinor < payment.price_minor ? 'pay.booking' : 'pay.whole')}
      </p>
      {start.isError && (
        <Alert kind={isChanged ? 'info' : 'error'}>
          {isChanged ? t('pay.changed') : errorText(start.error, t('pay.failed'))}
        </Alert>
      )}
      <Button block size="lg" pending={start.isPending} onClick={pay}>
        {t('pay.button', { amount: money(amountMinor) })}
      </Button>
      {payment.provider?.is_test && <p className="text-center text-ink-muted">{t('pay.test')}</p>}
    </>
  )
}

const TakePlace = ({ courseId }: { courseId: number }) => {
  const { t } = useTranslation('courses/catalogue')
  const take = useTakePlace(courseId)
  return (
    <>
      <p className="text-ink-muted">{t('pay.price.free')}</p>
      {take.isError && <Alert kind="error">{errorText(take.error, t('pay.price.takeFailed'))}</Alert>}
      <Button block size="lg" pending={take.isPending} onClick={() => take.mutate()}>
        {t('pay.price.take')}
      </Button>
    </>
  )
}
