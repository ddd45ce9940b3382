import { queryOptions, keepPreviousData } from '@tanstack/react-query'
import {
  beatPresence,
  getCalendarFile,
  getFeed,
  getRecording,
  joinSession,
  listPast,
  listSchedule,
  renewFeed,
  revokeFeed,
  watchRecording,
} from '#contract/live/live.ts'
import type { ConsentAnswer } from '#contract/live/shapes.ts'
import { authedCall } from '#src/core/api/authed-call.ts'
import type { PastFilters } from '../model/live-filters.ts'

export const PAST_PER_PAGE = 6

export const liveKeys = {
  all: ['live'] as const,
  schedules: ['live', 'schedule'] as const,
  schedule: (course: number | null) => ['live', 'schedule', course] as const,
  past: (filters: PastFilters) => ['live', 'past', filters] as const,
  allPast: ['live', 'past'] as const,
  feed: ['live', 'feed'] as const,
  recording: (sessionId: number) => ['live', 'recording', sessionId] as const,
}

export const scheduleQuery = (course: number | null) =>
  queryOptions({
    queryKey: liveKeys.schedule(course),
    queryFn: ({ signal }) =>
      authedCall(listSchedule, { query: course === null ? {} : { course: String(course) }, signal }),
    placeholderData: keepPreviousData,
  })

export const pastQuery = (filters: PastFilters) =>
  queryOptions({
    queryKey: liveKeys.past(filters),
    queryFn: ({ signal }) =>
      authedCall(listPast, {
        query: {
          page: filters.page,
          page_size: PAST_PER_PAGE,
          ...(filters.search.trim() !== '' && { search: filters.search }),
          ...(filters.course !== null && { course: String(filters.course) }),
        },
        signal,
      }),
    placeholderData: keepPreviousData,
  })

export const feedQuery = () =>
  queryOptions({ queryKey: liveKeys.feed, queryFn: ({ signal }) => authedCall(getFeed, { signal }) })

export const recordingQuery = (sessionId: number) =>
  queryOptions({
    queryKey: liveKeys.recording(sessionId),
    queryFn: ({ signal }) => authedCall(getRecording, { params: { sessionId }, signal }),
  })

/** One id for as long as this page is open: its heartbeats belong together. */
const PAGE_ID = crypto.randomUUID()

export const callJoin = (sessionId: number, consent: ConsentAnswer | null) =>
  authedCall(joinSession, { params: { sessionId }, body: { consent, page: PAGE_ID } })
export const callHeartbeat = (sessionId: number) =>
  authedCall(beatPresence, { params: { sessionId }, body: { page: PAGE_ID } })
export const callCalendarFile = (sessionId: number) => authedCall(getCalendarFile, { params: { sessionId } })
export const callRenewFeed = () => authedCall(renewFeed, {})
export const callRevokeFeed = () => authedCall(revokeFeed, {})
export const callWatch = (
  sessionId: number,
  body: { position_seconds: number; ranges: [number, number][] },
) => authedCall(watchRecording, { params: { sessionId }, body })
