import Star from 'lucide-react/icons/star'
import { useTranslation } from 'react-i18next'

const STARS = [1, 2, 3, 4, 5]

/** Stars as a picture; the words are for who does not see it. */
export const Stars = ({ stars, size = 16 }: { stars: number; size?: number }) => {
  const { t } = useTranslation('courses')
  return (
    <span role="img" aria-label={t('facts.rating', { rating: stars })} className="inline-flex gap-0.5">
      {STARS.map((value) => (
        <Star
          key={value}
          aria-hidden="true"
          size={size}
          className={value <= Math.round(stars) ? 'fill-current text-warning-text' : 'text-line-strong'}
        />
      ))}
    </span>
  )
}
