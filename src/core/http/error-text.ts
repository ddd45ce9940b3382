/** The one place that turns an error into words (architecture 11). */
import { activeTexts, hasText, text } from '#src/core/i18n/texts.ts'
import { isApiError } from './api-error.ts'

/**
 * The server's own message where there is one, else the fallback (spec 8). The server speaks English: in other
 * languages the error's code is said in the person's language. Without an answer the connection is named.
 */
export const errorText = (error: unknown, fallback: string): string => {
  if (!isApiError(error)) return fallback
  if (error.status === null) {
    const start = fallback.replace(/[.!?।؟]+$/u, '')
    return text('app', error.code === 'network' ? 'errors.network' : 'errors.badAnswer', { fallback: start })
  }
  const byCode = `errors.codes.${error.code}`
  if (activeTexts().language !== 'en' && hasText('app', byCode)) return text('app', byCode)
  return error.detail ?? fallback
}
