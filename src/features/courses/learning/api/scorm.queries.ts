import { queryOptions } from '@tanstack/react-query'
import { openScorm } from '#contract/scorm/scorm.ts'
import { ApiError } from '#src/core/http/api-error.ts'
import type { PlayerContext } from '../context/player-context.ts'

/** One opened player: the same session again is the same attempt, so a repeat is harmless. */
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
      // What an earlier visit left behind goes first: it is older than this sitting from now on.
      await queue().ready()
      await queue().flush()
      const waits = () =>
        queue()
          .pending()
          .some((entry) => entry.kind === 'scorm' && entry.itemId === itemId)
      // Said while the last one was under way; it goes with the next.
      if (waits() && queue().state() !== 'waiting') await queue().flush()
      // What could not go now would come too late to say where one stands: opening waits for it.
      if (waits()) throw new ApiError({ status: null, code: 'network', detail: null })
      return call(openScorm, { params: { itemId }, body: { session: id, new_attempt: newAttempt }, signal })
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  })
