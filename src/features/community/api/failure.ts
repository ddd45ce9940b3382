import i18next from 'i18next'
import { isApiError } from '#src/core/http/api-error.ts'
import { errorText } from '#src/core/http/error-text.ts'

/** For these statuses the server's reason is shown: "please try again" would be wrong advice. */
const SHOWS_REASON = [409, 413, 422, 429]

const MINUTE_S = 60

/** When the person can try again, if the wait is at least a minute. */
const retryHint = (seconds = 0): string =>
  seconds < MINUTE_S
    ? ''
    : ` ${i18next.t('failed.wait', { ns: 'community', count: Math.ceil(seconds / MINUTE_S) })}`

/**
 * The specified message of a failed action (spec 8: Community notifications), or the server's reason where
 * that helps more.
 */
export const failureMessage = (error: unknown, specified: string): string =>
  isApiError(error) && error.status !== null && SHOWS_REASON.includes(error.status)
    ? `${errorText(error, specified)}${retryHint(error.retryAfterSeconds)}`
    : specified
