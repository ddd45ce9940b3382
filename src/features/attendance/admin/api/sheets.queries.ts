import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  answerDispute,
  exportSheet,
  getBoard,
  getMark,
  getSheet,
  listBelowGoal,
  listClasses,
  listDisputes,
  openCheckIn,
  saveMarks,
  type ClassesOf,
  type WantedMark,
} from '#contract/attendance/sheets.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { authedCall } from '#src/core/api/authed-call.ts'

export const sheetKeys = {
  all: ['attendance-admin'] as const,
  classes: ['attendance-admin', 'classes'] as const,
  sheet: (courseId: ClassesOf) => ['attendance-admin', 'sheet', courseId] as const,
  mark: (sessionId: number, userId: number) => ['attendance-admin', 'mark', sessionId, userId] as const,
  disputes: (filter: object) => ['attendance-admin', 'disputes', filter] as const,
  below: (filter: object) => ['attendance-admin', 'below', filter] as const,
  board: (sessionId: number) => ['attendance-admin', 'board', sessionId] as const,
}

export const classesQuery = () =>
  queryOptions({
    queryKey: sheetKeys.classes,
    queryFn: ({ signal }) => authedCall(listClasses, { signal }),
    staleTime: 0,
  })

export const sheetQuery = (courseId: ClassesOf) =>
  queryOptions({
    queryKey: sheetKeys.sheet(courseId),
    queryFn: ({ signal }) => authedCall(getSheet, { params: { courseId }, signal }),
    // Others mark in the same sheet.
    staleTime: 0,
  })

export const markQuery = (sessionId: number, userId: number) =>
  queryOptions({
    queryKey: sheetKeys.mark(sessionId, userId),
    queryFn: ({ signal }) => authedCall(getMark, { params: { sessionId, userId }, signal }),
    staleTime: 0,
  })

interface DisputeFilter {
  state: 'open' | 'answered'
  search: string
  page: number
}

export const disputesQuery = (filter: DisputeFilter) =>
  queryOptions({
    queryKey: sheetKeys.disputes(filter),
    queryFn: ({ signal }) =>
      authedCall(listDisputes, {
        query: {
          state: filter.state,
          page: filter.page,
          ...(filter.search === '' ? {} : { search: filter.search }),
        },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const belowGoalQuery = (filter: { search: string; page: number }) =>
  queryOptions({
    queryKey: sheetKeys.below(filter),
    queryFn: ({ signal }) =>
      authedCall(listBelowGoal, {
        query: { page: filter.page, ...(filter.search === '' ? {} : { search: filter.search }) },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const exportOf = (courseId: ClassesOf) => authedCall(exportSheet, { params: { courseId } })

export const useSaveMarks = (courseId: ClassesOf) =>
  useMutation({
    mutationFn: (body: { marks: WantedMark[]; reason: string }) =>
      authedCall(saveMarks, { params: { courseId }, body }),
  })

export const useAnswer = (disputeId: number) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyOf<typeof answerDispute>) =>
      authedCall(answerDispute, { params: { disputeId }, body }),
    onSettled: () => client.invalidateQueries({ queryKey: sheetKeys.all }),
  })
}

/** Time changes the board a moment after it says so. */
const MARGIN_MS = 50
/** A timer of more than 24 days would run at once. */
const WAIT_MAX_MS = 3_600_000
/** Without the server the code on the screen is soon worth nothing. */
const RETRY_MS = 3000

export const boardQuery = (sessionId: number) =>
  queryOptions({
    queryKey: sheetKeys.board(sessionId),
    queryFn: ({ signal }) => authedCall(getBoard, { params: { sessionId }, signal }),
    staleTime: 0,
    gcTime: 0,
    // Only what time changes: the next code, the opening and the end. Who comes in is told (use-board-updates).
    refetchInterval: ({ state }) => {
      if (state.status === 'error') return RETRY_MS
      const changesIn = state.data?.changes_in_ms
      return typeof changesIn === 'number' ? Math.min(changesIn + MARGIN_MS, WAIT_MAX_MS) : false
    },
    refetchIntervalInBackground: true,
  })

export const useOpenCheckIn = (sessionId: number) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (open: boolean) => authedCall(openCheckIn, { params: { sessionId }, body: { open } }),
    onSuccess: () => client.invalidateQueries({ queryKey: sheetKeys.board(sessionId) }),
  })
}
