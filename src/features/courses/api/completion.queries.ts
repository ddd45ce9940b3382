import { queryOptions } from '@tanstack/react-query'
import { getCompletion } from '#contract/courses/completion.ts'
import { authedCall } from '#src/core/api/authed-call.ts'

export const completionQuery = (courseId: number) =>
  queryOptions({
    queryKey: ['courses', 'completion', courseId] as const,
    queryFn: ({ signal }) => authedCall(getCompletion, { params: { courseId }, signal }),
    // A lesson may have been finished a moment ago.
    staleTime: 0,
  })
