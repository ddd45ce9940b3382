/** When an access token is renewed before anybody asks (spec 4, 9). */
import type { TokenTimes } from './token-mirror.ts'

export const CHECK_EVERY_MS = 30_000
/** Renew when less than this part of the lifetime remains. */
const REMAINING_RATIO = 0.1
/** ... or this much when the issue time is unknown. */
const REMAINING_UNKNOWN_MS = 5 * 60_000
export const ABOUT_TO_EXPIRE_MS = 60_000
/** trust pitfall 5: whatever the clocks say, never more often than this. */
export const MIN_BETWEEN_MS = 30_000

export type RefreshDecision = 'keep' | 'renew' | 'expired'

export const isAboutToExpire = ({ expiresMs }: TokenTimes, nowMs: number): boolean =>
  expiresMs !== null && expiresMs - nowMs < ABOUT_TO_EXPIRE_MS

/** A token without readable times is kept: the server's 401 decides. */
export const decideRefresh = (times: TokenTimes, nowMs: number): RefreshDecision => {
  const { issuedMs, expiresMs } = times
  if (expiresMs === null) return 'keep'
  const remaining = expiresMs - nowMs
  if (remaining <= 0) return 'expired'
  const margin = issuedMs === null ? REMAINING_UNKNOWN_MS : (expiresMs - issuedMs) * REMAINING_RATIO
  return remaining < margin || isAboutToExpire(times, nowMs) ? 'renew' : 'keep'
}
