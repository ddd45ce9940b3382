import { queryOptions, useMutation } from '@tanstack/react-query'
import {
  getRoster,
  grantAccess,
  setOffer,
  settleRefund,
  type CourseRoster,
} from '#contract/courses/enrolment.ts'
import type { BodyInputOf } from '#contract/endpoint.ts'
import { authedCall } from '#src/core/api/authed-call.ts'
import { rosterKey } from './keys.ts'
import { useCourseChanges } from './use-course-changes.ts'

export const rosterQuery = (courseId: number) =>
  queryOptions({
    queryKey: rosterKey(courseId),
    queryFn: ({ signal }) => authedCall(getRoster, { params: { courseId }, signal }),
    staleTime: 0,
  })

const useApplyRoster = (courseId: number) => {
  const courseChanged = useCourseChanges()
  return (roster: CourseRoster) => void courseChanged({ type: 'roster', courseId, roster })
}

export const useGrant = (courseId: number) =>
  useMutation({
    mutationFn: (body: BodyInputOf<typeof grantAccess>) =>
      authedCall(grantAccess, { params: { courseId }, body }),
    onSuccess: useApplyRoster(courseId),
  })

export const useOffer = (courseId: number) =>
  useMutation({
    mutationFn: (body: BodyInputOf<typeof setOffer>) => authedCall(setOffer, { params: { courseId }, body }),
    onSuccess: useApplyRoster(courseId),
  })

export const useSettle = (courseId: number) =>
  useMutation({
    mutationFn: ({ purchaseId, ...body }: { purchaseId: number } & BodyInputOf<typeof settleRefund>) =>
      authedCall(settleRefund, { params: { purchaseId }, body }),
    onSuccess: useApplyRoster(courseId),
  })
