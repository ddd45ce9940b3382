/** Texts of the record in the reader's language. */
import { inLanguage, type LocalText } from '#contract/assessments/shapes.ts'
import type { Language } from '#contract/common.ts'
import { formatNumber } from '#src/shared/lib/format.ts'
import { isolated } from '#src/shared/lib/text/isolated.ts'

/** In the reader's language, else in the main one, else in any; empty when there is none. */
export const said = (texts: LocalText, reader: Language, main: Language): string =>
  inLanguage<string>(texts, reader, main) ?? ''

/** "12:03" on the learner's own clock. */
export const timeOfDay = (at: number, language: Language): string =>
  new Intl.DateTimeFormat(`${language === 'hi' ? 'hi-IN' : language}-u-nu-latn`, {
    hour: 'numeric',
    minute: '2-digit',
  }).format(at)

/** With one decimal, never rounded up to a whole one: 59.97 must not read as the 60 that a band begins with. */
export const percentText = (percent: number, language: Language): string => {
  const near = Math.round(percent * 10)
  const shown = near % 10 === 0 && near / 10 > percent ? near - 1 : near
  const text = formatNumber(shown / 1000, language, { style: 'percent', maximumFractionDigits: 1 })
  // In a sentence from right to left the sign would change its side.
  return language === 'ar' ? isolated(text) : text
}
