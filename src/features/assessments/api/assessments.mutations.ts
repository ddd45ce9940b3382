import { useMutation, useQueryClient } from '@tanstack/react-query'
import { v4 as uuid } from 'uuid'
import { appealDecision, type ResultPage } from '#contract/assessments/results.ts'
import { confirmPhone, sendPhoneCode, startAttempt } from '#contract/assessments/assessments.ts'
import type { Language } from '#contract/languages.ts'
import { authedCall } from '#src/core/api/authed-call.ts'
import { assessmentKeys } from './assessments.queries.ts'

/** Repeated clicks start one attempt. */
export const useStart = (assessmentId: number, ref: string | null) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () =>
      authedCall(startAttempt, {
        params: { assessmentId },
        body: { holder: uuid(), ref, consent: true },
      }),
    onSuccess: (paper) => {
      queryClient.setQueryData(assessmentKeys.paper(paper.id), paper)
      void queryClient.invalidateQueries({ queryKey: assessmentKeys.list() })
    },
  })
}

export const useSendPhoneCode = (assessmentId: number) =>
  useMutation({
    mutationFn: (body: { phone: string; language: Language }) =>
      authedCall(sendPhoneCode, { params: { assessmentId }, body }),
  })

export const useConfirmPhone = (assessmentId: number) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: { phone: string; code: string }) =>
      authedCall(confirmPhone, { params: { assessmentId }, body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: assessmentKeys.all }),
  })
}

export const useAppeal = (attemptId: string) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (text: string) => authedCall(appealDecision, { params: { attemptId }, body: { text } }),
    onSuccess: (appeal) => {
      queryClient.setQueryData<ResultPage>(
        assessmentKeys.result(attemptId),
        (page) => page && { ...page, appeal, appeal_until: null },
      )
      void queryClient.invalidateQueries({ queryKey: assessmentKeys.result(attemptId) })
    },
  })
}
