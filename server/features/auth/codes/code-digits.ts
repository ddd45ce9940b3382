import { randomInt } from 'node:crypto'
import { CODE_DIGITS } from '#contract/limits.ts'

/** First digit of each script's ten: ASCII, Arabic-Indic, extended Arabic-Indic, Devanagari, full width. */
const ZEROS = [0x30, 0x660, 0x6f0, 0x966, 0xff10]

const foldDigit = (character: string): string => {
  const point = character.codePointAt(0) ?? 0
  const zero = ZEROS.find((first) => point >= first && point <= first + 9)
  return zero === undefined ? '' : String(point - zero)
}

/** Digits of any of our scripts as ASCII; spaces, dashes and direction marks around them do not count. */
export const foldDigits = (text: string): string => Array.from(text, foldDigit).join('')

/** CSPRNG, evenly spread, leading zeros kept. */
export const newCode = (): string => String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')
