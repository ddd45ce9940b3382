/**
 * Beacons carry no Authorization header. So a request that does gets a cookie for this path, which identifies later
 * beacons of the same browser (trust 8.2). The cookie gives access to nothing else.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Clock } from '#server/core/clock.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { Cookie } from '#server/core/http/cookies.ts'
import type { RequestPipeline } from '#server/core/http/pipeline.ts'
import type { Actor, MemberScope, RequestFacts, Tenant } from '#server/core/http/scope.ts'

const COOKIE_NAME = 'lms_activity'
const LIFETIME_SECONDS = 24 * 3600

export interface BeaconTokens {
  /** Creates a cookie for somebody who was just authenticated. */
  readonly issue: (scope: MemberScope) => Cookie
  /** Authenticates by the bearer token, or without one by the cookie. */
  readonly authenticate: RequestPipeline['authenticate']
}

export interface BeaconDependencies {
  readonly secret: Buffer
  readonly clock: Clock
  readonly authenticate: RequestPipeline['authenticate']
  /** Null when the session has ended or its user may no longer enter. */
  readonly actorOf: (tenant: Tenant, userId: number, sessionId: string) => Promise<Actor | null>
}

const TOKEN_PATTERN = /^(\d{1,10})\.(\d{1,10})\.([0-9a-f-]{36})\.(\d{1,12})\.([\w-]{43})$/

export const createBeaconTokens = (dependencies: BeaconDependencies): BeaconTokens => {
  const mac = (text: string) => createHmac('sha256', dependencies.secret).update(text).digest()
  const nowSeconds = () => Math.floor(dependencies.clock.now().getTime() / 1000)

  const verify = (tenant: Tenant, value: string | undefined) => {
    const match = TOKEN_PATTERN.exec(value ?? '')
    if (!match) return null
    const [, clientId = '', userId = '', sessionId = '', expiresAt = '', macText = ''] = match
    const expected = mac([clientId, userId, sessionId, expiresAt].join('.'))
    const received = Buffer.from(macText, 'base64url')
    if (received.length !== expected.length || !timingSafeEqual(received, expected)) return null
    if (Number(clientId) !== tenant.clientId || Number(expiresAt) < nowSeconds()) return null
    return { userId: Number(userId), sessionId }
  }

  return {
    issue: (scope) => {
      const text = [
        scope.tenant.clientId,
        scope.actor.userId,
        scope.actor.sessionId,
        nowSeconds() + LIFETIME_SECONDS,
      ].join('.')
      return {
        name: COOKIE_NAME,
        value: `${text}.${mac(text).toString('base64url')}`,
        path: `/activity/clients/${scope.tenant.clientId}/`,
        maxAgeSeconds: LIFETIME_SECONDS,
        httpOnly: true,
      }
    },
    authenticate: async (tenant: Tenant, bearer: string | undefined, request: RequestFacts) => {
      const token = bearer === undefined ? verify(tenant, request.cookies[COOKIE_NAME]) : null
      const actor = token ? await dependencies.actorOf(tenant, token.userId, token.sessionId) : null
      return actor ?? dependencies.authenticate(tenant, bearer, request)
    },
  }
}

/** Browsers send cookies automatically, so a page of another origin must not be able to use this one. */
export const rejectForeignOrigin = (
  headers: Record<string, string | string[] | undefined>,
  host: string,
): void => {
  if (headers['authorization'] !== undefined) return
  const site = headers['sec-fetch-site']
  const { origin } = headers
  const isForeign =
    (site !== undefined && site !== 'same-origin') ||
    (typeof origin === 'string' && !origin.endsWith(`//${host}`))
  if (isForeign) throw new AppError('unauthenticated', 'Please sign in to continue.')
}
