/** A failed call as a form shows it: a message on top, issues under fields, a wait, or a field to focus. */
import { isApiError, type ApiError } from '#src/core/http/api-error.ts'
import { issue, serverIssues, type Issue } from './issues.ts'

export interface Failure {
  message: string | null
  issues: Record<string, Issue>
  /** Epoch ms from which the server accepts another try. */
  retryAt: number | null
  /** The field to focus when there is no issue. */
  focus?: string
  /** Distinguishes a failure from the next one with the same text. */
  at?: number
}

interface FailureTexts {
  /** The specified text for this call (spec 8). */
  fallback: string
  network: string
  tooMany: string
  /** The server's message in the person's language, or the fallback. */
  messageOf: (error: ApiError, fallback: string) => string
}

const base = (at: number): Failure => ({ message: null, issues: {}, retryAt: null, at })

/** A chunk that failed to load counts as a network failure: the calls load at the first submit. */
const looksOffline = (error: unknown) => error instanceof TypeError

/** `fields`: the fields that the form can show an issue under; `now`: epoch ms. */
export const failureOf = (
  error: unknown,
  fields: readonly string[],
  texts: FailureTexts,
  now: number,
): Failure => {
  if (!isApiError(error))
    return { ...base(now), message: looksOffline(error) ? texts.network : texts.fallback }
  if (error.code === 'network' || error.code === 'bad_answer') return { ...base(now), message: texts.network }
  if (error.status === 429 || (error.status === 503 && error.retryAfterSeconds))
    return {
      ...base(now),
      message: error.status === 429 ? texts.tooMany : texts.messageOf(error, texts.fallback),
      retryAt: error.retryAfterSeconds ? now + error.retryAfterSeconds * 1000 : null,
    }
  if (fields.includes('otp') && error.code === 'invalid_code')
    return { ...base(now), issues: { otp: issue('codeWrong') } }
  if (fields.includes('otp') && error.code === 'code_expired')
    return { ...base(now), issues: { otp: issue('codeExpired') } }
  return rejectionOf(error, fields, texts, now)
}

const rejectionOf = (
  error: ApiError,
  fields: readonly string[],
  texts: FailureTexts,
  now: number,
): Failure => {
  const issues = Object.fromEntries(
    Object.entries(serverIssues(error.fields ?? {})).filter(([name]) => fields.includes(name)),
  )
  const hasIssues = Object.keys(issues).length > 0
  return { ...base(now), issues, message: hasIssues ? null : texts.messageOf(error, texts.fallback) }
}
