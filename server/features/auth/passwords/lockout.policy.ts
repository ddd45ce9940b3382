/** How failed sign-ins slow down further ones (rules: Accounts, trust 8.5). */

export interface NetworkFailures {
  readonly network: string
  readonly failures: number
  readonly lastFailedAt: Date
}

export const FREE_FAILURES = 5
/**
 * NIST SP 800-63B: after this many failures in a row only a new password set by e-mail unlocks the account.
 */
export const HARD_STOP = 100
const MINUTE_MS = 60_000
const DELAY_MAX_MS = 15 * MINUTE_MS
/** Failures older than this are forgotten, which also ends a hard stop. */
export const FAILURE_TTL_MS = 30 * 24 * 60 * MINUTE_MS

/** From the fifth failure on: 1, 2, 4, 8, then 15 minutes. */
export const delayAfter = (failures: number): number =>
  failures < FREE_FAILURES
    ? 0
    : Math.min(DELAY_MAX_MS, 2 ** Math.min(failures - FREE_FAILURES, 10) * MINUTE_MS)

const totalFailures = (rows: readonly NetworkFailures[]) =>
  rows.reduce((total, row) => total + row.failures, 0)
const latestFailure = (rows: readonly NetworkFailures[]) =>
  Math.max(0, ...rows.map((row) => row.lastFailedAt.getTime()))

/**
 * When the next attempt from `network` is evaluated; null means now.
 *
 * A network is delayed by its own failures. Failures of others count against it only when they come from at least two
 * other networks: one attacker, even together with the owner's own mistake, cannot lock the owner out.
 */
export const blockedUntil = (rows: readonly NetworkFailures[], network: string, now: Date): Date | null => {
  const recent = rows.filter((row) => row.lastFailedAt.getTime() > now.getTime() - FAILURE_TTL_MS)
  const own = recent.filter((row) => row.network === network)
  const others = recent.filter((row) => row.network !== network)
  const isDistributed = others.length >= 2
  const counted = isDistributed ? recent : own
  const isStopped =
    totalFailures(own) >= HARD_STOP || (recent.length >= 2 && totalFailures(recent) >= HARD_STOP)
  const until = isStopped
    ? latestFailure(recent) + FAILURE_TTL_MS
    : Math.max(
        latestFailure(counted) + delayAfter(totalFailures(counted)),
        // The owner's own failures must still delay them when those of the attackers are older.
        latestFailure(own) + delayAfter(totalFailures(own)),
      )
  return until > now.getTime() ? new Date(until) : null
}
