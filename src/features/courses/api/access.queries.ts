import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import {
  askRefund,
  bookSeat,
  confirmSeat,
  getCourseAccess,
  joinWaitingList,
  releaseSeat,
  type CourseAccess,
} from '#contract/courses/enrolment.ts'
import { setCourseNotice } from '#contract/courses/catalogue.ts'
import { authedCall } from '#src/core/api/authed-call.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { isApiError } from '#src/core/http/api-error.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import type { ReceivedAccess } from './consequences.ts'
import { accessKey } from './keys.ts'
import { useCourseChanges } from './use-course-changes.ts'

/** Seats change while the page is open. */
const REFETCH_INTERVAL_MS = 30_000
/** Several components read the access at the same time; one response serves them all. */
const STALE_TIME_MS = 5_000

const withReceivedAt = (access: CourseAccess): ReceivedAccess => ({ ...access, received_at: Date.now() })

export const accessQuery = (courseId: number) =>
  queryOptions({
    queryKey: accessKey(courseId),
    queryFn: async ({ signal }) =>
      withReceivedAt(await authedCall(getCourseAccess, { params: { courseId }, signal })),
    staleTime: STALE_TIME_MS,
  })

/** The person's access to a course; refetched periodically where seats are limited. */
export const useAccess = (courseId: number, enabled = true) =>
  useQuery({
    ...accessQuery(courseId),
    enabled,
    refetchInterval: ({ state }) => (state.data?.seats ? REFETCH_INTERVAL_MS : false),
  })

const ACTIONS = {
  book: bookSeat,
  confirm: confirmSeat,
  release: releaseSeat,
  wait: joinWaitingList,
} as const
export type SeatAction = keyof typeof ACTIONS

/** Runs a seat action. The response updates the cache; an error is shown and the access is refetched. */
export const useSeatAction = (courseId: number) => {
  const courseChanged = useCourseChanges()
  const notify = useNotify()
  const { t } = useTranslation('courses/catalogue')
  return useMutation({
    mutationFn: (action: SeatAction) => authedCall(ACTIONS[action], { params: { courseId } }),
    onSuccess: (access, action) => {
      void courseChanged({ type: 'access', courseId, access: withReceivedAt(access) })
      if (action !== 'confirm') return
      notify({ kind: 'success', title: t('seats.confirmed'), message: t('seats.confirmedMessage') })
      void courseChanged({ type: 'membership', courseId })
    },
    onError: (error, action) => {
      const isConflict = isApiError(error) && error.code === 'conflict'
      const message = isConflict ? t(CONFLICTS[action]) : errorText(error, t('seats.failed'))
      notify({ kind: isConflict ? 'info' : 'error', title: t('seats.notBooked'), message })
      void courseChanged({ type: 'accessOutdated', courseId })
    },
  })
}

/** Somebody else was faster, or the time was over. */
const CONFLICTS: Record<SeatAction, string> = {
  book: 'seats.takenMessage',
  release: 'seats.takenMessage',
  confirm: 'seats.tooLate',
  wait: 'seats.freeAgain',
}

export const useNotice = (courseId: number) => {
  const courseChanged = useCourseChanges()
  const notify = useNotify()
  const { t } = useTranslation('courses/catalogue')
  return useMutation({
    mutationFn: (wanted: boolean) => authedCall(setCourseNotice, { params: { courseId }, body: { wanted } }),
    onSuccess: ({ wanted, opens_at: opensAt }) =>
      courseChanged({ type: 'notice', courseId, isWanted: wanted, opensAt }),
    onError: (error) => notify({ kind: 'error', title: errorText(error, t('seats.failed')) }),
  })
}

export const useAskRefund = (courseId: number) => {
  const courseChanged = useCourseChanges()
  return useMutation({
    mutationFn: (reason: string) => authedCall(askRefund, { params: { courseId }, body: { reason } }),
    onSuccess: (access) => courseChanged({ type: 'access', courseId, access: withReceivedAt(access) }),
  })
}
