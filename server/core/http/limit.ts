/**
 * Rate limits (rules: Limits, trust 8.6): token buckets in this process's memory, by tenant, caller and group of
 * endpoints. Several processes each count for themselves; what must hold across them (codes, failed sign-ins) is
 * counted in the database by accounts.
 */
import { isIPv6 } from 'node:net'
import { perMinute, type EndpointSpec, type RateLimit } from '#contract/endpoint.ts'
import type { Clock } from '../clock.ts'
import { AppError } from './errors.ts'
import type { RequestPipeline } from './pipeline.ts'
import type { Actor, RequestFacts } from './scope.ts'

/** Everything together, for one member. */
export const MEMBER_LIMIT: RateLimit = perMinute(300)
/** Everything together, for one API token. */
export const TOKEN_LIMIT: RateLimit = perMinute(120)
/** Everything together without sign-in, for one address: many people may share it. */
export const ADDRESS_LIMIT: RateLimit = perMinute(1_200)
/**
 * Failed authentication of one address, over all tenants. A classroom whose tokens expire together stays below it: each
 * device fails once and then refreshes.
 */
export const FAILED_AUTH_LIMIT: RateLimit = perMinute(1_200)
/** One tenant cannot take the whole server. */
export const TENANT_LIMIT: RateLimit = { requests: 1_000, windowMs: 1_000 }

/** Buckets held at most; about 10 MB. */
const BUCKETS_MAX = 50_000

interface Bucket {
  tokens: number
  atMs: number
  limit: RateLimit
}

export interface Buckets {
  /** Takes one token; 0 when it was there, else milliseconds until it will be. */
  readonly take: (key: string, limit: RateLimit) => number
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

const scaled = (limit: RateLimit, factor: number): RateLimit => ({
  requests: Math.max(1, Math.floor(limit.requests * factor)),
  windowMs: limit.windowMs,
})

/** Who counts as one caller within a client. */
export const bucketOf = (actor: Actor | null, { ip }: RequestFacts): string => {
  if (!actor) return `a${callerOf(ip)}`
  return actor.token ? `t${actor.token.id}` : `u${actor.userId}`
}

/** The border's limit: refuses with 429 and the exact time after which the next try will pass. */
export const createLimiter = (factor: number, clock: Clock): RequestPipeline['limit'] => {
  if (!Number.isFinite(factor)) return async () => undefined
  const buckets = createBuckets(clock)
  const member = scaled(MEMBER_LIMIT, factor)
  const token = scaled(TOKEN_LIMIT, factor)
  const address = scaled(ADDRESS_LIMIT, factor)
  const tenantWide = scaled(TENANT_LIMIT, factor)
  const take = (key: string, limit: RateLimit) => {
    const waitMs = buckets.take(key, limit)
    if (waitMs > 0) throw tooMany(Math.ceil(waitMs / 1_000))
  }
  return async (spec: EndpointSpec, tenant, actor, request) => {
    const who = bucketOf(actor, request)
    // The narrow limit first: a request that it refuses does not use up the wide ones.
    if (spec.rateLimit)
      take(`${tenant.clientId}/${who}/${spec.rateLimit.bucket ?? spec.name}`, scaled(spec.rateLimit, factor))
    take(`${tenant.clientId}/${who}`, actor?.token ? token : actor ? member : address)
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
