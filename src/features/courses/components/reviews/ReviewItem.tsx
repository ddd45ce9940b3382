import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CourseReview } from '#contract/courses/reviews.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatDate } from '#src/shared/lib/format.ts'
import { Avatar } from '#src/shared/ui/content/Avatar.tsx'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { useHideReview } from '../../api/reviews.queries.ts'
import { Stars } from './Stars.tsx'
import { HideDialog } from './HideDialog.tsx'

type Props = { courseId: number; review: CourseReview; mayHide: boolean }

/** One review; people who manage the course can hide its text with a reason, or show it again. */
export const ReviewItem = ({ courseId, review, mayHide }: Props) => {
  const { t } = useTranslation('courses/catalogue')
  const language = useLanguage()
  const [isHideDialogOpen, setHideDialogOpen] = useState(false)
  const hide = useHideReview(courseId)
  return (
    <li className="flex gap-3 py-4">
      <Avatar name={review.author.name} src={review.author.picture} size={40} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <bdi className="font-semibold text-ink">{review.author.name}</bdi>
          <Stars stars={review.stars} />
          <span className="text-sm text-ink-muted">
            {formatDate(review.created_at, language)}
            {review.edited && ` · ${t('reviews.edited')}`}
          </span>
        </p>
        {review.hidden && (
          <p className="mt-1">
            <Badge tone="warning">{t('reviews.hidden', { reason: review.hidden.reason ?? '' })}</Badge>
          </p>
        )}
        <p dir="auto" className="mt-1.5 whitespace-pre-line break-words text-ink">
          {review.text}
        </p>
        {mayHide && (
          <Button
            size="sm"
            variant="ghost"
            className="-ms-3 mt-1"
            pending={hide.isPending}
            onClick={() =>
              review.hidden ? hide.mutate({ reviewId: review.id, reason: null }) : setHideDialogOpen(true)
            }
          >
            {t(review.hidden ? 'reviews.show' : 'reviews.hide')}
          </Button>
        )}
      </div>
      {isHideDialogOpen && (
        <HideDialog courseId={courseId} reviewId={review.id} onClose={() => setHideDialogOpen(false)} />
      )}
    </li>
  )
}
