import { useMutation, useQueryClient } from '@tanstack/react-query'
import {
  addExtraTime,
  answerAppeal,
  countLateAnswer,
  decideIntegrity,
  exportResults,
  grantAttempt,
  releaseResults,
  setAccommodation,
  type AttemptDetail,
} from '#contract/assessments/admin/results.ts'
import { regrade } from '#contract/assessments/admin/item-analysis.ts'
import type { BodyInputOf } from '#contract/endpoint.ts'
import { authedCall } from '#src/core/api/authed-call.ts'
import { filterQuery, type ResultFilters } from '../model/result-filters.ts'
import { resultKeys } from './results.queries.ts'

/** These changes affect several lists, so refetch them all. */
const useRefetchResults = () => {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: resultKeys.all })
}

/** The response holds the whole attempt: cache it and refetch the lists. */
const useCacheAttempt = () => {
  const queryClient = useQueryClient()
  return async (detail: AttemptDetail) => {
    queryClient.setQueryData(resultKeys.attempt(detail.row.attempt_id), detail)
    await queryClient.invalidateQueries({
      queryKey: resultKeys.all,
      predicate: ({ queryKey }) => queryKey[1] !== 'attempt',
    })
  }
}

export const useRelease = (assessmentId: number) => {
  const refetchResults = useRefetchResults()
  return useMutation({
    mutationFn: (released: boolean) =>
      authedCall(releaseResults, { params: { assessmentId }, body: { released } }),
    onSuccess: refetchResults,
  })
}

export const exportAttempts = (assessmentId: number, filters: ResultFilters) =>
  authedCall(exportResults, { params: { assessmentId }, query: filterQuery(filters) })

export const useExtraTime = (attemptId: string) => {
  const refetchResults = useRefetchResults()
  return useMutation({
    mutationFn: (body: BodyInputOf<typeof addExtraTime>) =>
      authedCall(addExtraTime, { params: { attemptId }, body }),
    onSuccess: refetchResults,
  })
}

export const useCountLate = (attemptId: string) => {
  const cacheAttempt = useCacheAttempt()
  return useMutation({
    mutationFn: ({ lateId, reason }: { lateId: number; reason: string }) =>
      authedCall(countLateAnswer, { params: { attemptId, lateId }, body: { reason } }),
    onSuccess: cacheAttempt,
  })
}

export const useDecide = (attemptId: string) => {
  const cacheAttempt = useCacheAttempt()
  return useMutation({
    mutationFn: (body: BodyInputOf<typeof decideIntegrity>) =>
      authedCall(decideIntegrity, { params: { attemptId }, body }),
    onSuccess: cacheAttempt,
  })
}

export const useAnswerAppeal = (attemptId: string) => {
  const cacheAttempt = useCacheAttempt()
  return useMutation({
    mutationFn: (body: BodyInputOf<typeof answerAppeal>) =>
      authedCall(answerAppeal, { params: { attemptId }, body }),
    onSuccess: cacheAttempt,
  })
}

export const useGrant = (assessmentId: number, userId: number) => {
  const refetchResults = useRefetchResults()
  return useMutation({
    mutationFn: (body: BodyInputOf<typeof grantAttempt>) =>
      authedCall(grantAttempt, { params: { assessmentId, userId }, body }),
    onSuccess: refetchResults,
  })
}

export const useAccommodation = (assessmentId: number, userId: number) => {
  const refetchResults = useRefetchResults()
  return useMutation({
    mutationFn: (body: BodyInputOf<typeof setAccommodation>) =>
      authedCall(setAccommodation, { params: { assessmentId, userId }, body }),
    onSuccess: refetchResults,
  })
}

export const useRegrade = (assessmentId: number) => {
  const refetchResults = useRefetchResults()
  return useMutation({
    mutationFn: (body: BodyInputOf<typeof regrade>) =>
      authedCall(regrade, { params: { assessmentId }, body }),
    onSuccess: async ({ applied }) => {
      if (applied) await refetchResults()
    },
  })
}
