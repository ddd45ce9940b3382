/** First code point of each script's digits: Arabic-Indic, extended Arabic-Indic, Devanagari. */
const ZEROS = [0x0660, 0x06f0, 0x0966] as const

/** Digits of the three scripts as ASCII digits; everything else stays. */
export const foldDigits = (text: string): string =>
  text.replace(/[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f]/g, (sign) => {
    const code = sign.codePointAt(0) as number
    const zero = ZEROS.find((start) => code >= start && code < start + 10) as number
    return String(code - zero)
  })

/** Only the digits of a text, folded: what is left of "12 34-५६" is "123456". */
export const digitsOf = (text: string): string => foldDigits(text).replace(/\D/g, '')
