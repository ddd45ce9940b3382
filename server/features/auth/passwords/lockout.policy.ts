/** How failed sign-ins slow down (RULES "Accounts", TRUST §8.5): pure, so that every rule can be tried out. */

export interface NetworkFailures {
  readonly network: string
  readonly failures: number
  readonly lastFailedAt: Date
}

export const FREE_FAILURES = 5
/** NIST SP 800-63B: no more wrong tries in a row; then only a new password by e-mail opens the account again. */
export const HARD_STOP = 100
const MINUTE_MS = 60_000
const DELAY_MAX_MS = 15 * MINUTE_MS
/** Failures older than this are forgotten, and a hard stop ends. */
export const FAILURES_KEPT_MS = 30 * 24 * 60 * MINUTE_MS

/** From the fifth failure 1, 2, 4, 8, then 15 minutes. */
export const delayAfter = (failures: number): number =>
  failures < FREE_FAILURES
    ? 0
    : Math.min(DELAY_MAX_MS, 2 ** Math.min(failures - FREE_FAILURES, 10) * MINUTE_MS)

const sum = (rows: readonly NetworkFailures[]) => rows.reduce((total, row) => total + row.failures, 0)
const latest = (rows: readonly NetworkFailures[]) =>
  Math.max(0, ...rows.map((row) => row.lastFailedAt.getTime()))

/**
 * When the next try from `network` is evaluated; null for at once.
 *
 * A network pays for its own failures. What others did counts against it only when failures came from at least two
 * other networks: one stranger's guesses (even beside the owner's own slip) cannot lock the owner out.
 */
export const blockedUntil = (rows: readonly NetworkFailures[], network: string, now: Date): Date | null => {
  const kept = rows.filter((row) => row.lastFailedAt.getTime() > now.getTime() - FAILURES_KEPT_MS)
  const own = kept.filter((row) => row.network === network)
  const others = kept.filter((row) => row.network !== network)
  const isWide = others.length >= 2
  const counted = isWide ? kept : own
  const isStopped = sum(own) >= HARD_STOP || (kept.length >= 2 && sum(kept) >= HARD_STOP)
  const until = isStopped
    ? latest(kept) + FAILURES_KEPT_MS
    : Math.max(
        latest(counted) + delayAfter(sum(counted)),
        // A person's own slips must not become free when strangers' failures lie longer back.
        latest(own) + delayAfter(sum(own)),
      )
  return until > now.getTime() ? new Date(until) : null
}
