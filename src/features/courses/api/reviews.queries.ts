import { infiniteQueryOptions, useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import {
  deleteReview,
  hideReview,
  listReviews,
  REVIEWS_PER_PAGE,
  saveReview,
} from '#contract/courses/reviews.ts'
import { authedCall } from '#src/core/api/authed-call.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { reviewsKey } from './keys.ts'
import { useCourseChanges } from './use-course-changes.ts'

/** Reviews, newest first; the reader loads further pages. */
export const reviewsQuery = (courseId: number) =>
  infiniteQueryOptions({
    queryKey: reviewsKey(courseId),
    queryFn: ({ pageParam, signal }) =>
      authedCall(listReviews, {
        params: { courseId },
        query: { page: pageParam, page_size: REVIEWS_PER_PAGE },
        signal,
      }),
    initialPageParam: 1,
    // The right to review starts with the first progress in the course.
    staleTime: 0,
    getNextPageParam: (last, all) => (last.next === null ? undefined : all.length + 1),
  })

const useRefreshReviews = (courseId: number) => {
  const courseChanged = useCourseChanges()
  return () => courseChanged({ type: 'reviews', courseId })
}

export const useSaveReview = (courseId: number) => {
  const refreshReviews = useRefreshReviews(courseId)
  return useMutation({
    mutationFn: (body: { stars: number; text: string }) =>
      authedCall(saveReview, { params: { courseId }, body }),
    onSuccess: refreshReviews,
  })
}

export const useDeleteReview = (courseId: number) => {
  const refreshReviews = useRefreshReviews(courseId)
  const notify = useNotify()
  const { t } = useTranslation('courses/catalogue')
  return useMutation({
    mutationFn: () => authedCall(deleteReview, { params: { courseId } }),
    onSuccess: refreshReviews,
    onError: (error) => notify({ kind: 'error', title: errorText(error, t('reviews.failed')) }),
  })
}

export const useHideReview = (courseId: number) => {
  const refreshReviews = useRefreshReviews(courseId)
  return useMutation({
    mutationFn: ({ reviewId, reason }: { reviewId: number; reason: string | null }) =>
      authedCall(hideReview, { params: { reviewId }, body: { reason } }),
    onSuccess: refreshReviews,
  })
}
