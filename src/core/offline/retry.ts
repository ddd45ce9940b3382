/** When a call that failed is made again. */
import { isApiError } from '#src/core/http/api-error.ts'
import { backoff } from '#src/shared/lib/backoff.ts'

/** Statuses that do not depend on the content: an ended session, a timeout, too early, too many calls. */
const PASSING = [401, 408, 425, 429]

/** The server understood and refused: the same call would be refused again. A feature that is off may return. */
export const isRefusal = (error: unknown): boolean =>
  isApiError(error) &&
  error.code !== 'feature_off' &&
  error.status !== null &&
  error.status >= 400 &&
  error.status < 500 &&
  !PASSING.includes(error.status)

const RETRY_FIRST_MS = 5_000
const RETRY_LONGEST_MS = 120_000
/** Milliseconds until an entry of the outbox is sent again after so many failures in a row. */
export const retryAfterMs = backoff(RETRY_FIRST_MS, RETRY_LONGEST_MS)
