import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { reviewsQuery } from '../../api/reviews.queries.ts'
import { OwnReview } from '../reviews/OwnReview.tsx'

/** Asks for a review where one may be written; a review that exists can be changed. */
export const DoneReview = ({ courseId }: { courseId: number }) => {
  const { t } = useTranslation('courses/done')
  const { data } = useInfiniteQuery(reviewsQuery(courseId))
  const page = data?.pages[0]
  if (!page || page.barred) return null
  return (
    <section aria-labelledby="done-review">
      <h2 id="done-review" className="text-xl font-semibold text-ink">
        {t('review')}
      </h2>
      {!page.own && <p className="mt-1 text-ink-muted">{t('reviewText')}</p>}
      <OwnReview courseId={courseId} own={page.own} barred={page.barred} />
    </section>
  )
}
