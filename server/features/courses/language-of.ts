import { isLanguage, type Language } from '#contract/common.ts'

/** Guesses a course's language by the script of its title. */
export const languageOf = (title: string, fallback: string): Language => {
  if (/\p{Script=Devanagari}/u.test(title)) return 'hi'
  if (/\p{Script=Arabic}/u.test(title)) return 'ar'
  return /[a-z]/i.test(title) || !isLanguage(fallback) ? 'en' : fallback
}
