/** Removes from this device what the server answered for features that the client has switched off (TE5). */
import { liveQueryClient } from '#src/core/api/query-client.ts'
import { currentOwner } from '#src/core/offline/owner.ts'
import { deleteResponsesOfFeatures } from '#src/core/offline/response-cache.ts'
import { removeSavedCourses } from '#src/features/offline/index.ts'

/** What the person wrote themselves stays: it waits in the outbox until the feature is back. */
export const removeFeatures = async (features: readonly string[]): Promise<void> => {
  const owner = currentOwner()
  if (owner === null) return
  if (features.includes('course')) await removeSavedCourses()
  await deleteResponsesOfFeatures(owner, features)
  // The pages that are there, the home first, show what is left.
  await liveQueryClient()?.invalidateQueries()
}
