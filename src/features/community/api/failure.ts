import i18next from 'i18next'
import { isApiError } from '#src/core/http/api-error.ts'
import { errorText } from '#src/core/http/error-text.ts'

/** Where "please try again" would be wrong advice the server's reason is said instead. */
const SAYS_WHY = [409, 413, 422, 429]

const MINUTE_S = 60

/** When there is room again, where that is worth waiting for. */
const whenAgain = (seconds = 0): string =>
  seconds < MINUTE_S
    ? ''
    : ` ${i18next.t('failed.wait', { ns: 'community', count: Math.ceil(seconds / MINUTE_S) })}`

/** The specified message of a failed deed (spec §8 "Community notifications"), or the reason that helps more. */
export const failureMessage = (error: unknown, specified: string): string =>
  isApiError(error) && error.status !== null && SAYS_WHY.includes(error.status)
    ? `${errorText(error, specified)}${whenAgain(error.retryAfterSeconds)}`
    : specified
