import { queryOptions } from '@tanstack/react-query'
import { openScorm } from '#contract/scorm/scorm.ts'
import { ApiError } from '#src/core/http/api-error.ts'
import type { PlayerContext } from '../context/player-context.ts'

/** One opening of a package. Repeating a request with the same id is harmless: it opens the same attempt. */
export interface ScormSession {
  id: string
  newAttempt: boolean
}

export const scormQuery = (
  itemId: number,
  { id, newAttempt }: ScormSession,
  { call, queue }: PlayerContext,
) =>
  queryOptions({
    queryKey: ['courses/learning', 'scorm', itemId, id],
    queryFn: async ({ signal }) => {
      // Entries of an earlier visit go first: they are older than this session.
      await queue().ready()
      await queue().flush()
      const hasPending = () =>
        queue()
          .pending()
          .some((entry) => entry.kind === 'scorm' && entry.itemId === itemId)
      // An entry added during that flush goes with the next one.
      if (hasPending() && queue().state() !== 'waiting') await queue().flush()
      // An unsent entry would make the opened attempt outdated, so opening fails until it is sent.
      if (hasPending()) throw new ApiError({ status: null, code: 'network', detail: null })
      return call(openScorm, { params: { itemId }, body: { session: id, new_attempt: newAttempt }, signal })
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  })
