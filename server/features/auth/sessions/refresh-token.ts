import { randomBytes } from 'node:crypto'
import { decrypt, encrypt, hkdf, hmac, sameBytes, sha256 } from '../crypto.ts'

/**
 * `sid.gen.secret`: the secret is 32 random bytes and a 16-byte MAC over sid, gen and these bytes. The database stores
 * only its SHA-256. The MAC tells a spent token (real reuse, which ends the family) from an invented one (with which
 * somebody who knows a session id must not be able to end that session).
 */
export interface RefreshToken {
  readonly text: string
  readonly sessionId: string
  readonly gen: number
  readonly hash: Buffer
}

const RANDOM_BYTES = 32
const MAC_BYTES = 16
const TOKEN_PATTERN =
  /^([0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12})\.([1-9]\d{0,8})\.([\w-]{64})$/

const macOf = (key: Buffer, clientId: number, sessionId: string, gen: number, random: Buffer) =>
  hmac(key, 'refresh', clientId, sessionId, gen, random.toString('base64url')).subarray(0, MAC_BYTES)

export const makeRefreshToken = (
  key: Buffer,
  clientId: number,
  sessionId: string,
  gen: number,
): RefreshToken => {
  const random = randomBytes(RANDOM_BYTES)
  const secret = Buffer.concat([random, macOf(key, clientId, sessionId, gen, random)]).toString('base64url')
  const text = `${sessionId}.${gen}.${secret}`
  return { text, sessionId, gen, hash: sha256(text) }
}

/** Null for anything that this installation did not issue for this tenant. */
export const readRefreshToken = (key: Buffer, clientId: number, text: string): RefreshToken | null => {
  const match = TOKEN_PATTERN.exec(text)
  if (!match) return null
  const [, sessionId = '', gen = '', secret = ''] = match
  const bytes = Buffer.from(secret, 'base64url')
  const mac = macOf(key, clientId, sessionId, Number(gen), bytes.subarray(0, RANDOM_BYTES))
  if (!sameBytes(mac, bytes.subarray(RANDOM_BYTES))) return null
  return { text, sessionId, gen: Number(gen), hash: sha256(text) }
}

const successorKey = (old: RefreshToken) => hkdf(old.text, 'refresh successor')

/** Only the holder of the old token can read its successor again (trust 8.2). */
export const encryptSuccessor = (old: RefreshToken, next: RefreshToken): Buffer =>
  encrypt(successorKey(old), Buffer.from(next.text), old.sessionId)

export const decryptSuccessor = (old: RefreshToken, encrypted: Buffer): string =>
  decrypt(successorKey(old), encrypted, old.sessionId).toString()
