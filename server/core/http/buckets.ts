/** Token buckets in this process's memory, and who counts as one caller. */
import { isIPv6 } from 'node:net'
import type { RateLimit } from '#contract/endpoint.ts'
import type { Clock } from '../clock.ts'
import type { Actor, RequestFacts } from './scope.ts'

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
  /** Leaves the bucket in debt by all its tokens, so that the next one comes after a whole window. */
  readonly exhaust: (key: string, limit: RateLimit) => void
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
  const put = (key: string, bucket: Bucket) => {
    buckets.delete(key)
    if (buckets.size >= max) makeRoom(bucket.atMs)
    buckets.set(key, bucket)
  }
  return {
    take: (key, limit) => {
      const nowMs = clock.now().getTime()
      const known = buckets.get(key)
      const tokens = known ? filled(known, nowMs) : limit.requests
      const taken = tokens >= 1
      put(key, { tokens: taken ? tokens - 1 : tokens, atMs: nowMs, limit })
      return taken ? 0 : Math.ceil(((1 - tokens) * limit.windowMs) / limit.requests)
    },
    giveBack: (key) => {
      const bucket = buckets.get(key)
      if (!bucket) return
      // A full bucket says nothing.
      if (bucket.tokens + 1 >= bucket.limit.requests) buckets.delete(key)
      else bucket.tokens += 1
    },
    exhaust: (key, limit) => put(key, { tokens: -limit.requests, atMs: clock.now().getTime(), limit }),
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

/** Who counts as one caller within a client. */
export const bucketOf = (actor: Actor | null, { ip }: RequestFacts): string => {
  if (!actor) return `a${callerOf(ip)}`
  return actor.token ? `t${actor.token.id}` : `u${actor.userId}`
}
