import { queryOptions } from '@tanstack/react-query'
import {
  getReceipt,
  getResult,
  getReview,
  getRoadmap,
  listOwnResults,
} from '#contract/assessments/results.ts'
import {
  getAssessment,
  getAttempt,
  listAssessments,
  runningAttempt,
  type AttemptPage,
} from '#contract/assessments/assessments.ts'
import { authedCall } from '#src/core/api/authed-call.ts'
import { isApiError } from '#src/core/http/api-error.ts'
import { currentOwner } from '#src/core/offline/owner.ts'
import { keptPaper } from '../attempt/disk.ts'

export const assessmentKeys = {
  all: ['assessments'] as const,
  list: () => ['assessments', 'list'] as const,
  results: () => ['assessments', 'results'] as const,
  one: (id: number) => ['assessments', 'one', id] as const,
  paper: (attemptId: string | null) => ['assessments', 'paper', attemptId] as const,
  result: (attemptId: string) => ['assessments', 'result', attemptId] as const,
  review: (attemptId: string) => ['assessments', 'review', attemptId] as const,
  receipt: (attemptId: string) => ['assessments', 'receipt', attemptId] as const,
  roadmap: (id: number) => ['assessments', 'roadmap', id] as const,
}

export const assessmentListQuery = () =>
  queryOptions({
    queryKey: assessmentKeys.list(),
    queryFn: ({ signal }) => authedCall(listAssessments, { signal }),
    // The list changes with time: windows open and close, and attempts reach their deadline.
    staleTime: 0,
  })

export const ownResultsQuery = () =>
  queryOptions({
    queryKey: assessmentKeys.results(),
    queryFn: ({ signal }) => authedCall(listOwnResults, { signal }),
    staleTime: 0,
  })

export const assessmentQuery = (assessmentId: number) =>
  queryOptions({
    queryKey: assessmentKeys.one(assessmentId),
    queryFn: ({ signal }) => authedCall(getAssessment, { params: { assessmentId }, signal }),
    staleTime: 0,
  })

/** Falls back to the paper on this device when offline. Null means that no attempt is running. */
export const paperQuery = (attemptId: string | null) =>
  queryOptions({
    queryKey: assessmentKeys.paper(attemptId),
    queryFn: async ({ signal }): Promise<AttemptPage | null> => {
      try {
        const id = attemptId ?? (await authedCall(runningAttempt, { signal })).results[0]?.id
        return id === undefined ? null : await authedCall(getAttempt, { params: { attemptId: id }, signal })
      } catch (error) {
        if (isApiError(error) && error.status !== null && error.status < 500) throw error
        const storedPaper = await keptPaper(currentOwner(), attemptId)
        if (!storedPaper) throw error
        return storedPaper
      }
    },
    // From here on the attempt's state machine owns the state, so do not refetch.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })

export const resultQuery = (attemptId: string) =>
  queryOptions({
    queryKey: assessmentKeys.result(attemptId),
    queryFn: ({ signal }) => authedCall(getResult, { params: { attemptId }, signal }),
    staleTime: 0,
  })

export const reviewQuery = (attemptId: string) =>
  queryOptions({
    queryKey: assessmentKeys.review(attemptId),
    queryFn: ({ signal }) => authedCall(getReview, { params: { attemptId }, signal }),
  })

export const receiptQuery = (attemptId: string) =>
  queryOptions({
    queryKey: assessmentKeys.receipt(attemptId),
    queryFn: ({ signal }) => authedCall(getReceipt, { params: { attemptId }, signal }),
  })

export const roadmapQuery = (assessmentId: number) =>
  queryOptions({
    queryKey: assessmentKeys.roadmap(assessmentId),
    queryFn: ({ signal }) => authedCall(getRoadmap, { params: { assessmentId }, signal }),
    staleTime: 0,
  })
