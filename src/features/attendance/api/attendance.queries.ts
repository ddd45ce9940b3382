import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { checkIn, disputeMark, getAttendance, getCheckIn } from '#contract/attendance/attendance.ts'
import { authedCall } from '#src/core/api/authed-call.ts'

export const attendanceKeys = {
  all: ['attendance'] as const,
  month: (month: string | null) => ['attendance', 'month', month] as const,
  checkIn: (sessionId: number) => ['attendance', 'check-in', sessionId] as const,
}

/** The month is the current one of the learner's zone unless it is named. */
export const attendanceQuery = (month: string | null) =>
  queryOptions({
    queryKey: attendanceKeys.month(month),
    queryFn: ({ signal }) => authedCall(getAttendance, { query: month === null ? {} : { month }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const useDispute = (sessionId: number) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (text: string) => authedCall(disputeMark, { params: { sessionId }, body: { text } }),
    onSuccess: () => client.invalidateQueries({ queryKey: attendanceKeys.all }),
  })
}

export const checkInQuery = (sessionId: number) =>
  queryOptions({
    queryKey: attendanceKeys.checkIn(sessionId),
    queryFn: ({ signal }) => authedCall(getCheckIn, { params: { sessionId }, signal }),
    staleTime: 0,
  })

export const useCheckIn = (sessionId: number) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (code: string) => authedCall(checkIn, { params: { sessionId }, body: { code } }),
    onSuccess: () => client.invalidateQueries({ queryKey: attendanceKeys.all }),
  })
}
