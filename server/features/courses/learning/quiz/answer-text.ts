/** Normalises typed answers for comparison: one script of digits, no accidental spaces. Pure. */

/** Code points of zero in Arabic-Indic, extended Arabic-Indic and Devanagari. */
const ZEROS = [0x0660, 0x06f0, 0x0966] as const

const foldDigits = (text: string): string =>
  text.replace(/[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f]/g, (digit) => {
    const code = digit.codePointAt(0) ?? 0
    return String(code - (ZEROS.find((zero) => code >= zero && code < zero + 10) ?? code))
  })

/** Invisible characters: direction marks, joiners at word ends, tatweel. */
const INVISIBLE = /[\u200b\u200e\u200f\u061c\u2066-\u2069\ufeff\u0640]/g

/** The normal form in which two answers are compared. */
export const comparable = (text: string, caseSensitive: boolean): string => {
  const folded = foldDigits(text.normalize('NFKC').replace(INVISIBLE, '')).replace(/\s+/gu, ' ').trim()
  return caseSensitive ? folded : folded.toLowerCase()
}

/** 1,000 and 12,345,678, and 1,00,000 as grouped in India. */
const GROUPED = /^\d{1,3}(?:,\d{2,3})*,\d{3}(?:\.\d+)?$/
const PLAIN = /^(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?$/i
const FRACTION = /^(\d{1,15})\/(\d{1,15})$/

/** Parses a typed number, with the question's unit after it if given; null for anything else. */
export const typedNumber = (typed: string, unit = ''): number | null => {
  let text = comparable(typed, false).replaceAll('٫', '.').replaceAll('٬', ',')
  const ending = comparable(unit, false)
  if (ending !== '' && text.endsWith(ending)) text = text.slice(0, -ending.length)
  text = text.replace(/\s/g, '').replace(/[\u2212\u2012\u2013]/g, '-')
  const sign = text.startsWith('-') ? -1 : 1
  const digits = text.replace(/^[+-]/, '')
  const fraction = FRACTION.exec(digits)
  if (fraction) {
    const denominator = Number(fraction[2])
    return denominator === 0 ? null : (sign * Number(fraction[1])) / denominator
  }
  const plain = GROUPED.test(digits) ? digits.replaceAll(',', '') : digits.replace(',', '.')
  return PLAIN.test(plain) ? sign * Number(plain) : null
}
