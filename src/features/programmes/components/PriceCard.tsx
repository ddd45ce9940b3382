import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Programme } from '#contract/money/programmes.ts'
import { CouponField } from '#src/core/editing/CouponField.tsx'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { paths } from '#src/core/paths.ts'
import { formatPercent } from '#src/shared/lib/format.ts'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { useApplyCoupon, useRemoveCoupon } from '../api/coupons.queries.ts'
import { useMoney } from '../model/use-money.ts'

/** Total, scholarship and what is left to pay. */
export const PriceCard = ({ programme }: { programme: Programme }) => {
  const { t } = useTranslation('programmes')
  const language = useLanguage()
  const { price, assessment, order } = programme
  const money = useMoney(programme.currency)
  const apply = useApplyCoupon(programme.slug)
  const remove = useRemoveCoupon(programme.slug)
  const percent = formatPercent(price.scholarship_percent / 100, language)
  return (
    <Card as="section" aria-labelledby="price">
      <h2 id="price" className="text-lg font-semibold text-ink">
        {t('price.title')}
      </h2>
      <dl className="mt-3 flex flex-col gap-2 tabular-nums">
        <Line label={t('price.total')} value={money(price.total_minor)} />
        {price.scholarship_minor > 0 && (
          <Line
            label={t('price.scholarship', { percent })}
            value={`− ${money(price.scholarship_minor)}`}
            className="text-success-text"
          />
        )}
        {price.coupon_minor > 0 && (
          <Line
            label={t('price.coupon', { code: price.coupon?.code ?? '' })}
            value={`− ${money(price.coupon_minor)}`}
            className="text-success-text"
          />
        )}
        <div className="flex items-baseline justify-between gap-4 border-t border-line pt-3">
          <dt className="font-semibold text-ink">{t('price.owed')}</dt>
          <dd className="text-2xl font-bold text-ink">{money(price.owed_minor)}</dd>
        </div>
      </dl>
      {!order && <CouponField coupon={price.coupon} apply={apply} remove={remove} />}
      {assessment && !assessment.has_result && !order && (
        <p className="mt-4 rounded-lg bg-primary-soft px-4 py-3 text-sm text-ink">
          {t('price.noResult')}{' '}
          <Link
            to={paths.assessment(assessment.id)}
            className="inline-flex min-h-6 items-center font-medium text-primary-text underline pointer-coarse:min-h-11"
          >
            {t('price.takeAssessment')}
          </Link>
        </p>
      )}
    </Card>
  )
}

type LineProps = { label: string; value: string; className?: string }

const Line = ({ label, value, className = 'text-ink' }: LineProps) => (
  <div className="flex items-baseline justify-between gap-4">
    <dt className="text-ink-muted">{label}</dt>
    <dd className={className}>{value}</dd>
  </div>
)
