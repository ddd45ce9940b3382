import { queryOptions } from '@tanstack/react-query'
import { getQuizAttempt, listQuizAttempts } from '#contract/lessons.ts'
import { authedCall } from '#src/core/api/authed-call.ts'
import { playerKeys } from './topic.queries.ts'

/** Keyed by how many there are: a new attempt is a new list, and may open what earlier ones reveal. */
export const attemptsQuery = (itemId: number, attempts: number) =>
  queryOptions({
    queryKey: playerKeys.attempts(itemId, attempts),
    queryFn: ({ signal }) => authedCall(listQuizAttempts, { params: { itemId }, signal }),
  })

export const attemptQuery = (itemId: number, attemptId: number, attempts: number) =>
  queryOptions({
    queryKey: playerKeys.attempt(itemId, attemptId, attempts),
    queryFn: ({ signal }) => authedCall(getQuizAttempt, { params: { itemId, attemptId }, signal }),
  })
