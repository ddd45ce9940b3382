/** Access and refresh token of a session, and which of two pairs is the newer one. */
import { jwtDecode } from 'jwt-decode'

export interface Tokens {
  userId: number
  access_token: string
  refresh_token: string
}

/**
 * A copy of the newest tokens outside local storage. Another process may still see the old local storage, and what was
 * written there just before a crash is lost; the copy is neither (trust: Facts measured, A1, A5).
 */
export interface TokenCopy {
  read: () => Promise<Tokens | null>
  write: (tokens: Tokens) => Promise<unknown>
  clear: () => Promise<unknown>
}

interface Claims {
  iat?: unknown
  exp?: unknown
  /** Names the session; a session is never taken up again once it has ended. */
  sid?: unknown
}

const claimsOf = (token: string | null | undefined): Claims => {
  try {
    return jwtDecode<Claims>(token ?? '')
  } catch {
    return {}
  }
}

export interface TokenTimes {
  issuedMs: number | null
  expiresMs: number | null
}

/** Times of a JWT in the server's milliseconds; nulls for a token that is none. */
export const tokenTimes = (token: string | null): TokenTimes => {
  const { iat, exp } = claimsOf(token)
  return {
    issuedMs: Number.isFinite(iat) ? Number(iat) * 1000 : null,
    expiresMs: Number.isFinite(exp) ? Number(exp) * 1000 : null,
  }
}

/** Null for a token that names no session. */
export const sessionIdOf = (token: string | null | undefined): string | null => {
  const { sid } = claimsOf(token)
  return typeof sid === 'string' ? sid : null
}

/** The newer of two pairs of the same person; the copy is written first and so wins a tie. */
export const newerTokens = (stored: Tokens, copied: Tokens | null): Tokens => {
  if (!copied || copied.userId !== stored.userId) return stored
  const storedAt = tokenTimes(stored.access_token).issuedMs
  const copiedAt = tokenTimes(copied.access_token).issuedMs
  return storedAt !== null && copiedAt !== null && copiedAt < storedAt ? stored : copied
}
