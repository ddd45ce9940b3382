import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { CoursePayment } from '#contract/money/course-payments.ts'
import { CouponField } from '#src/core/editing/CouponField.tsx'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatMoney } from '#src/shared/lib/format.ts'
import { useApplyCoupon, useRemoveCoupon } from '../../api/payment.queries.ts'

type Props = { courseId: number; payment: CoursePayment }

/** Before anything is paid: a field for a coupon, or what the coupon takes off. */
export const CouponPrice = ({ courseId, payment }: Props) => {
  const { t } = useTranslation('courses/catalogue')
  const language = useLanguage()
  const apply = useApplyCoupon(courseId)
  const remove = useRemoveCoupon(courseId)
  const { coupon, coupon_minor: couponMinor } = payment
  const money = (minor: number) => formatMoney(minor, payment.currency, language)
  return (
    <div>
      {couponMinor > 0 && (
        <dl className="flex flex-col gap-1.5 tabular-nums">
          <Line label={t('pay.price.full')} value={money(payment.full_price_minor)} />
          <Line
            label={t('pay.price.coupon', { code: coupon?.code ?? '' })}
            value={`− ${money(couponMinor)}`}
            className="text-success-text"
          />
          <Line
            label={t('pay.price.owed')}
            value={money(payment.price_minor)}
            className="font-semibold text-ink"
          />
        </dl>
      )}
      {/* Its texts load when it is shown. */}
      <Suspense fallback={null}>
        <CouponField coupon={coupon} apply={apply} remove={remove} />
      </Suspense>
    </div>
  )
}

type LineProps = { label: string; value: string; className?: string }

const Line = ({ label, value, className = 'text-ink' }: LineProps) => (
  <div className="flex items-baseline justify-between gap-4">
    <dt className="text-ink-muted">{label}</dt>
    <dd className={className}>{value}</dd>
  </div>
)
