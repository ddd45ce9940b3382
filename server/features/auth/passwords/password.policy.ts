import { PASSWORD_MAX, PASSWORD_MIN_STAFF } from '#contract/limits.ts'
import type { Role } from '#contract/common.ts'
import type { FieldIssue } from '#contract/errors.ts'
import { AppError } from '#server/core/http/errors.ts'
import { fieldIssue } from '#server/core/http/validate.ts'
import { commonWords } from './common-words.ts'

/** Shorter words appear in ordinary sentences by chance. */
const OWN_WORD_MIN = 4
/** Fewer different characters than this is a pattern, not a password. */
const DISTINCT_MIN = 5

const normal = (text: string) => text.normalize('NFC').toLowerCase()

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
const plain = (text: string) =>
  Array.from(text)
    .map((character) => LOOKALIKES[character] ?? character)
    .join('')
const letters = (text: string) => text.replace(/[^a-z]/g, '')

const isChain = (text: string): boolean => {
  if (commonWords.has(text)) return true
  for (let cut = 3; cut <= text.length - 3; cut += 1) {
    if (commonWords.has(text.slice(0, cut)) && commonWords.has(text.slice(cut))) return true
  }
  // One word over and over.
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

/** Share of neighbours that follow a row of the keyboard, the alphabet or the digits. */
const isWalk = (text: string): boolean => {
  let steps = 0
  for (let index = 1; index < text.length; index += 1) {
    const pair = text.slice(index - 1, index + 1)
    const back = `${pair[1]}${pair[0]}`
    if (pair[0] === pair[1] || ROWS.some((row) => row.includes(pair) || row.includes(back))) steps += 1
  }
  return steps >= (text.length - 1) * 0.8
}

/** True for what the first million guesses contain: common words in their usual dress, walks and repetitions. */
export const isCommonPassword = (password: string): boolean => {
  const text = normal(password)
  if (new Set(text).size < DISTINCT_MIN || isWalk(text)) return true
  const core = text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  const candidates = [letters(core), letters(plain(core)), letters(plain(text)), letters(text)]
  // Only what is nothing but Latin letters and decoration: a Hindi or Arabic sentence leaves no letters here.
  const isLatin = !/[^\p{Script=Latin}\p{N}\p{P}\p{S}\p{Z}]/u.test(text)
  return isLatin && candidates.some((candidate) => candidate === '' || isChain(candidate))
}

/** Words of four letters or more in the person's and the tenant's own texts. */
const ownWordsOf = (texts: readonly string[]): string[] =>
  texts
    .flatMap((text) => normal(text).split(/[^\p{L}\p{M}\p{N}]+/u))
    .filter((word) => Array.from(word).length >= OWN_WORD_MIN)

export interface PasswordRules {
  readonly min: number
  /** Names, address, tenant: whatever the password must not contain. */
  readonly ownTexts: readonly string[]
}

/** RULES "Accounts": any characters, no composition rules; long enough, not common, not one's own words. */
export const judgePassword = (password: string, rules: PasswordRules): FieldIssue | null => {
  const text = password.normalize('NFC')
  const length = Array.from(text).length
  if (length < rules.min) return fieldIssue('too_short', { min: rules.min })
  if (length > PASSWORD_MAX) return fieldIssue('too_long', { max: PASSWORD_MAX })
  if (ownWordsOf(rules.ownTexts).some((word) => normal(text).includes(word)))
    return fieldIssue('personal_password')
  return isCommonPassword(text) ? fieldIssue('common_password') : null
}

/** The tenant's minimum, and never less than 15 for staff. */
export const passwordMinFor = (role: Role, tenantMin: number): number =>
  role === 'student' ? tenantMin : Math.max(tenantMin, PASSWORD_MIN_STAFF)

/** Throws 422 for the field `password`. */
export const requireGoodPassword = (password: string, rules: PasswordRules): void => {
  const found = judgePassword(password, rules)
  if (found) throw new AppError('invalid_fields', found.message, { fields: { password: [found] } })
}
