import type { Language } from '#contract/common.ts'

/** Detects the language of a text by its script. Screen readers choose their voice by it. */
export const scriptLanguage = (text: string): Language => {
  if (/\p{Script=Devanagari}/u.test(text)) return 'hi'
  return /\p{Script=Arabic}/u.test(text) ? 'ar' : 'en'
}
