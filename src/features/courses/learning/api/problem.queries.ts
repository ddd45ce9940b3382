import { queryOptions } from '@tanstack/react-query'
import { getProblem, getSubmission } from '#contract/problems/endpoints.ts'
import type { PlayerContext } from '../context/player-context.ts'

export const problemKeys = {
  page: (itemId: number) => ['courses/learning', 'problem', itemId] as const,
  submission: (id: number) => ['courses/learning', 'submission', id] as const,
}

export const problemQuery = (itemId: number, { call }: Pick<PlayerContext, 'call'>) =>
  queryOptions({
    queryKey: problemKeys.page(itemId),
    queryFn: ({ signal }) => call(getProblem, { params: { itemId }, signal }),
    // Another device may have saved; use-answer.ts never lets that replace the answer being written.
    staleTime: 0,
  })

export const submissionQuery = (submissionId: number, { call }: Pick<PlayerContext, 'call'>) =>
  queryOptions({
    queryKey: problemKeys.submission(submissionId),
    queryFn: ({ signal }) => call(getSubmission, { params: { submissionId }, signal }),
  })
