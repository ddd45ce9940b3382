/**
 * Beacons carry no Authorization header. A call that did carry one gets a cookie for this one path; a later beacon of the
 * same browser is known by it (TRUST §8.2 "Beacon authentication"). It opens nothing else.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Clock } from '#server/core/clock.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { RequestPipeline, Cookie } from '#server/core/http/pipeline.ts'
import type { Actor, MemberScope, RequestFacts, Tenant } from '#server/core/http/scope.ts'

const NAME = 'lms_activity'
const LIFETIME_SECONDS = 24 * 3600

export interface BeaconPass {
  /** Made for whoever just proved who they are. */
  readonly issue: (scope: MemberScope) => Cookie
  /** The border's own authentication, with the pass as a second way in when no token is there. */
  readonly authenticate: RequestPipeline['authenticate']
}

export interface BeaconParts {
  readonly secret: Buffer
  readonly clock: Clock
  readonly authenticate: RequestPipeline['authenticate']
  /** Null when that session has ended or its person may not enter. */
  readonly actorOf: (tenant: Tenant, userId: number, sessionId: string) => Promise<Actor | null>
}

const PASS = /^(\d{1,10})\.(\d{1,10})\.([0-9a-f-]{36})\.(\d{1,12})\.([\w-]{43})$/

export const createBeaconPass = (parts: BeaconParts): BeaconPass => {
  const mac = (text: string) => createHmac('sha256', parts.secret).update(text).digest()
  const nowSeconds = () => Math.floor(parts.clock.now().getTime() / 1000)

  const read = (tenant: Tenant, value: string | undefined) => {
    const match = PASS.exec(value ?? '')
    if (!match) return null
    const [, clientId = '', userId = '', sessionId = '', until = '', sealText = ''] = match
    const expected = mac([clientId, userId, sessionId, until].join('.'))
    const given = Buffer.from(sealText, 'base64url')
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
    if (Number(clientId) !== tenant.clientId || Number(until) < nowSeconds()) return null
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
        name: NAME,
        value: `${text}.${mac(text).toString('base64url')}`,
        path: `/activity/clients/${scope.tenant.clientId}/`,
        maxAgeSeconds: LIFETIME_SECONDS,
        httpOnly: true,
      }
    },
    authenticate: async (tenant: Tenant, bearer: string | undefined, request: RequestFacts) => {
      const pass = bearer === undefined ? read(tenant, request.cookies[NAME]) : null
      const actor = pass ? await parts.actorOf(tenant, pass.userId, pass.sessionId) : null
      return actor ?? parts.authenticate(tenant, bearer, request)
    },
  }
}

/** A cookie travels by itself, so a page of another origin must not be able to use it. */
export const refuseForeignOrigin = (
  headers: Record<string, string | string[] | undefined>,
  host: string,
): void => {
  if (headers['authorization'] !== undefined) return
  const site = headers['sec-fetch-site']
  const { origin } = headers
  const foreign =
    (site !== undefined && site !== 'same-origin') ||
    (typeof origin === 'string' && !origin.endsWith(`//${host}`))
  if (foreign) throw new AppError('unauthenticated', 'Please sign in to continue.')
}
