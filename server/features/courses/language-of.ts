import { isLanguage, type Language, languageOfScript } from '#contract/languages.ts'

/** The language a course is taken to be written in: that of its letters. */
export const languageOf = (title: string, fallback: string): Language => {
  const byScript = languageOfScript(title)
  if (byScript) return byScript
  return /[a-z]/i.test(title) || !isLanguage(fallback) ? 'en' : fallback
}
