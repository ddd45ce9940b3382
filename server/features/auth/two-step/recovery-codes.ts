import { randomInt } from 'node:crypto'
import { RECOVERY_CODES } from '#contract/limits.ts'
import { sha256 } from '../crypto.ts'

/** Crockford's alphabet: no I, L, O, U, so that nothing is misread. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** 24 characters are 120 bits, so a plain hash is enough (ASVS 6.5.2). */
const GROUPS = 4
const GROUP_CHARS = 6

const newRecoveryCode = (): string =>
  Array.from({ length: GROUPS }, () =>
    Array.from({ length: GROUP_CHARS }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''),
  ).join('-')

export const newRecoveryCodes = (): string[] => Array.from({ length: RECOVERY_CODES }, newRecoveryCode)

/** Case, separators and the letters that look like digits do not matter. */
export const hashRecoveryCode = (entered: string): Buffer =>
  sha256(
    entered
      .toUpperCase()
      .replaceAll(/[IL]/g, '1')
      .replaceAll('O', '0')
      .replaceAll(/[^0-9A-Z]/g, ''),
  )
