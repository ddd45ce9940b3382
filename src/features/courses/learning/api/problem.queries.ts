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
    // Another device may have gone on; what is being written is never replaced by it (use-answer.ts).
    staleTime: 0,
  })

export const submissionQuery = (submissionId: number, { call }: Pick<PlayerContext, 'call'>) =>
  queryOptions({
    queryKey: problemKeys.submission(submissionId),
    queryFn: ({ signal }) => call(getSubmission, { params: { submissionId }, signal }),
  })
