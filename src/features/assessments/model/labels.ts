/** Texts of assessments in the reader's language. */
import { wholePercent } from '#contract/percent.ts'
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

/** A percentage as everywhere (`wholePercent`); for the bounds see `boundsOf`. */
export const percentText = (percent: number, language: Language, bounds: readonly number[] = []): string => {
  const text = formatNumber(wholePercent(percent, bounds) / 100, language, {
    style: 'percent',
    maximumFractionDigits: 0,
  })
  // In right-to-left text the percent sign would change sides.
  return directionOf(language) === 'rtl' ? isolated(text) : text
}
