import { queryOptions, useMutation } from '@tanstack/react-query'
import { answerPractice, getPractice } from '#contract/courses/practice.ts'
import type { GivenAnswer } from '#contract/courses/quiz.ts'
import { authedCall } from '#src/core/api/authed-call.ts'

export const practiceKeys = { all: ['practice'] as const }

/** The day changes what is due, so a visit always asks. */
export const practiceQuery = () =>
  queryOptions({
    queryKey: practiceKeys.all,
    queryFn: ({ signal }) => authedCall(getPractice, { signal }),
    staleTime: 0,
  })

/** Sending the same answer again with its key counts once. */
export const useAnswerPractice = () =>
  useMutation({
    mutationFn: (sent: { key: string; answer: GivenAnswer }) =>
      authedCall(answerPractice, { body: { idempotency_key: sent.key, answer: sent.answer } }),
  })
