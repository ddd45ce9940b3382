import { isLanguage, type Language } from '#contract/common.ts'

/** The language a course is taken to be written in: that of its letters. */
export const languageOf = (title: string, fallback: string): Language => {
  if (/\p{Script=Devanagari}/u.test(title)) return 'hi'
  if (/\p{Script=Arabic}/u.test(title)) return 'ar'
  return /[a-z]/i.test(title) || !isLanguage(fallback) ? 'en' : fallback
}
