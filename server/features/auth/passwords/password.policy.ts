import { PASSWORD_MAX, PASSWORD_MIN_STAFF } from '#contract/limits.ts'
import type { Role } from '#contract/common.ts'
import type { FieldIssue } from '#contract/errors.ts'
import { AppError } from '#server/core/http/errors.ts'
import { fieldIssue } from '#server/core/http/validate.ts'
import type { BreachCheck } from './breached.ts'
import { commonWords } from './common-words.ts'

/** Shorter words occur in ordinary sentences by chance. */
const PERSONAL_WORD_MIN = 4
/** A password with fewer distinct characters is a pattern. */
const DISTINCT_MIN = 5

const normalize = (text: string) => text.normalize('NFC').toLowerCase()

const LOOKALIKES: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '@': 'a',
  $: 's',
  '!': 'i',
  '|': 'l',
}
const undoLookalikes = (text: string) =>
  Array.from(text)
    .map((character) => LOOKALIKES[character] ?? character)
    .join('')
const letters = (text: string) => text.replace(/[^a-z]/g, '')

const isCommonWordChain = (text: string): boolean => {
  if (commonWords.has(text)) return true
  for (let split = 3; split <= text.length - 3; split += 1) {
    if (commonWords.has(text.slice(0, split)) && commonWords.has(text.slice(split))) return true
  }
  // One word repeated.
  for (let size = 3; size <= text.length / 2; size += 1) {
    if (text.length % size === 0 && text.slice(0, size).repeat(text.length / size) === text)
      return commonWords.has(text.slice(0, size))
  }
  return false
}

const ROWS = [
  '01234567890',
  '09876543210',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
]

/**
 * True when most neighbouring characters are neighbours on the keyboard, in the alphabet or among the
 * digits.
 */
const isKeyboardWalk = (text: string): boolean => {
  let steps = 0
  for (let index = 1; index < text.length; index += 1) {
    const pair = text.slice(index - 1, index + 1)
    const reversed = `${pair[1]}${pair[0]}`
    if (pair[0] === pair[1] || ROWS.some((row) => row.includes(pair) || row.includes(reversed))) steps += 1
  }
  return steps >= (text.length - 1) * 0.8
}

/**
 * True for what the first million guesses contain: common words with the usual decorations, keyboard walks
 * and repetitions.
 */
export const isCommonPassword = (password: string): boolean => {
  const text = normalize(password)
  if (new Set(text).size < DISTINCT_MIN || isKeyboardWalk(text)) return true
  const core = text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  const candidates = [
    letters(core),
    letters(undoLookalikes(core)),
    letters(undoLookalikes(text)),
    letters(text),
  ]
  // Only for Latin passwords: of a Hindi or Arabic sentence no letters are left to compare.
  const isLatin = !/[^\p{Script=Latin}\p{N}\p{P}\p{S}\p{Z}]/u.test(text)
  return isLatin && candidates.some((candidate) => candidate === '' || isCommonWordChain(candidate))
}

/** Words of at least four characters from the texts of the user and the tenant. */
const personalWordsIn = (texts: readonly string[]): string[] =>
  texts
    .flatMap((text) => normalize(text).split(/[^\p{L}\p{M}\p{N}]+/u))
    .filter((word) => Array.from(word).length >= PERSONAL_WORD_MIN)

export interface PasswordRules {
  readonly min: number
  /** Names, addresses and tenant names that the password must not contain. */
  readonly ownTexts: readonly string[]
}

/** Any characters, no composition rules; long enough, not common, no personal words (rules: Accounts). */
export const judgePassword = (password: string, rules: PasswordRules): FieldIssue | null => {
  const text = password.normalize('NFC')
  const length = Array.from(text).length
  if (length < rules.min) return fieldIssue('too_short', { min: rules.min })
  if (length > PASSWORD_MAX) return fieldIssue('too_long', { max: PASSWORD_MAX })
  if (personalWordsIn(rules.ownTexts).some((word) => normalize(text).includes(word)))
    return fieldIssue('personal_password')
  return isCommonPassword(text) ? fieldIssue('common_password') : null
}

/** The tenant's minimum, but at least 15 for staff. */
export const passwordMinFor = (role: Role, tenantMin: number): number =>
  role === 'student' ? tenantMin : Math.max(tenantMin, PASSWORD_MIN_STAFF)

/** The same, and a password from a data leak counts as a common one. */
export const judgeNewPassword = async (
  { isBreached }: { readonly isBreached: BreachCheck },
  password: string,
  rules: PasswordRules,
): Promise<FieldIssue | null> =>
  judgePassword(password, rules) ?? ((await isBreached(password)) ? fieldIssue('common_password') : null)

/** Throws 422 for the field `password`. */
export const requireGoodPassword = async (
  check: { readonly isBreached: BreachCheck },
  password: string,
  rules: PasswordRules,
): Promise<void> => {
  const issue = await judgeNewPassword(check, password, rules)
  if (issue) throw new AppError('invalid_fields', issue.message, { fields: { password: [issue] } })
}
