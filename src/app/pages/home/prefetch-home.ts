/** What the home is drawn from is asked for while the loader stands, not one after the other once it is rendered. */
import type { QueryClient } from '@tanstack/react-query'
import { learningHomeQuery, readLearningHome } from '#src/features/courses/index.ts'

/**
 * Asks at once and hands the answer over later: a query on its way would shut out what was kept, which is put in first.
 * Never rejects; the block that shows it says what went wrong.
 */
export const askForHome = (): ((client: QueryClient) => void) => {
  const answer = readLearningHome()
  answer.catch(() => undefined)
  return (client) => void client.prefetchQuery({ ...learningHomeQuery(), queryFn: () => answer })
}
