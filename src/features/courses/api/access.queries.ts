import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
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
import { useAppDispatch } from '#src/core/store/hooks.ts'
import { loadCourse } from '../model/courses-slice.ts'
import { invalidateEnrolmentQueries } from './invalidate-enrolment-queries.ts'
import { accessKey } from './keys.ts'

/** Seats change while the page is open. */
const REFETCH_INTERVAL_MS = 30_000
/** Several components read the access at the same time; one response serves them all. */
const STALE_TIME_MS = 5_000

export interface ReceivedAccess extends CourseAccess {
  /** When the response arrived, by this device's clock. Countdowns start here, so a wrong clock does not matter. */
  received_at: number
}
const withReceivedAt = (access: CourseAccess): ReceivedAccess => ({ ...access, received_at: Date.now() })

export const accessQuery = (courseId: number) =>
  queryOptions({
    queryKey: accessKey(courseId),
    queryFn: async ({ signal }) =>
      withReceivedAt(await authedCall(getCourseAccess, { params: { courseId }, signal })),
    staleTime: STALE_TIME_MS,
  })

/** The person's access to a course; refetched periodically where seats are limited. */
export const useAccess = (courseId: number) =>
  useQuery({
    ...accessQuery(courseId),
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
  const client = useQueryClient()
  const dispatch = useAppDispatch()
  const notify = useNotify()
  const { t } = useTranslation('courses/catalogue')
  return useMutation({
    mutationFn: (action: SeatAction) => authedCall(ACTIONS[action], { params: { courseId } }),
    onSuccess: (access, action) => {
      client.setQueryData(accessKey(courseId), withReceivedAt(access))
      if (action !== 'confirm') return
      notify({ kind: 'success', title: t('seats.confirmed'), message: t('seats.confirmedMessage') })
      void dispatch(loadCourse(courseId))
      invalidateEnrolmentQueries(client, courseId)
    },
    onError: (error, action) => {
      const isConflict = isApiError(error) && error.code === 'conflict'
      const message = isConflict
        ? t(
            action === 'confirm'
              ? 'seats.tooLate'
              : action === 'wait'
                ? 'seats.freeAgain'
                : 'seats.takenMessage',
          )
        : errorText(error, t('seats.failed'))
      notify({ kind: isConflict ? 'info' : 'error', title: t('seats.notBooked'), message })
      void client.invalidateQueries({ queryKey: accessKey(courseId) })
    },
  })
}

export const useNotice = (courseId: number) => {
  const client = useQueryClient()
  const notify = useNotify()
  const { t } = useTranslation('courses/catalogue')
  return useMutation({
    mutationFn: (wanted: boolean) => authedCall(setCourseNotice, { params: { courseId }, body: { wanted } }),
    onSuccess: ({ wanted, opens_at }) =>
      client.setQueryData<ReceivedAccess>(
        accessKey(courseId),
        (access) => access && { ...access, notify: wanted, opens_at },
      ),
    onError: (error) => notify({ kind: 'error', title: errorText(error, t('seats.failed')) }),
  })
}

export const useAskRefund = (courseId: number) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (reason: string) => authedCall(askRefund, { params: { courseId }, body: { reason } }),
    onSuccess: (access) => client.setQueryData(accessKey(courseId), withReceivedAt(access)),
  })
}
