import { queryOptions } from '@tanstack/react-query'
import { getDraft } from '#contract/course-builder/course-builder.ts'
import { authedCall } from '#src/core/api/authed-call.ts'
import { builderKeys } from './builder.queries.ts'
import { keptChanges } from './kept-changes.ts'

/** The saved draft, and what this device could not send the last time. From then on the open editor has the truth. */
export const openingQuery = (courseId: number) =>
  queryOptions({
    queryKey: builderKeys.draft(courseId),
    queryFn: async ({ signal }) => {
      const [draft, kept] = await Promise.all([
        authedCall(getDraft, { params: { courseId }, signal }),
        keptChanges(courseId),
      ])
      return { draft, kept }
    },
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
