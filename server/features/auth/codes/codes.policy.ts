import { CODE_RESEND_AFTER_MS, CODES_PER_DAY, CODES_PER_HOUR } from '#contract/limits.ts'

export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS
/** TRUST §8.6: tries of codes for one address in an hour. */
export const TRIES_PER_HOUR = 10
/** Purpose under which tries are counted beside the sent codes. */
export const TRY = 'try'

interface Request {
  readonly purpose: string
  readonly requested_at: Date
}

/** When the n-th latest of these leaves the window. */
const opensAt = (times: readonly number[], count: number, windowMs: number, now: number): number => {
  const inside = times.filter((time) => time > now - windowMs).sort((a, b) => b - a)
  const limiting = inside[count - 1]
  return limiting === undefined ? now : limiting + windowMs
}

/** RULES "Accounts": once a minute for a purpose, five an hour and ten a day for an address. Null: now. */
export const nextCodeAt = (requests: readonly Request[], purpose: string, now: Date): Date | null => {
  const at = now.getTime()
  const sent = requests.filter((request) => request.purpose !== TRY)
  const all = sent.map((request) => request.requested_at.getTime())
  const same = sent
    .filter((request) => request.purpose === purpose)
    .map((request) => request.requested_at.getTime())
  const until = Math.max(
    opensAt(same, 1, CODE_RESEND_AFTER_MS, at),
    opensAt(all, CODES_PER_HOUR, HOUR_MS, at),
    opensAt(all, CODES_PER_DAY, DAY_MS, at),
  )
  return until > at ? new Date(until) : null
}

/** Null: now. */
export const nextTryAt = (requests: readonly Request[], now: Date): Date | null => {
  const tries = requests
    .filter((request) => request.purpose === TRY)
    .map((request) => request.requested_at.getTime())
  const until = opensAt(tries, TRIES_PER_HOUR, HOUR_MS, now.getTime())
  return until > now.getTime() ? new Date(until) : null
}
