import { randomUUID } from 'node:crypto'
import { decodeProtectedHeader, jwtVerify, SignJWT } from 'jose'
import { ACCESS_TOKEN_TTL_MS } from '#contract/limits.ts'
import type { Clock } from '#server/core/clock.ts'
import type { SigningKeys } from './signing-keys.ts'

export interface AccessClaims {
  readonly clientId: number
  readonly userId: number
  readonly sessionId: string
  readonly gen: number
  /** Seconds. */
  readonly notBefore: number
  readonly expiresAt: number
}

export interface AccessTokens {
  readonly sign: (subject: {
    clientId: number
    userId: number
    sessionId: string
    gen: number
    now: Date
  }) => Promise<string>
  /** Null unless it is exactly a valid token of this tenant. */
  readonly verify: (clientId: number, token: string) => Promise<AccessClaims | null>
  /** Checks the time only; for claims that were verified a moment ago. */
  readonly isCurrent: (claims: AccessClaims) => boolean
}

/** trust 8.2. */
const AUDIENCE = 'lms-api'
const TYPE = 'at+jwt'
const ALGORITHM = 'EdDSA'
const LEEWAY_SECONDS = 30
const LIFETIME_SECONDS = ACCESS_TOKEN_TTL_MS / 1000
/** Our tokens have about 600 characters; a longer one is rejected before any work is done on it. */
const TOKEN_MAX_CHARS = 2048
/** Size of the cache of verified tokens, which saves the signature check. The oldest entry leaves first. */
const CACHE_MAX = 5000
const CLAIM_NAMES = 'iss,aud,cid,sub,sid,gen,iat,nbf,exp,jti'
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const USER_ID = /^[1-9]\d{0,9}$/

const isUuid = (value: unknown): value is string => typeof value === 'string' && UUID.test(value)

const isPositiveInteger = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0

/** Exactly three parts of canonical base64url: other spellings of the same bytes are rejected. */
const isCanonical = (token: string): boolean => {
  const parts = token.split('.')
  return (
    parts.length === 3 &&
    parts.every(
      (part) =>
        part !== '' && /^[\w-]+$/.test(part) && Buffer.from(part, 'base64url').toString('base64url') === part,
    )
  )
}

const readHeader = (token: string) => {
  try {
    return decodeProtectedHeader(token)
  } catch {
    return null
  }
}

/** Accepts our own header only: no jwk, jku, x5u, x5c, crit, b64, zip, and one algorithm. */
const kidOf = (token: string): string | null => {
  const header = readHeader(token)
  if (!header) return null
  if (Object.keys(header).sort().join() !== 'alg,kid,typ') return null
  if (header.alg !== ALGORITHM || header.typ !== TYPE) return null
  return typeof header.kid === 'string' ? header.kid : null
}

/** Accepts only the payload as we write it, byte for byte: no duplicate names, other orders or spaces. */
const readClaims = (token: string, clientId: number): AccessClaims | null => {
  const text = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8')
  const claims = JSON.parse(text) as Record<string, unknown>
  if (JSON.stringify(claims) !== text || Object.keys(claims).join() !== CLAIM_NAMES) return null
  const { aud, cid, sub, sid, gen, iat, nbf, exp, jti } = claims
  if (aud !== AUDIENCE || cid !== clientId) return null
  if (typeof sub !== 'string' || !USER_ID.test(sub)) return null
  if (!isUuid(sid) || !isUuid(jti)) return null
  if (!isPositiveInteger(gen) || !isPositiveInteger(iat) || nbf !== iat || exp !== iat + LIFETIME_SECONDS)
    return null
  return { clientId, userId: Number(sub), sessionId: sid, gen, notBefore: iat, expiresAt: exp }
}

/** Signs and strictly verifies access tokens. They never contain the role: it is read on every request. */
export const createAccessTokens = (keys: SigningKeys, clock: Clock, origin: string): AccessTokens => {
  const verified = new Map<string, AccessClaims>()
  const issuerOf = (clientId: number) => `${origin}/clients/${clientId}`

  const isCurrent = (claims: AccessClaims): boolean => {
    const now = Math.floor(clock.now().getTime() / 1000)
    return now < claims.expiresAt + LEEWAY_SECONDS && now >= claims.notBefore - LEEWAY_SECONDS
  }

  const check = async (clientId: number, token: string): Promise<AccessClaims | null> => {
    if (token.length > TOKEN_MAX_CHARS || !isCanonical(token)) return null
    const kid = kidOf(token)
    // Outside the try block: an unreachable database does not make a token invalid.
    const key = kid === null ? undefined : await keys.find(clientId, kid)
    if (!key) return null
    try {
      await jwtVerify(token, key.verify, {
        algorithms: [ALGORITHM],
        issuer: issuerOf(clientId),
        audience: AUDIENCE,
        typ: TYPE,
        clockTolerance: LEEWAY_SECONDS,
        currentDate: clock.now(),
      })
      return readClaims(token, clientId)
    } catch {
      // The caller must not learn what was wrong with the token.
      return null
    }
  }

  return {
    isCurrent,
    sign: async ({ clientId, userId, sessionId, gen, now }) => {
      const key = await keys.current(clientId)
      const iat = Math.floor(now.getTime() / 1000)
      return new SignJWT({
        iss: issuerOf(clientId),
        aud: AUDIENCE,
        cid: clientId,
        sub: String(userId),
        sid: sessionId,
        gen,
        iat,
        nbf: iat,
        exp: iat + LIFETIME_SECONDS,
        jti: randomUUID(),
      })
        .setProtectedHeader({ alg: ALGORITHM, typ: TYPE, kid: key.kid })
        .sign(key.sign)
    },
    verify: async (clientId, token) => {
      const cached = verified.get(token)
      if (cached) return cached.clientId === clientId && isCurrent(cached) ? cached : null
      const claims = await check(clientId, token)
      if (claims) {
        if (verified.size >= CACHE_MAX) verified.delete(verified.keys().next().value ?? '')
        verified.set(token, claims)
      }
      return claims
    },
  }
}
