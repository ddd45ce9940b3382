/** The password rules that the browser can check while somebody types (rules: Accounts). */
import { PASSWORD_MAX } from '#contract/limits.ts'

export interface PasswordContext {
  /** The client's minimum length. */
  min: number
  /** Name, e-mail, client: texts whose words the password must not contain. */
  ownWords: readonly string[]
}

export interface PasswordChecks {
  longEnough: boolean
  shortEnough: boolean
  withoutOwnWords: boolean
}

/** Shorter words appear in ordinary sentences by chance. */
const OWN_WORD_MIN = 4

const normalize = (text: string) => text.normalize('NFC').toLowerCase()
/** Counts code points, as people count characters, not UTF-16 units. */
export const countCharacters = (text: string) => Array.from(text.normalize('NFC')).length

/** The words of at least four letters in the person's and the client's texts. */
export const ownWordsOf = (texts: readonly string[]): string[] => [
  ...new Set(
    texts
      .flatMap((text) => normalize(text).split(/[^\p{L}\p{M}\p{N}]+/u))
      .filter((word) => Array.from(word).length >= OWN_WORD_MIN),
  ),
]

/** The rules met so far. An empty password meets none, so no check mark shows before the first key. */
export const checkPassword = (password: string, { min, ownWords }: PasswordContext): PasswordChecks => {
  const length = countCharacters(password)
  const text = normalize(password)
  return {
    longEnough: length >= min,
    shortEnough: length > 0 && length <= PASSWORD_MAX,
    withoutOwnWords: length > 0 && !ownWordsOf(ownWords).some((word) => text.includes(word)),
  }
}
