/** First code point of each script's digits: Arabic-Indic, extended Arabic-Indic, Devanagari. */
const ZEROS = [0x0660, 0x06f0, 0x0966] as const

/** Replaces the digits of three scripts by ASCII digits. */
export const foldDigits = (text: string): string =>
  text.replace(/[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f]/g, (digit) => {
    const code = digit.codePointAt(0) as number
    const zero = ZEROS.find((start) => code >= start && code < start + 10) as number
    return String(code - zero)
  })

/** Only the digits of a text, as ASCII: "12 34-५६" gives "123456". */
export const digitsOf = (text: string): string => foldDigits(text).replace(/\D/g, '')
