/**
 * Rate limits (rules: Limits, trust 8.6): token buckets in this process's memory, by tenant, caller and group of
 * endpoints. Several processes each count for themselves; what must hold across them (codes, failed sign-ins) is
 * counted in the database by accounts.
 */
import { isIPv6 } from 'node:net'
import type { EndpointSpec } from '#contract/endpoint.ts'
import type { Clock } from '../clock.ts'
import { AppError } from './errors.ts'
import type { RequestPipeline } from './pipeline.ts'

export interface Limit {
  /** Requests in a window; also the largest burst. */
  readonly requests: number
  readonly windowMs: number
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Limits of single endpoints per address; they count beside the common one. */
export const ENDPOINT_LIMITS: Readonly<Record<string, Limit>> = {
  'auth.login': { requests: 10, windowMs: MINUTE_MS },
  'auth.google': { requests: 10, windowMs: MINUTE_MS },
  'auth.signup': { requests: 5, windowMs: HOUR_MS },
  // A classroom behind one address refreshes from many devices; each session's own pace is held by rotation.
  'auth.refresh': { requests: 300, windowMs: MINUTE_MS },
  'auth.verifyEmail': { requests: 60, windowMs: HOUR_MS },
  'auth.resendVerification': { requests: 60, windowMs: HOUR_MS },
  'auth.forgotPassword': { requests: 30, windowMs: HOUR_MS },
  'auth.resetPassword': { requests: 60, windowMs: HOUR_MS },
  // By member, not by address: these are called signed in.
  'community.createThread': { requests: 10, windowMs: HOUR_MS },
  'community.createComment': { requests: 60, windowMs: HOUR_MS },
  'community.createTag': { requests: 20, windowMs: DAY_MS },
  // Asked for once a sign-in and device.
  'auth.deviceKey': { requests: 30, windowMs: MINUTE_MS },
  // trust 8.6 says 20 an hour for everybody; an author who fills a course with films, captions and pictures needs more,
  // and the tenant's room bounds the bytes. A package is a whole course.
  'builder.beginUpload': { requests: 300, windowMs: HOUR_MS },
  'imports.begin': { requests: 20, windowMs: HOUR_MS },
  // Each may ask other hosts (docs/decisions/courses/probe-links-from-the-server.md).
  'builder.check': { requests: 120, windowMs: HOUR_MS },
  // Each calls a push service.
  'notifications.testPush': { requests: 5, windowMs: MINUTE_MS },
}
/** Everything together, for one member. */
export const MEMBER_LIMIT: Limit = { requests: 300, windowMs: MINUTE_MS }
/** Everything together without sign-in, for one address: many people may share it. */
export const ADDRESS_LIMIT: Limit = { requests: 1_200, windowMs: MINUTE_MS }
/**
 * Failed authentication of one address, over all tenants. A classroom whose tokens expire together stays below it: each
 * device fails once and then refreshes.
 */
export const FAILED_AUTH_LIMIT: Limit = { requests: 1_200, windowMs: MINUTE_MS }
/** One tenant cannot take the whole server. */
export const TENANT_LIMIT: Limit = { requests: 1_000, windowMs: 1_000 }

/** Buckets held at most; about 10 MB. */
const BUCKETS_MAX = 50_000

interface Bucket {
  tokens: number
  atMs: number
  limit: Limit
}

export interface Buckets {
  /** Takes one token; 0 when it was there, else milliseconds until it will be. */
  readonly take: (key: string, limit: Limit) => number
  /** Puts a taken token back. */
  readonly giveBack: (key: string) => void
  readonly size: () => number
}

/** Token buckets with bounded memory: full ones say nothing and go first, then the longest unused. */
export const createBuckets = (clock: Clock, max = BUCKETS_MAX): Buckets => {
  const buckets = new Map<string, Bucket>()
  const filled = (bucket: Bucket, nowMs: number) =>
    Math.min(
      bucket.limit.requests,
      bucket.tokens + ((nowMs - bucket.atMs) * bucket.limit.requests) / bucket.limit.windowMs,
    )
  const makeRoom = (nowMs: number) => {
    for (const [key, bucket] of buckets)
      if (filled(bucket, nowMs) >= bucket.limit.requests) buckets.delete(key)
    // Insertion order is order of use: a tenth goes at once, so that a flood does not sweep on every request.
    for (const key of buckets.keys()) {
      if (buckets.size <= max * 0.9) break
      buckets.delete(key)
    }
  }
  return {
    take: (key, limit) => {
      const nowMs = clock.now().getTime()
      const known = buckets.get(key)
      const tokens = known ? filled(known, nowMs) : limit.requests
      buckets.delete(key)
      if (buckets.size >= max) makeRoom(nowMs)
      const taken = tokens >= 1
      buckets.set(key, { tokens: taken ? tokens - 1 : tokens, atMs: nowMs, limit })
      return taken ? 0 : Math.ceil(((1 - tokens) * limit.windowMs) / limit.requests)
    },
    giveBack: (key) => {
      const bucket = buckets.get(key)
      if (!bucket) return
      // A full bucket says nothing.
      if (bucket.tokens + 1 >= bucket.limit.requests) buckets.delete(key)
      else bucket.tokens += 1
    },
    size: () => buckets.size,
  }
}

/** One household or office, not one of its 2^64 addresses. */
export const callerOf = (ip: string): string => {
  if (!isIPv6(ip) || ip.startsWith('::ffff:')) return ip
  const [head = '', tail] = ip.split('%', 1)[0]!.split('::')
  const front = head.split(':').filter(Boolean)
  const back = tail === undefined ? [] : tail.split(':').filter(Boolean)
  const groups = [...front, ...Array<string>(Math.max(0, 8 - front.length - back.length)).fill('0'), ...back]
  return groups.slice(0, 4).join(':')
}

const scaled = (limit: Limit, factor: number): Limit => ({
  requests: Math.max(1, Math.floor(limit.requests * factor)),
  windowMs: limit.windowMs,
})

/** The border's limit: refuses with 429 and the exact time after which the next try will pass. */
export const createLimiter = (factor: number, clock: Clock): RequestPipeline['limit'] => {
  if (!Number.isFinite(factor)) return async () => undefined
  const buckets = createBuckets(clock)
  const member = scaled(MEMBER_LIMIT, factor)
  const address = scaled(ADDRESS_LIMIT, factor)
  const tenantWide = scaled(TENANT_LIMIT, factor)
  const own = new Map(Object.entries(ENDPOINT_LIMITS).map(([name, limit]) => [name, scaled(limit, factor)]))
  const take = (key: string, limit: Limit) => {
    const waitMs = buckets.take(key, limit)
    if (waitMs > 0) throw tooMany(Math.ceil(waitMs / 1_000))
  }
  return async (spec: EndpointSpec, tenant, actor, request) => {
    const who = actor ? `u${actor.userId}` : `a${callerOf(request.ip)}`
    const special = own.get(spec.name)
    // The narrow ones first: what they refuse does not use up the wide ones.
    if (special) take(`${tenant.clientId}/${who}/${spec.name}`, special)
    take(`${tenant.clientId}/${who}`, actor ? member : address)
    take(`${tenant.clientId}`, tenantWide)
  }
}

/**
 * Counts an attempt to authenticate before the token is looked at, so that a flood of bad tokens costs no signature check
 * and no query. An attempt that succeeds does not count.
 */
export const createAuthLimiter = (factor: number, clock: Clock): RequestPipeline['limitAuthentication'] => {
  if (!Number.isFinite(factor)) return () => ({ succeeded: () => undefined })
  const buckets = createBuckets(clock)
  const limit = scaled(FAILED_AUTH_LIMIT, factor)
  return (request) => {
    const key = callerOf(request.ip)
    const waitMs = buckets.take(key, limit)
    if (waitMs > 0) throw tooMany(Math.ceil(waitMs / 1_000))
    return { succeeded: () => buckets.giveBack(key) }
  }
}

const tooMany = (retryAfterSeconds: number) =>
  new AppError('too_many_requests', 'Too many requests. Please wait a moment and try again.', {
    retryAfterSeconds,
  })
