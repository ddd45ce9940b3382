/** The part of the password rules that a browser can judge while one types (RULES "Accounts"). */
import { PASSWORD_MAX } from '#contract/limits.ts'

export interface PasswordContext {
  /** Fewest characters the tenant asks for. */
  min: number
  /** Name, e-mail, tenant: whatever the password must not contain. */
  ownWords: readonly string[]
}

export interface PasswordChecks {
  longEnough: boolean
  shortEnough: boolean
  withoutOwnWords: boolean
}

/** Shorter words appear in ordinary sentences by chance. */
const OWN_WORD_MIN = 4

const normal = (text: string) => text.normalize('NFC').toLowerCase()
/** People count characters, not UTF-16 units. */
export const lengthOf = (text: string) => Array.from(text.normalize('NFC')).length

/** Words of four letters or more in the person's and the tenant's own texts. */
export const ownWordsOf = (texts: readonly string[]): string[] => [
  ...new Set(
    texts
      .flatMap((text) => normal(text).split(/[^\p{L}\p{M}\p{N}]+/u))
      .filter((word) => Array.from(word).length >= OWN_WORD_MIN),
  ),
]

/** What is met so far; an empty password meets nothing, so that no tick shows before the first key. */
export const checkPassword = (password: string, { min, ownWords }: PasswordContext): PasswordChecks => {
  const length = lengthOf(password)
  const text = normal(password)
  return {
    longEnough: length >= min,
    shortEnough: length > 0 && length <= PASSWORD_MAX,
    withoutOwnWords: length > 0 && !ownWordsOf(ownWords).some((word) => text.includes(word)),
  }
}
