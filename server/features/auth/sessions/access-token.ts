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
  readonly expires: number
}

export interface AccessTokens {
  readonly sign: (who: {
    clientId: number
    userId: number
    sessionId: string
    gen: number
    now: Date
  }) => Promise<string>
  /** Null for everything that is not exactly a living token of this tenant. */
  readonly verify: (clientId: number, token: string) => Promise<AccessClaims | null>
  /** Time only; for claims that were verified a moment ago. */
  readonly isCurrent: (claims: AccessClaims) => boolean
}

/** TRUST §8.2. */
const AUDIENCE = 'lms-api'
const TYPE = 'at+jwt'
const ALGORITHM = 'EdDSA'
const LEEWAY_SECONDS = 30
const LIFETIME_SECONDS = ACCESS_TOKEN_TTL_MS / 1000
/** Ours are about 600 characters; anything longer is refused before any work is done on it. */
const TOKEN_MAX_CHARS = 2048
/** Verified tokens kept, newest last: a hot one needs no signature check. */
const REMEMBERED_MAX = 5000
const CLAIM_NAMES = 'iss,aud,cid,sub,sid,gen,iat,nbf,exp,jti'
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

const isWhole = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0

/** Exactly three parts of canonical base64url: other spellings of the same bytes are refused. */
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

/** Our own header and nothing beside it: no jwk, jku, x5u, x5c, crit, b64, zip, and one algorithm. */
const kidOf = (token: string): string | null => {
  const header = readHeader(token)
  if (!header) return null
  if (Object.keys(header).sort().join() !== 'alg,kid,typ') return null
  if (header.alg !== ALGORITHM || header.typ !== TYPE) return null
  return typeof header.kid === 'string' ? header.kid : null
}

/** The payload as we write it, byte for byte: duplicate names, other orders and spaces do not survive. */
const readClaims = (token: string, clientId: number): AccessClaims | null => {
  const text = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8')
  const claims = JSON.parse(text) as Record<string, unknown>
  if (JSON.stringify(claims) !== text || Object.keys(claims).join() !== CLAIM_NAMES) return null
  const { aud, cid, sub, sid, gen, iat, nbf, exp, jti } = claims
  if (aud !== AUDIENCE || cid !== clientId || typeof sub !== 'string' || !/^[1-9]\d{0,9}$/.test(sub))
    return null
  if (typeof sid !== 'string' || !UUID.test(sid) || typeof jti !== 'string' || !UUID.test(jti)) return null
  if (!isWhole(gen) || !isWhole(iat) || nbf !== iat || exp !== iat + LIFETIME_SECONDS) return null
  return { clientId, userId: Number(sub), sessionId: sid, gen, notBefore: iat, expires: exp }
}

/** Signs and strictly verifies access tokens. The role is never in one: it is read on every request. */
export const createAccessTokens = (keys: SigningKeys, clock: Clock, origin: string): AccessTokens => {
  const remembered = new Map<string, AccessClaims>()
  const issuerOf = (clientId: number) => `${origin}/clients/${clientId}`

  const isCurrent = (claims: AccessClaims): boolean => {
    const now = Math.floor(clock.now().getTime() / 1000)
    return now < claims.expires + LEEWAY_SECONDS && now >= claims.notBefore - LEEWAY_SECONDS
  }

  const check = async (clientId: number, token: string): Promise<AccessClaims | null> => {
    if (token.length > TOKEN_MAX_CHARS || !isCanonical(token)) return null
    const kid = kidOf(token)
    // Outside of the catch below: a database that is away is no reason to call a token bad.
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
      // Whatever was wrong with it: the caller learns only that it is no token.
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
      const known = remembered.get(token)
      if (known) return known.clientId === clientId && isCurrent(known) ? known : null
      const claims = await check(clientId, token)
      if (claims) {
        if (remembered.size >= REMEMBERED_MAX) remembered.delete(remembered.keys().next().value ?? '')
        remembered.set(token, claims)
      }
      return claims
    },
  }
}
