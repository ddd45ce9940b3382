/** Numbers that both sides share, with their units and sources. */

/** 12 to 128 characters for people, 15 for staff; a tenant may set 8 to 64 (rules: Accounts). */
export const PASSWORD_MIN_DEFAULT = 12
export const PASSWORD_MIN_STAFF = 15
export const PASSWORD_MAX = 128

/** Six digits, ten minutes, five tries, one minute between two codes (rules: Accounts). */
export const CODE_DIGITS = 6
export const CODE_TTL_MS = 10 * 60_000
export const CODE_TRIES = 5
export const CODE_RESEND_AFTER_MS = 60_000
export const CODES_PER_HOUR = 5
export const CODES_PER_DAY = 10

/** Two-step sign-in: how long a first step counts, and codes for a lost device. */
export const SECOND_STEP_TTL_MS = 10 * 60_000
export const SECOND_STEP_TRIES = 5
export const RECOVERY_CODES = 10
/** How long a proof of identity counts for protected calls (trust 8.2). */
export const STEP_UP_TTL_MS = 5 * 60_000

/** (rules: Accounts; trust 8.2) */
export const ACCESS_TOKEN_TTL_MS = 15 * 60_000
export const REFRESH_GRACE_MS = 30_000
export const REFRESH_UNSEEN_GRACE_MS = 24 * 3_600_000

/** Body limit of ordinary requests (rules: Limits). */
export const BODY_LIMIT_BYTES = 1_048_576

/**
 * A video is complete at 90 % of its distinct seconds; a quiz passes at 60 % by default (rules: Learning).
 */
export const VIDEO_COMPLETE_RATIO = 0.9
export const QUIZ_PASS_PERCENT_DEFAULT = 60

/** (spec 9) */
export const STREAK_DAY_MIN_HOURS = 0.5
export const STREAK_SERIES_DAYS = 30
export const HOURS_GRAPH_DEFAULT_DAYS = 7
export const LEADERS_SHOWN = 3
