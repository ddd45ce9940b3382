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

/**
 * A whole percentage, rounded to the nearest: 2 of 3 is 67 %. Rounding never lifts a score to 100 or to a bound that it
 * missed (`boundsOf`): 59.97 must not read as the 60 where a scholarship starts.
 */
export const percentText = (percent: number, language: Language, bounds: readonly number[] = []): string => {
  const nearest = Math.round(percent)
  const isLifted = nearest > percent && (nearest === 100 || bounds.includes(nearest))
  const text = formatNumber((isLifted ? nearest - 1 : nearest) / 100, language, {
    style: 'percent',
    maximumFractionDigits: 0,
  })
  // In right-to-left text the percent sign would change sides.
  return directionOf(language) === 'rtl' ? isolated(text) : text
}
