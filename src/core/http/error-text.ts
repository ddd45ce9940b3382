/** The one place that turns an error into words (ARCHITECTURE rule 11). */
import type { FieldIssue } from '#contract/errors.ts'
import { activeTexts, hasText, text } from '#src/core/i18n/texts.ts'
import { isApiError } from './api-error.ts'

/**
 * The server's own message where there is one, else the fallback (spec §8). The server speaks English: in other
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

/** One refused field's sentence by its code (contract/errors.ts); the server's words for a code that is not known. */
export const fieldIssueText = (issue: FieldIssue): string => {
  const params = issue.params ?? {}
  const number = params['min'] ?? params['max']
  const count = typeof number === 'number' ? { count: number } : {}
  const key = `errors.fields.${issue.code}`
  if (!hasText('app', key)) return issue.message
  const needsNumber = ['too_short', 'too_long', 'too_small', 'too_large'].includes(issue.code)
  return needsNumber && !('count' in count)
    ? text('app', 'errors.fields.invalid')
    : text('app', key, { ...params, ...count })
}

/** The first sentence of each refused field, by field name. */
export const fieldTexts = (error: unknown): Record<string, string> =>
  isApiError(error) && error.fields
    ? Object.fromEntries(
        Object.entries(error.fields).flatMap(([name, issues]) =>
          issues[0] ? [[name, fieldIssueText(issues[0])]] : [],
        ),
      )
    : {}
