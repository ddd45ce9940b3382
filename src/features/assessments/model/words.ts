/** Texts of the record in the reader's language. */
import { inLanguage, type LocalText } from '#contract/assessment-shapes.ts'
import type { Language } from '#contract/common.ts'

/** In the reader's language, else in the main one, else in any; empty when there is none. */
export const said = (texts: LocalText, reader: Language, main: Language): string =>
  inLanguage<string>(texts, reader, main) ?? ''

/** "12:03" on the learner's own clock. */
export const timeOfDay = (at: number, language: Language): string =>
  new Intl.DateTimeFormat(`${language === 'hi' ? 'hi-IN' : language}-u-nu-latn`, {
    hour: 'numeric',
    minute: '2-digit',
  }).format(at)
