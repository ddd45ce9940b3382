/** Input errors as data; `use-failure.ts` adds the texts. */
import type { FieldIssue } from '#contract/errors.ts'

/** `key`: a text key under `issues.`. */
export interface Issue {
  key: string
  count?: number
}
export type Issues<Name extends string> = Partial<Record<Name, Issue>>

/** As loose as the contract's rule: the code sent to the address is the real check. */
const EMAIL = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+\.[^\s@<>()[\]\\,;:"]+$/u
const PHONE = /^\+?[0-9 ()-]{6,20}$/

export const issue = (key: string, count?: number): Issue => (count === undefined ? { key } : { key, count })

export const emailIssue = (text: string): Issue | undefined => {
  const value = text.trim()
  if (value === '') return issue('emailRequired')
  return EMAIL.test(value) ? undefined : issue('emailInvalid')
}

export const phoneIssue = (text: string, required: boolean): Issue | undefined => {
  const value = text.trim()
  if (value === '') return required ? issue('phoneRequired') : undefined
  return PHONE.test(value) ? undefined : issue('phoneInvalid')
}

/** Text keys for the server's issue codes; other codes read "check this entry". */
const BY_CODE: Partial<Record<FieldIssue['code'], string>> = {
  invalid_email: 'emailInvalid',
  invalid_phone: 'phoneInvalid',
  too_short: 'passwordTooShort',
  common_password: 'passwordCommon',
  personal_password: 'passwordPersonal',
  must_accept: 'mustAccept',
  too_long: 'tooLong',
}
const REQUIRED_BY_FIELD: Record<string, string> = {
  email: 'emailRequired',
  full_name: 'fullNameRequired',
  password: 'newPasswordRequired',
  phone_number: 'phoneRequired',
  otp: 'codeIncomplete',
  accept_terms: 'mustAccept',
}
const INVALID_BY_FIELD: Record<string, string> = {
  email: 'emailInvalid',
  phone_number: 'phoneInvalid',
  otp: 'codeWrong',
  accept_terms: 'mustAccept',
}

/** The first issue that the server reports for each field. */
export const serverIssues = (fields: Record<string, readonly FieldIssue[]>): Record<string, Issue> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([field, fieldIssues]) => {
      const first = fieldIssues[0]
      return first ? [[field, serverIssue(field, first)]] : []
    }),
  )

const serverIssue = (field: string, { code, params }: FieldIssue): Issue => {
  const invalid = INVALID_BY_FIELD[field] ?? 'invalid'
  if (code === 'required') return issue(REQUIRED_BY_FIELD[field] ?? 'invalid')
  if (code === 'invalid' || code === 'incorrect') return issue(invalid)
  if (field === 'password') return passwordIssue(code, Number(params?.['min']))
  // Too short for another field is as good as empty.
  return issue(code === 'too_short' ? (REQUIRED_BY_FIELD[field] ?? invalid) : (BY_CODE[code] ?? 'invalid'))
}

const passwordIssue = (code: FieldIssue['code'], min: number): Issue => {
  if (code === 'too_long') return issue('passwordTooLong')
  return issue(BY_CODE[code] ?? 'invalid', code === 'too_short' && min > 0 ? min : undefined)
}
