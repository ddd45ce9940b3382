import { randomBytes } from 'node:crypto'
import { hkdf, hmac, open, sameBytes, seal, sha256 } from '../crypto.ts'

/**
 * `sid.gen.secret`: 32 random bytes and a 16-byte mark of ours over sid, gen and them. The database keeps SHA-256
 * only. The mark lets us tell a spent token (real reuse, which ends the family) from an invented one (which must
 * not let a stranger who knows a session id end that session).
 */
export interface RefreshToken {
  readonly text: string
  readonly sessionId: string
  readonly gen: number
  readonly hash: Buffer
}

const RANDOM_BYTES = 32
const MARK_BYTES = 16
const FORM =
  /^([0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12})\.([1-9]\d{0,8})\.([\w-]{64})$/

const markOf = (key: Buffer, clientId: number, sessionId: string, gen: number, random: Buffer) =>
  hmac(key, 'refresh', clientId, sessionId, gen, random.toString('base64url')).subarray(0, MARK_BYTES)

export const makeRefreshToken = (
  key: Buffer,
  clientId: number,
  sessionId: string,
  gen: number,
): RefreshToken => {
  const random = randomBytes(RANDOM_BYTES)
  const secret = Buffer.concat([random, markOf(key, clientId, sessionId, gen, random)]).toString('base64url')
  const text = `${sessionId}.${gen}.${secret}`
  return { text, sessionId, gen, hash: sha256(text) }
}

/** Null for anything that this installation did not issue for this tenant. */
export const readRefreshToken = (key: Buffer, clientId: number, text: string): RefreshToken | null => {
  const match = FORM.exec(text)
  if (!match) return null
  const [, sessionId = '', gen = '', secret = ''] = match
  const bytes = Buffer.from(secret, 'base64url')
  const mark = markOf(key, clientId, sessionId, Number(gen), bytes.subarray(0, RANDOM_BYTES))
  if (!sameBytes(mark, bytes.subarray(RANDOM_BYTES))) return null
  return { text, sessionId, gen: Number(gen), hash: sha256(text) }
}

const keyFrom = (old: RefreshToken) => hkdf(old.text, 'refresh successor')

/** Only who holds the old token can read its successor again (TRUST §8.2). */
export const sealSuccessor = (old: RefreshToken, next: RefreshToken): Buffer =>
  seal(keyFrom(old), Buffer.from(next.text), old.sessionId)

export const openSuccessor = (old: RefreshToken, sealed: Buffer): string =>
  open(keyFrom(old), sealed, old.sessionId).toString()
