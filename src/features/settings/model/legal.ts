import type { LegalState } from '#contract/client-info/legal.ts'
import type { Language } from '#contract/languages.ts'

export type LegalTexts = LegalState['texts']

const hasText = (texts: LegalTexts, language: Language) => (texts[language] ?? '').trim() !== ''

/** Offered languages without a text, and the language that their readers get. */
export const readersOfOther = (
  texts: LegalTexts,
  offered: readonly Language[],
): { missing: Language[]; instead: Language | null } => ({
  missing: offered.filter((language) => !hasText(texts, language)),
  instead: offered.find((language) => hasText(texts, language)) ?? null,
})
