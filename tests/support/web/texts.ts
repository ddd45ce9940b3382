import { texts } from '#src/app/texts/load-area.ts'
import { loadTexts, showLanguage, startLanguage } from '#src/core/i18n/language.ts'
import type { Language } from '#contract/languages.ts'

/** Starts i18next as the app does, for tests that render no page; namespaces of later pages on request. */
export const startTexts = async (language: Language = 'en', ...namespaces: string[]) => {
  await startLanguage(null, texts)
  await showLanguage(language)
  await loadTexts(namespaces)
}
