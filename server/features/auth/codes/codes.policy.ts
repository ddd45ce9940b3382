import { CODE_RESEND_AFTER_MS, CODE_TRIES, CODES_PER_DAY, CODES_PER_HOUR } from '#contract/limits.ts'

export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS
/** Entries of one browser for codes that it asked for itself (trust 8.6). */
export const TRIES_PER_BROWSER_AND_HOUR = 10
/**
 * Entries for one address from browsers that asked for no code. Together they weigh as much as one more code, so that
 * at most 5 × 5 guesses are checked in an hour, whoever makes them (A14).
 */
export const TRIES_FROM_ELSEWHERE_PER_HOUR = CODE_TRIES
/** Purpose under which wrong code entries are counted, next to the codes that were sent. */
export const ENTRY_PURPOSE = 'try'

interface CountedRequest {
  readonly purpose: string
  readonly requested_at: Date
  /** Null for an entry from elsewhere. */
  readonly browser_hash: Buffer | null
}

const timeOf = (request: CountedRequest) => request.requested_at.getTime()
const isEntry = (request: CountedRequest) => request.purpose === ENTRY_PURPOSE
const isFrom = (browserHash: Buffer) => (request: CountedRequest) =>
  request.browser_hash?.equals(browserHash) ?? false

/** Whether this browser asked for a code of this purpose. */
export const hasAsked = (
  requests: readonly CountedRequest[],
  purpose: string,
  browserHash: Buffer,
): boolean => requests.some((request) => request.purpose === purpose && isFrom(browserHash)(request))

/** Whether another browser asked for a code of this purpose later: the owner may enter that mail's code. */
export const askedLaterElsewhere = (
  requests: readonly CountedRequest[],
  purpose: string,
  browserHash: Buffer,
): boolean => {
  const newest = requests
    .filter((request) => request.purpose === purpose)
    .toSorted((a, b) => timeOf(b) - timeOf(a))[0]
  return newest !== undefined && !isFrom(browserHash)(newest)
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
  const sent = requests.filter((request) => !isEntry(request))
  const sentTimes = sent.map(timeOf)
  const sentForPurpose = sent.filter((request) => request.purpose === purpose).map(timeOf)
  const lastFromElsewhere = Math.max(...entriesFromElsewhere(requests).map(timeOf))
  const weighed = Number.isFinite(lastFromElsewhere) ? [...sentTimes, lastFromElsewhere] : sentTimes
  const until = Math.max(
    nextAllowedAt(sentForPurpose, 1, CODE_RESEND_AFTER_MS, nowMs),
    nextAllowedAt(weighed, CODES_PER_HOUR, HOUR_MS, nowMs),
    nextAllowedAt(sentTimes, CODES_PER_DAY, DAY_MS, nowMs),
  )
  return until > nowMs ? new Date(until) : null
}

const entriesFromElsewhere = (requests: readonly CountedRequest[]) =>
  requests.filter((request) => isEntry(request) && request.browser_hash === null)

/** When this browser may enter its own code again. Null means now. */
export const nextOwnTryAt = (
  requests: readonly CountedRequest[],
  browserHash: Buffer,
  now: Date,
): Date | null => {
  const tries = requests.filter((request) => isEntry(request) && isFrom(browserHash)(request)).map(timeOf)
  const until = nextAllowedAt(tries, TRIES_PER_BROWSER_AND_HOUR, HOUR_MS, now.getTime())
  return until > now.getTime() ? new Date(until) : null
}

/** When a code may be entered again by browsers that asked for none. Null means now. */
export const nextTryFromElsewhereAt = (requests: readonly CountedRequest[], now: Date): Date | null => {
  const nowMs = now.getTime()
  const tries = entriesFromElsewhere(requests).map(timeOf)
  const isWeighed = tries.some((time) => time > nowMs - HOUR_MS)
  const sentTimes = requests.filter((request) => !isEntry(request)).map(timeOf)
  const until = Math.max(
    nextAllowedAt(tries, TRIES_FROM_ELSEWHERE_PER_HOUR, HOUR_MS, nowMs),
    isWeighed ? nowMs : nextAllowedAt(sentTimes, CODES_PER_HOUR, HOUR_MS, nowMs),
  )
  return until > nowMs ? new Date(until) : null
}
