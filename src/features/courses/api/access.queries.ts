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
import { afterEnrolment } from './after-enrolment.ts'
import { accessKey } from './keys.ts'

/** Others take and give seats while the page is open. */
const LOOK_AGAIN_MS = 30_000
/** Several pieces of the page ask for the same: one answer is enough for all of them. */
const FRESH_FOR_MS = 5_000

export interface KnownAccess extends CourseAccess {
  /** By this device's clock: when the answer came. Countdowns run from here, whatever the clock says. */
  received_at: number
}
const known = (access: CourseAccess): KnownAccess => ({ ...access, received_at: Date.now() })

export const accessQuery = (courseId: number) =>
  queryOptions({
    queryKey: accessKey(courseId),
    queryFn: async ({ signal }) => known(await authedCall(getCourseAccess, { params: { courseId }, signal })),
    staleTime: FRESH_FOR_MS,
  })

/** One's standing in a course; asked again now and then where seats are limited. */
export const useAccess = (courseId: number) =>
  useQuery({
    ...accessQuery(courseId),
    refetchInterval: ({ state }) => (state.data?.seats ? LOOK_AGAIN_MS : false),
  })

const ACTIONS = {
  book: bookSeat,
  confirm: confirmSeat,
  release: releaseSeat,
  wait: joinWaitingList,
} as const
export type SeatAction = keyof typeof ACTIONS

/** A deed about seats: its answer is what is shown; a refusal is said and the truth read again. */
export const useSeatAction = (courseId: number) => {
  const client = useQueryClient()
  const dispatch = useAppDispatch()
  const notify = useNotify()
  const { t } = useTranslation('courses/catalogue')
  return useMutation({
    mutationFn: (action: SeatAction) => authedCall(ACTIONS[action], { params: { courseId } }),
    onSuccess: (access, action) => {
      client.setQueryData(accessKey(courseId), known(access))
      if (action !== 'confirm') return
      notify({ kind: 'success', title: t('seats.confirmed'), message: t('seats.confirmedMessage') })
      void dispatch(loadCourse(courseId))
      afterEnrolment(client, courseId)
    },
    onError: (error, action) => {
      const taken = isApiError(error) && error.code === 'conflict'
      const message = taken
        ? t(
            action === 'confirm'
              ? 'seats.tooLate'
              : action === 'wait'
                ? 'seats.freeAgain'
                : 'seats.takenMessage',
          )
        : errorText(error, t('seats.failed'))
      notify({ kind: taken ? 'info' : 'error', title: t('seats.notBooked'), message })
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
      client.setQueryData<KnownAccess>(
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
    onSuccess: (access) => client.setQueryData(accessKey(courseId), known(access)),
  })
}
