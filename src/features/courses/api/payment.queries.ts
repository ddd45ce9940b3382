import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { applyCourseCoupon, removeCourseCoupon } from '#contract/money/course-coupons.ts'
import {
  getCoursePayment,
  startCoursePayment,
  takeCoursePlace,
  type CoursePayment,
} from '#contract/money/course-payments.ts'
import { authedCall } from '#src/core/api/authed-call.ts'
import { useGoTo } from '#src/shared/lib/hooks/use-go-to.ts'
import { coursePaymentKey } from './keys.ts'
import { useCourseChanges } from './use-course-changes.ts'

export const coursePaymentQuery = (courseId: number) =>
  queryOptions({
    queryKey: coursePaymentKey(courseId),
    queryFn: async ({ signal }) =>
      (await authedCall(getCoursePayment, { params: { courseId }, signal })).payment,
    // The amount and the provider are what the person is about to pay.
    staleTime: 0,
  })

/** Starts a payment and goes to its checkout. What was refused shows the amount and the seats as they are now. */
export const useStartPayment = (courseId: number) => {
  const goTo = useGoTo()
  const queries = useQueryClient()
  const courseChanged = useCourseChanges()
  return useMutation({
    mutationFn: (body: { idempotency_key: string; amount_minor: number; price_minor: number }) =>
      authedCall(startCoursePayment, { params: { courseId }, body }),
    onSuccess: ({ url }) => goTo(url),
    onError: () => {
      void queries.invalidateQueries({ queryKey: coursePaymentKey(courseId) })
      void courseChanged({ type: 'accessOutdated', courseId })
    },
  })
}

/** The answer is the new price. */
const useShow = (courseId: number) => {
  const queries = useQueryClient()
  return ({ payment }: { payment: CoursePayment | null }) =>
    queries.setQueryData(coursePaymentQuery(courseId).queryKey, payment)
}

export const useApplyCoupon = (courseId: number) =>
  useMutation({
    mutationFn: (code: string) => authedCall(applyCourseCoupon, { params: { courseId }, body: { code } }),
    onSuccess: useShow(courseId),
  })

export const useRemoveCoupon = (courseId: number) =>
  useMutation({
    mutationFn: () => authedCall(removeCourseCoupon, { params: { courseId } }),
    onSuccess: useShow(courseId),
  })

/** A coupon covers the price: the place is there at once. */
export const useTakePlace = (courseId: number) => {
  const queries = useQueryClient()
  const courseChanged = useCourseChanges()
  return useMutation({
    mutationFn: () => authedCall(takeCoursePlace, { params: { courseId } }),
    onSuccess: () => courseChanged({ type: 'membership', courseId }),
    onSettled: () => queries.invalidateQueries({ queryKey: coursePaymentKey(courseId) }),
  })
}
