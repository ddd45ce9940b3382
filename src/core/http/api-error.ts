import type { ErrorCode, FieldIssue } from '#contract/errors.ts'

/** Codes of the contract, and what can go wrong before an answer of ours exists. */
export type ApiErrorCode = ErrorCode | 'network' | 'bad_answer' | 'unknown'

interface Parts {
  /** Null when there was no answer at all. */
  status: number | null
  code: ApiErrorCode
  detail: string | null
  fields?: Record<string, FieldIssue[]> | undefined
  retryAfterSeconds?: number | undefined
}

/** The one error that calls throw. */
export class ApiError extends Error {
  readonly status: number | null
  readonly code: ApiErrorCode
  /** The server's own sentence, in its language; null when it said none. */
  readonly detail: string | null
  readonly fields: Record<string, FieldIssue[]> | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(parts: Parts) {
    super(parts.detail ?? parts.code)
    this.name = 'ApiError'
    this.status = parts.status
    this.code = parts.code
    this.detail = parts.detail
    this.fields = parts.fields
    this.retryAfterSeconds = parts.retryAfterSeconds
  }
}

export const isApiError = (value: unknown): value is ApiError => value instanceof ApiError

interface Answer {
  status: number
  data: unknown
  /** Seconds or a date, as the header came. */
  retryAfter?: string | undefined
}

const textOf = (data: unknown, key: string): string | null => {
  const value = typeof data === 'object' && data !== null ? (data as Record<string, unknown>)[key] : undefined
  return typeof value === 'string' && value.trim() !== '' ? value : null
}

/** Reads an error answer of this or another back end: `detail`, `message`, `code`, `fields`, Retry-After. */
export const apiErrorFrom = ({ status, data, retryAfter }: Answer): ApiError => {
  const body = (typeof data === 'object' && data !== null ? data : {}) as {
    code?: ErrorCode
    fields?: Record<string, FieldIssue[]>
    retry_after?: number
  }
  const seconds = body.retry_after ?? Number(retryAfter)
  return new ApiError({
    status,
    code: textOf(data, 'code') ? (body.code as ErrorCode) : 'unknown',
    detail: textOf(data, 'message') ?? textOf(data, 'detail'),
    fields: body.fields,
    retryAfterSeconds: Number.isFinite(seconds) ? seconds : undefined,
  })
}

export const networkError = () => new ApiError({ status: null, code: 'network', detail: null })
/** A 200 that is not ours: a captive portal's page, an empty body (A9). */
export const badAnswerError = () => new ApiError({ status: null, code: 'bad_answer', detail: null })
