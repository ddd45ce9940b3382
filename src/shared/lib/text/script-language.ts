import type { Language } from '#contract/common.ts'

/** The language of a text by its letters; each of ours has its own. Screen readers choose their voice by it. */
export const scriptLanguage = (text: string): Language => {
  if (/\p{Script=Devanagari}/u.test(text)) return 'hi'
  return /\p{Script=Arabic}/u.test(text) ? 'ar' : 'en'
}
