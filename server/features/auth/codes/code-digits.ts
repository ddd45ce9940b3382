import { randomInt } from 'node:crypto'
import { CODE_DIGITS } from '#contract/limits.ts'

/** The zero of each supported script: ASCII, Arabic-Indic, extended Arabic-Indic, Devanagari, full width. */
const ZERO_CODE_POINTS = [0x30, 0x660, 0x6f0, 0x966, 0xff10]

const foldDigit = (char: string): string => {
  const codePoint = char.codePointAt(0) ?? 0
  const zero = ZERO_CODE_POINTS.find((candidate) => codePoint >= candidate && codePoint <= candidate + 9)
  return zero === undefined ? '' : String(codePoint - zero)
}

/**
 * Converts digits of any supported script to ASCII and drops everything else, for example spaces and
 * direction marks.
 */
export const foldDigits = (text: string): string => Array.from(text, foldDigit).join('')

/** Uniformly distributed, from a CSPRNG; leading zeros are kept. */
export const newCode = (): string => String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')
