import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CourseReview, ReviewPage } from '#contract/courses/reviews.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { useDeleteReview } from '../../api/reviews.queries.ts'
import { ReviewForm } from './ReviewForm.tsx'
import { Stars } from './Stars.tsx'

type Props = { courseId: number; own: CourseReview | null; barred: ReviewPage['barred'] }

/** The person's own review: write, edit or delete it; or why that is not allowed. */
export const OwnReview = ({ courseId, own, barred }: Props) => {
  const { t } = useTranslation('courses/catalogue')
  const [isEditing, setEditing] = useState(false)
  const [isConfirming, setConfirming] = useState(false)
  const remove = useDeleteReview(courseId)
  if (barred === 'teaches') return null
  if (barred && !own) return <p className="mt-4 text-sm text-ink-muted">{t(`reviews.barred.${barred}`)}</p>
  if (isEditing || (!own && !barred))
    return <ReviewForm courseId={courseId} own={own} onDone={() => setEditing(false)} />
  if (!own) return null
  return (
    <div className="card mt-4 p-4">
      <p className="flex flex-wrap items-center gap-3">
        <span className="font-semibold text-ink">{t('reviews.own')}</span>
        <Stars stars={own.stars} />
      </p>
      {own.text && (
        <p dir="auto" className="mt-1.5 whitespace-pre-line break-words text-ink">
          {own.text}
        </p>
      )}
      {own.hidden && (
        <p className="mt-2 text-sm text-warning-text">
          {t('reviews.hidden', { reason: own.hidden.reason ?? '' })}
        </p>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        {!barred && (
          <Button size="sm" variant="secondary" onClick={() => setEditing(true)}>
            {t('reviews.edit')}
          </Button>
        )}
        <Button
          size="sm"
          variant={isConfirming ? 'danger' : 'ghost'}
          pending={remove.isPending}
          onBlur={() => setConfirming(false)}
          onClick={() => (isConfirming ? remove.mutate() : setConfirming(true))}
        >
          {t(isConfirming ? 'reviews.removeSure' : 'reviews.remove')}
        </Button>
      </div>
    </div>
  )
}
