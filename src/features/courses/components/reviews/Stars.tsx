import Star from 'lucide-react/icons/star'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatNumber } from '#src/shared/lib/format.ts'

const STARS = [1, 2, 3, 4, 5]

/** A rating as stars, with partly filled ones for an average; screen readers get it as text. */
export const Stars = ({ stars, size = 16 }: { stars: number; size?: number }) => {
  const { t } = useTranslation('courses')
  const rating = formatNumber(stars, useLanguage(), { maximumFractionDigits: 1 })
  return (
    <span role="img" aria-label={t('facts.rating', { rating })} className="inline-flex gap-0.5">
      {STARS.map((value) => (
        <span key={value} aria-hidden="true" className="relative inline-flex">
          <Star size={size} className="text-line-strong" />
          <span
            data-share=""
            style={{ width: `${100 * Math.min(1, Math.max(0, stars - value + 1))}%` }}
            className="absolute inset-y-0 start-0 overflow-hidden"
          >
            <Star size={size} className="max-w-none fill-decor-gold stroke-decor-gold-edge" />
          </span>
        </span>
      ))}
    </span>
  )
}
