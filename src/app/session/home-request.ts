/** The home's data is requested while the loader is visible, not only once the page is rendered. */
import type { QueryClient } from '@tanstack/react-query'
import { learningHomeQuery, readLearningHome } from '#src/features/courses/index.ts'

/**
 * Requests at once and returns how to hand the answer over later: a query in flight would keep out what an earlier visit
 * left, which is put in first. Never rejects; the block that shows the data reports a failure.
 */
export const startHomeRequest = (): ((client: QueryClient) => void) => {
  const answer = readLearningHome()
  answer.catch(() => undefined)
  return (client) => void client.prefetchQuery({ ...learningHomeQuery(), queryFn: () => answer })
}
