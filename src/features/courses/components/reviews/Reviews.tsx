import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { ReviewPage } from '#contract/courses/reviews.ts'
import type { CourseDetail } from '#contract/courses/outline.ts'
import { isApiError } from '#src/core/http/api-error.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { useOnline } from '#src/core/pwa/use-online.ts'
import { formatNumber } from '#src/shared/lib/format.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { ListState } from '#src/shared/ui/feedback/ListState.tsx'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'
import { reviewsQuery } from '../../api/reviews.queries.ts'
import { OwnReview } from './OwnReview.tsx'
import { ReviewItem } from './ReviewItem.tsx'
import { Stars } from './Stars.tsx'

/** Average and distribution, the person's own review, then all reviews with a text, newest first. */
export const Reviews = ({ course }: { course: CourseDetail }) => {
  const { t } = useTranslation('courses/catalogue')
  const online = useOnline()
  const reviews = useInfiniteQuery(reviewsQuery(course.id))
  const first = reviews.data?.pages[0]
  const noNetwork = isApiError(reviews.error) && reviews.error.code === 'network'
  return (
    <section aria-labelledby="course-reviews">
      <h2 id="course-reviews" className="text-xl font-semibold text-ink">
        {t('reviews.title')}
      </h2>
      {first && <Summary page={first} />}
      {first && <OwnReview courseId={course.id} own={first.own} barred={first.barred} />}
      <ListState
        items={reviews.data?.pages.flatMap((page) => page.results)}
        failed={reviews.isError}
        offline={!online || noNetwork}
        filtered={false}
        loadingLabel={t('reviews.loading')}
        skeleton={<Skeleton className="mt-4 h-40 w-full" />}
        empty={{ illustration: 'stars', title: t('reviews.empty'), text: t('reviews.emptyHint') }}
        emptyFiltered={{ title: t('reviews.empty'), clearLabel: '', onClear: () => undefined }}
        error={{
          title: t('reviews.error'),
          retryLabel: t('reviews.retry'),
          onRetry: () => void reviews.refetch(),
        }}
        offlineMessage={{ title: t('reviews.offline') }}
      >
        {(items) => (
          <ul className="mt-4 divide-y divide-line">
            {items.map((review) => (
              <ReviewItem
                key={review.id}
                courseId={course.id}
                review={review}
                mayHide={first?.may_hide ?? false}
              />
            ))}
          </ul>
        )}
      </ListState>
      {reviews.hasNextPage && (
        <Button
          variant="secondary"
          className="mt-4"
          pending={reviews.isFetchingNextPage}
          onClick={() => void reviews.fetchNextPage()}
        >
          {t('reviews.more')}
        </Button>
      )}
    </section>
  )
}

const Summary = ({ page }: { page: ReviewPage }) => {
  const { t } = useTranslation(['courses/catalogue', 'courses'])
  const language = useLanguage()
  const total = page.distribution.reduce((sum, count) => sum + count, 0)
  if (total === 0) return null
  const average = formatNumber(page.average, language, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  return (
    <div className="mt-4 flex flex-col gap-4 sm:flex-row sm:items-center sm:gap-8">
      <div className="flex items-center gap-3 sm:flex-col sm:gap-1">
        <p className="text-4xl font-bold tabular-nums text-ink">{average}</p>
        <div className="sm:text-center">
          <Stars stars={page.average} />
          <p className="text-sm text-ink-muted">{t('reviews.ratings', { count: total })}</p>
        </div>
      </div>
      <ul className="min-w-0 max-w-md flex-1">
        {page.distribution.map((count, index) => (
          <li key={index} className="flex items-center gap-3 text-sm text-ink-muted">
            <span aria-hidden="true" className="w-8 shrink-0 tabular-nums">
              {5 - index} ★
            </span>
            <span className="sr-only">{t('reviews.bar', { stars: 5 - index, n: count })}</span>
            <span aria-hidden="true" className="h-2 flex-1 overflow-hidden rounded-full bg-line">
              <span
                style={{ width: `${(100 * count) / total}%` }}
                className="block h-full rounded-full bg-warning"
              />
            </span>
            <span aria-hidden="true" className="w-8 shrink-0 text-end tabular-nums">
              {formatNumber(count, language)}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
