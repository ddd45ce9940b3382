import type * as z from 'zod/mini'
import type { FieldIssue, FieldIssueCode } from '#contract/errors.ts'
import { AppError } from './errors.ts'
import { dropNul } from './sanitize-text.ts'

type Issue = z.core.$ZodIssue

const issueCode = (issue: Issue): FieldIssueCode => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'required' : 'invalid'
    case 'too_small':
      if (issue.origin === 'number' || issue.origin === 'int') return 'too_small'
      return issue.minimum === 1 && issue.input === '' ? 'required' : 'too_short'
    case 'too_big':
      return issue.origin === 'number' || issue.origin === 'int' ? 'too_large' : 'too_long'
    case 'unrecognized_keys':
      return 'unknown_key'
    default:
      return 'invalid'
  }
}

const SENTENCE: Record<FieldIssueCode, string> = {
  required: 'This field is required.',
  invalid: 'This value is not valid.',
  invalid_email: 'This is not an e-mail address.',
  invalid_phone: 'This is not a phone number.',
  too_short: 'This is too short.',
  too_long: 'This is too long.',
  too_small: 'This number is too small.',
  too_large: 'This number is too large.',
  common_password: 'This password is too common.',
  personal_password: 'This password contains your own or the platform’s name.',
  must_accept: 'Please accept to continue.',
  taken: 'This is already in use.',
  unknown_key: 'This field is not known.',
  incorrect: 'This is not correct.',
  not_a_pdf: 'This file is not a PDF, or it is damaged.',
  encrypted_file: 'This file is protected with a password.',
  active_file: 'This file contains scripts or starts programs.',
}

/** Builds one named field issue with its English sentence; the app translates by code. */
export const fieldIssue = (code: FieldIssueCode, params?: Record<string, string | number>): FieldIssue => ({
  code,
  message: SENTENCE[code],
  ...(params ? { params } : {}),
})

const toFieldIssue = (issue: Issue): FieldIssue => {
  const code = issueCode(issue)
  if (issue.code === 'too_small' && code !== 'required')
    return fieldIssue(code, { min: Number(issue.minimum) })
  if (issue.code === 'too_big') return fieldIssue(code, { max: Number(issue.maximum) })
  return fieldIssue(code)
}

const byField = (issues: readonly Issue[]): Record<string, FieldIssue[]> => {
  const fields: Record<string, FieldIssue[]> = Object.create(null)
  for (const issue of issues)
    (fields[issue.path.map(String).join('.') || '_'] ??= []).push(toFieldIssue(issue))
  return fields
}

/**
 * Body and query: 422 that names each field. Paths: an id that is no id is simply not there (404),
 * so that a malformed id tells no more than an absent one.
 */
export const validate = <S extends z.ZodMiniType>(
  schema: S,
  value: unknown,
  where: 'params' | 'query' | 'body',
): z.output<S> => {
  const result = schema.safeParse(value, { reportInput: true })
  // A field of one line has refused NUL by name. In what is left it says nothing, and what it leaves must fit as well.
  if (result.success && dropNul(result.data)) {
    if (where === 'params') throw new AppError('not_found', 'Not found.')
    dropNul(value)
    return validate(schema, value, where)
  }
  if (result.success) return result.data
  if (where === 'params') throw new AppError('not_found', 'Not found.')
  const issues = result.error.issues as Issue[]
  const fields = byField(issues)
  throw new AppError('invalid_fields', `Please check: ${Object.keys(fields).join(', ')}.`, { fields })
}
