import Star from 'lucide-react/icons/star'
import { useTranslation } from 'react-i18next'
import { cx } from '#src/shared/lib/cx.ts'

const FIVE = [1, 2, 3, 4, 5] as const

/** A rating as stars. */
export const Stars = ({ rating }: { rating: number }) => {
  const { t } = useTranslation('recruiting')
  return (
    <span role="img" aria-label={t('rating.value', { rating })} className="inline-flex">
      {FIVE.map((value) => (
        <Star
          key={value}
          aria-hidden="true"
          size={14}
          className={cx(value <= rating ? 'fill-decor-gold stroke-decor-gold-edge' : 'text-line-strong')}
        />
      ))}
    </span>
  )
}

type ChoiceProps = { rating: number | null; onChange: (rating: number | null) => void }

/** Five stars to choose from; the chosen one again takes the rating back. */
export const StarChoice = ({ rating, onChange }: ChoiceProps) => {
  const { t } = useTranslation('recruiting')
  return (
    <div role="group" aria-label={t('rating.label')} className="flex">
      {FIVE.map((value) => (
        <button
          key={value}
          type="button"
          aria-pressed={rating === value}
          aria-label={t('rating.give', { rating: value })}
          className="flex size-11 items-center justify-center rounded-lg hover:bg-surface-sunken"
          onClick={() => onChange(rating === value ? null : value)}
        >
          <Star
            aria-hidden="true"
            size={22}
            className={cx(
              value <= (rating ?? 0) ? 'fill-decor-gold stroke-decor-gold-edge' : 'text-ink-muted',
            )}
          />
        </button>
      ))}
    </div>
  )
}
