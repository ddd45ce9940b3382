import { queryOptions } from '@tanstack/react-query'
import { getDraft } from '#contract/course-builder/course-builder.ts'
import { authedCall } from '#src/core/api/authed-call.ts'
import { builderKeys } from './builder.queries.ts'
import { keptChanges } from './kept-changes.ts'

/**
 * The saved draft and the unsaved changes of this device. Once opened, the editor owns the state, so never
 * refetch.
 */
export const openingQuery = (courseId: number) =>
  queryOptions({
    queryKey: builderKeys.draft(courseId),
    queryFn: async ({ signal }) => {
      const [draft, stored] = await Promise.all([
        authedCall(getDraft, { params: { courseId }, signal }),
        keptChanges(courseId),
      ])
      return { draft, stored }
    },
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
