/** A refused call as a form shows it: a sentence above, issues under fields, a wait, or where to look next. */
import { isApiError, type ApiError } from '#src/core/http/api-error.ts'
import { issue, serverIssues, type Issue } from './issues.ts'

export interface Failure {
  message: string | null
  issues: Record<string, Issue>
  /** Epoch ms from which on the server accepts another try. */
  retryAt: number | null
  /** Name of the field to look at when no issue says so. */
  focus?: string
  /** Tells one failure from the next one that reads the same. */
  at?: number
}

interface Words {
  /** The catalogue's text for this call (spec §8). */
  fallback: string
  network: string
  tooMany: string
  /** The server's sentence in the person's language, else the fallback. */
  say: (error: ApiError, fallback: string) => string
}

const base = (at: number): Failure => ({ message: null, issues: {}, retryAt: null, at })

/** A chunk that did not arrive is the network, too: the calls are loaded at the first submit. */
const looksOffline = (error: unknown) => error instanceof TypeError

/** `known` are the fields the form can show an issue under; `now` is epoch ms. */
export const failureOf = (error: unknown, known: readonly string[], words: Words, now: number): Failure => {
  if (!isApiError(error))
    return { ...base(now), message: looksOffline(error) ? words.network : words.fallback }
  if (error.code === 'network' || error.code === 'bad_answer') return { ...base(now), message: words.network }
  if (error.status === 429 || (error.status === 503 && error.retryAfterSeconds))
    return {
      ...base(now),
      message: error.status === 429 ? words.tooMany : words.say(error, words.fallback),
      retryAt: error.retryAfterSeconds ? now + error.retryAfterSeconds * 1000 : null,
    }
  if (known.includes('otp') && error.code === 'invalid_code')
    return { ...base(now), issues: { otp: issue('codeWrong') } }
  if (known.includes('otp') && error.code === 'code_expired')
    return { ...base(now), issues: { otp: issue('codeExpired') } }
  return refused(error, known, words, now)
}

const refused = (error: ApiError, known: readonly string[], words: Words, now: number): Failure => {
  const issues = Object.fromEntries(
    Object.entries(serverIssues(error.fields ?? {})).filter(([name]) => known.includes(name)),
  )
  const placed = Object.keys(issues).length > 0
  return { ...base(now), issues, message: placed ? null : words.say(error, words.fallback) }
}
