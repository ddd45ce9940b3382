/** The one place that turns an error into words (architecture 11). */
import i18next from 'i18next'
import { isApiError } from './api-error.ts'

/**
 * The server's own message where there is one, else the fallback (spec 8). The server speaks English: in other
 * languages the error's code is said in the person's language. Without an answer the connection is named.
 */
export const errorText = (error: unknown, fallback: string): string => {
  if (!isApiError(error)) return fallback
  if (error.status === null) {
    const start = fallback.replace(/[.!?।؟]+$/u, '')
    const key = error.code === 'network' ? 'errors.network' : 'errors.badAnswer'
    return i18next.t(key, { ns: 'app', fallback: start })
  }
  const byCode = `app:errors.codes.${error.code}`
  if (i18next.language !== 'en' && i18next.exists(byCode)) return i18next.t(byCode)
  return error.detail ?? fallback
}
