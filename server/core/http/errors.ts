import { ERROR_STATUS, type ErrorCode, type FieldIssue } from '#contract/errors.ts'

/** The only error a service throws on purpose. Anything else that reaches the border is a 500 without details. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly fields: Record<string, FieldIssue[]> | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(
    code: ErrorCode,
    detail: string,
    extra: { fields?: Record<string, FieldIssue[]>; retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    super(detail, extra.cause === undefined ? undefined : { cause: extra.cause })
    this.name = 'AppError'
    this.code = code
    this.status = ERROR_STATUS[code]
    this.fields = extra.fields
    this.retryAfterSeconds = extra.retryAfterSeconds
  }
}

/** "Not there for you": the one answer for absent ids and for ids of another tenant (rules: Tenants). */
export const notFound = () => new AppError('not_found', 'Not found.')

/** Text or a file that would take too long to parse; nobody writes such a thing by hand. */
export const tooComplex = () =>
  new AppError(
    'too_complex',
    'This is too long, or has too much formatting or too many pictures. Shorten it or split it into parts.',
  )

export const invalidField = (field: string, issue: FieldIssue, detail = issue.message) =>
  new AppError('invalid_fields', detail, { fields: { [field]: [issue] } })
