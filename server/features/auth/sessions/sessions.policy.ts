import type { Role } from '#contract/common.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Learners stay signed in for weeks, staff for a working day (trust 8.2). */
export const SESSION_LIFETIMES = {
  learner: { idleMs: 14 * DAY_MS, absoluteMs: 30 * DAY_MS },
  staff: { idleMs: 60 * MINUTE_MS, absoluteMs: 12 * HOUR_MS },
} as const

/** Active sessions of one user; one more ends the least recently used (trust 8.2). */
export const SESSIONS_MAX = 10

export const lifetimesOf = (role: Role) =>
  role === 'student' ? SESSION_LIFETIMES.learner : SESSION_LIFETIMES.staff
