import { queryOptions } from '@tanstack/react-query'
import { getQuizAttempt, listQuizAttempts } from '#contract/courses/learning.ts'
import type { PlayerContext } from '../context/player-context.ts'
import { playerKeys } from './topic.queries.ts'

/** Keyed by how many there are: a new attempt is a new list, and may open what earlier ones reveal. */
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
