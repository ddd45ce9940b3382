import { CODE_RESEND_AFTER_MS, CODES_PER_DAY, CODES_PER_HOUR } from '#contract/limits.ts'

export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS
/** Code entries allowed for one address in an hour (trust 8.6). */
export const TRIES_PER_HOUR = 10
/** Purpose under which code entries are counted, next to the codes that were sent. */
export const ENTRY_PURPOSE = 'try'

interface CountedRequest {
  readonly purpose: string
  readonly requested_at: Date
}

/** When fewer than `count` of these times are inside the window. */
const nextAllowedAt = (times: readonly number[], limit: number, windowMs: number, now: number): number => {
  const recent = times.filter((time) => time > now - windowMs).sort((a, b) => b - a)
  const limiting = recent[limit - 1]
  return limiting === undefined ? now : limiting + windowMs
}

/**
 * When the next code may be sent: one a minute for a purpose, five an hour and ten a day for an address
 * (rules: Accounts). Null means now.
 */
export const nextCodeAt = (requests: readonly CountedRequest[], purpose: string, now: Date): Date | null => {
  const nowMs = now.getTime()
  const sent = requests.filter((request) => request.purpose !== ENTRY_PURPOSE)
  const sentTimes = sent.map((request) => request.requested_at.getTime())
  const sentForPurpose = sent
    .filter((request) => request.purpose === purpose)
    .map((request) => request.requested_at.getTime())
  const until = Math.max(
    nextAllowedAt(sentForPurpose, 1, CODE_RESEND_AFTER_MS, nowMs),
    nextAllowedAt(sentTimes, CODES_PER_HOUR, HOUR_MS, nowMs),
    nextAllowedAt(sentTimes, CODES_PER_DAY, DAY_MS, nowMs),
  )
  return until > nowMs ? new Date(until) : null
}

/** When the next code may be entered. Null means now. */
export const nextTryAt = (requests: readonly CountedRequest[], now: Date): Date | null => {
  const tries = requests
    .filter((request) => request.purpose === ENTRY_PURPOSE)
    .map((request) => request.requested_at.getTime())
  const until = nextAllowedAt(tries, TRIES_PER_HOUR, HOUR_MS, now.getTime())
  return until > now.getTime() ? new Date(until) : null
}
