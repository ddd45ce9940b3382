import { isLanguage, type Language, languageOfScript } from '#contract/languages.ts'

/** Guesses a course's language by the script of its title. */
export const languageOf = (title: string, fallback: string): Language => {
  const byScript = languageOfScript(title)
  if (byScript) return byScript
  return /[a-z]/i.test(title) || !isLanguage(fallback) ? 'en' : fallback
}
