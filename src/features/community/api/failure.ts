import { isApiError } from '#src/core/http/api-error.ts'
import { errorText } from '#src/core/http/error-text.ts'

/** Where "please try again" would be wrong advice the server's reason is said instead. */
const SAYS_WHY = [409, 413, 422, 429]

/** The specified message of a failed deed (spec §8 "Community notifications"), or the reason that helps more. */
export const failureMessage = (error: unknown, specified: string): string =>
  isApiError(error) && error.status !== null && SAYS_WHY.includes(error.status)
    ? errorText(error, specified)
    : specified
