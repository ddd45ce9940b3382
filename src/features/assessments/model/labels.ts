/** Texts of assessments in the reader's language. */
import { inLanguage, type LocalText } from '#contract/assessments/shapes.ts'
import { directionOf, type Language } from '#contract/languages.ts'
import { formatNumber, localeOf } from '#src/shared/lib/format.ts'
import { isolated } from '#src/shared/lib/text/isolated.ts'

/** In the reader's language, or else the main one, or else any. Empty if there is none. */
export const said = (texts: LocalText, reader: Language, main: Language): string =>
  inLanguage<string>(texts, reader, main) ?? ''

/** "12:03" in the learner's time zone. */
export const timeOfDay = (timestamp: number, language: Language): string =>
  new Intl.DateTimeFormat(localeOf(language), {
    hour: 'numeric',
    minute: '2-digit',
  }).format(timestamp)

/** One decimal, never rounded up to a whole number: 59.97 must not read as the 60 where a band starts. */
export const percentText = (percent: number, language: Language): string => {
  const tenths = Math.round(percent * 10)
  const shownTenths = tenths % 10 === 0 && tenths / 10 > percent ? tenths - 1 : tenths
  const text = formatNumber(shownTenths / 1000, language, { style: 'percent', maximumFractionDigits: 1 })
  // In right-to-left text the percent sign would change sides.
  return directionOf(language) === 'rtl' ? isolated(text) : text
}
