import { queryOptions } from '@tanstack/react-query'
import { getQuizAttempt, listQuizAttempts } from '#contract/courses/learning.ts'
import type { PlayerContext } from '../context/player-context.ts'
import { playerKeys } from './topic.queries.ts'

/** Keyed by the number of attempts: a new attempt changes the list and may reveal answers of earlier ones. */
export const attemptsQuery = (itemId: number, attempts: number, { call }: Pick<PlayerContext, 'call'>) =>
  queryOptions({
    queryKey: playerKeys.attempts(itemId, attempts),
    queryFn: ({ signal }) => call(listQuizAttempts, { params: { itemId }, signal }),
  })

export const attemptQuery = (
  itemId: number,
  attemptId: number,
  attempts: number,
  { call }: Pick<PlayerContext, 'call'>,
) =>
  queryOptions({
    queryKey: playerKeys.attempt(itemId, attemptId, attempts),
    queryFn: ({ signal }) => call(getQuizAttempt, { params: { itemId, attemptId }, signal }),
  })
