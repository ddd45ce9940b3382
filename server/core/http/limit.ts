/**
 * Rate limits (rules: Limits, trust 8.6): token buckets in this process's memory, by tenant, caller and group of
 * endpoints. Several processes each count for themselves; what must hold across them (codes, failed sign-ins) is
 * counted in the database by accounts.
 */
import { perMinute, type EndpointSpec, type RateLimit } from '#contract/endpoint.ts'
import type { Clock } from '../clock.ts'
import { bucketOf, callerOf, createBuckets } from './buckets.ts'
import { AppError } from './errors.ts'
import type { RequestPipeline } from './pipeline.ts'

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

const scaled = (limit: RateLimit, factor: number): RateLimit => ({
  requests: Math.max(1, Math.floor(limit.requests * factor)),
  windowMs: limit.windowMs,
})

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
