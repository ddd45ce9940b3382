/**
 * Requests the home's data and texts while the loader is visible, instead of one after the other after
 * rendering.
 */
import type { QueryClient } from '@tanstack/react-query'
import { currentLanguage } from '#src/core/i18n/language.ts'
import { learningHomeQuery, readLearningHome } from '#src/features/courses/index.ts'
import { loadNamespace } from '../../texts/load-namespace.ts'

/** The namespace of the home's first blocks; English fills in missing texts. */
export const HOME_NAMESPACE = 'courses'

export const prefetchHomeTexts = () => {
  for (const language of new Set([currentLanguage(), 'en']))
    void loadNamespace(language, HOME_NAMESPACE).catch(() => undefined)
}

/**
 * Sends the request at once and returns a function that puts the answer into a query client. They are
 * separate because a running query would block restoring the cached data. Never rejects: the block that shows
 * the data reports the error.
 */
export const requestHome = (): ((client: QueryClient) => void) => {
  const answer = readLearningHome()
  answer.catch(() => undefined)
  return (client) => void client.prefetchQuery({ ...learningHomeQuery(), queryFn: () => answer })
}
