import * as z from 'zod/mini'

/** The closed list of error codes and the status of each (rules: API). */
export const ERROR_STATUS = {
  malformed_request: 400,
  unauthenticated: 401,
  invalid_credentials: 401,
  refresh_failed: 401,
  forbidden: 403,
  client_inactive: 403,
  account_disabled: 403,
  email_not_verified: 403,
  locked_content: 403,
  payment_overdue: 403,
  access_ended: 403,
  own_attempt: 403,
  shared_key: 403,
  step_up_required: 403,
  support_read_only: 403,
  support_private: 403,
  /** The client's plan (contract/platform/clients.ts). */
  people_limit: 403,
  storage_limit: 403,
  mail_limit: 403,
  not_found: 404,
  feature_off: 404,
  method_not_allowed: 405,
  conflict: 409,
  already_answered: 409,
  body_too_large: 413,
  unsupported_media_type: 415,
  invalid_fields: 422,
  invalid_code: 422,
  code_expired: 422,
  too_complex: 422,
  too_many_requests: 429,
  account_locked: 429,
  internal_error: 500,
  google_sign_in_unavailable: 500,
  overloaded: 503,
  not_ready: 503,
} as const

export type ErrorCode = keyof typeof ERROR_STATUS
export const errorCodes = Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]]

/**
 * Why a field was rejected. A closed list, so that the app can translate it.
 * `params` holds the numbers of the rule, for example `{ min: 12 }`.
 */
export const fieldIssueCodes = [
  'required',
  'invalid',
  'invalid_email',
  'invalid_phone',
  'too_short',
  'too_long',
  'too_small',
  'too_large',
  'common_password',
  'personal_password',
  'must_accept',
  'taken',
  'unknown_key',
  'incorrect',
  'not_a_pdf',
  'encrypted_file',
  'active_file',
] as const
export type FieldIssueCode = (typeof fieldIssueCodes)[number]

export const fieldIssue = z.object({
  code: z.enum(fieldIssueCodes),
  message: z.string(),
  params: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
})
export type FieldIssue = z.infer<typeof fieldIssue>

/**
 * Body of every error response. `message` repeats `detail` because the specification reads either (spec 8).
 */
export const errorBody = z.object({
  detail: z.string(),
  message: z.string(),
  code: z.enum(errorCodes),
  request_id: z.string(),
  fields: z.optional(z.record(z.string(), z.array(fieldIssue))),
  /** Seconds; same value as the Retry-After header. */
  retry_after: z.optional(z.number()),
})
export type ErrorBody = z.infer<typeof errorBody>
