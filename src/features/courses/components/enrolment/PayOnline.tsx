import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CoursePayment } from '#contract/money/course-payments.ts'
import { isApiError } from '#src/core/http/api-error.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatMoney } from '#src/shared/lib/format.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { useStartPayment, useTakePlace } from '../../api/payment.queries.ts'
import { CouponPrice } from './CouponPrice.tsx'
import { HOW_TO_PAY_ID } from './use-course-action.ts'

type Props = { courseId: number; payment: CoursePayment; amountMinor: number }

/** Coupon, amount and button, or the place of a course that costs nothing any more. */
export const PayOnline = (props: Props) => {
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
