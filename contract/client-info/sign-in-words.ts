import type { Language } from '../languages.ts'

type Texts = Readonly<Partial<Record<Language, string | undefined>>>

/**
 * What a reader gets of a text that the client wrote in some languages: their own, else the first of the client's
 * languages that has one. Undefined: there is none at all.
 */
export const wordsFor = (
  texts: Texts | undefined,
  language: Language,
  clientLanguages: readonly Language[],
): string | undefined => {
  const found = [language, ...clientLanguages].find((each) => texts?.[each])
  return found && texts?.[found]
}
