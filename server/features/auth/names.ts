import { cut } from '#contract/text/truncate.ts'

/** How addresses and names are compared: NFC, case-insensitive (rules: Accounts). */
export const nameKey = (text: string): string => text.normalize('NFC').trim().toLowerCase()

/** Usernames that would let a learner impersonate staff. */
const RESERVED = new Set([
  'admin',
  'administrator',
  'help',
  'instructor',
  'moderator',
  'root',
  'staff',
  'superadmin',
  'support',
  'system',
  'team',
])
const USERNAME_MAX = 30

/**
 * Derives a username from the local part of an address: letters, digits, dot, dash and underscore of any
 * script.
 */
export const usernameFrom = (email: string): string => {
  const localPart = nameKey(email).split('@')[0] ?? ''
  const cleaned = (localPart.split('+')[0] ?? '')
    .replace(/[^\p{L}\p{M}\p{N}._-]/gu, '')
    .replace(/^[._-]+|[._-]+$/g, '')
  const short = cut(cleaned, USERNAME_MAX)
  return short === '' ? 'learner' : short
}

/**
 * Usernames to try in order: the base unless reserved, then the base with longer and longer random numbers.
 */
export const usernameCandidates = function* (base: string, random: () => number): Generator<string> {
  if (!RESERVED.has(base)) yield base
  for (let digits = 2; digits <= 9; digits += 1) {
    for (let turn = 0; turn < 3; turn += 1) {
      yield `${base}${Math.floor((1 + 9 * random()) * 10 ** (digits - 1))}`
    }
  }
}
