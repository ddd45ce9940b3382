/**
 * The newest tokens in IndexedDB with strict durability. Another process may still see the old localStorage, and
 * localStorage written just before a crash is lost; this copy is neither (trust facts, A1, A5).
 */
import { jwtDecode } from 'jwt-decode'
import { idbDelete, idbGet, idbPut } from '#src/core/storage/idb.ts'

const KEY = 'tokens'

export interface Tokens {
  userId: number
  access_token: string
  refresh_token: string
}

export interface TokenMirror {
  read: () => Promise<Tokens | null>
  write: (tokens: Tokens) => Promise<unknown>
  clear: () => Promise<unknown>
}

export const tokenMirror: TokenMirror = {
  read: () => idbGet<Tokens>(KEY),
  // A copy that cannot be renewed must not mislead: it goes.
  write: async (tokens) => (await idbPut(KEY, tokens)) || idbDelete(KEY),
  clear: () => idbDelete(KEY),
}

export interface TokenTimes {
  issuedMs: number | null
  expiresMs: number | null
}

/** Times of a JWT in the server's milliseconds; nulls for a token that is none. */
export const tokenTimes = (token: string | null): TokenTimes => {
  try {
    const { iat, exp } = jwtDecode(token ?? '')
    return {
      issuedMs: Number.isFinite(iat) ? Number(iat) * 1000 : null,
      expiresMs: Number.isFinite(exp) ? Number(exp) * 1000 : null,
    }
  } catch {
    return { issuedMs: null, expiresMs: null }
  }
}

/** The newer of two pairs of the same person; the mirror is written first and so wins a tie. */
export const newerTokens = (stored: Tokens, mirrored: Tokens | null): Tokens => {
  if (!mirrored || mirrored.userId !== stored.userId) return stored
  const mine = tokenTimes(stored.access_token).issuedMs
  const theirs = tokenTimes(mirrored.access_token).issuedMs
  return mine !== null && theirs !== null && theirs < mine ? stored : mirrored
}
