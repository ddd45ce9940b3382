/** What the home is drawn from is asked for while the loader stands, not one after the other once it is rendered. */
import type { QueryClient } from '@tanstack/react-query'
import { currentLanguage } from '#src/core/i18n/language.ts'
import { learningHomeQuery } from '#src/features/courses/index.ts'
import { loadNamespace } from '../../texts/load-namespace.ts'

/** The home's first blocks speak from this namespace; English stands in where a text is missing. */
const NAMESPACE = 'courses'

export const prefetchHomeTexts = () => {
  for (const language of new Set([currentLanguage(), 'en']))
    void loadNamespace(language, NAMESPACE).catch(() => undefined)
}

/** Never rejects; the block that shows it says what went wrong. */
export const prefetchHome = (client: QueryClient) => void client.prefetchQuery(learningHomeQuery())
