/** Errors of a password change, as text keys under `password.` (rules: Accounts). */
import { PASSWORD_MIN_STAFF } from '#contract/limits.ts'
import type { Role } from '#contract/common.ts'
import type { FieldIssue } from '#contract/errors.ts'
import { checkPassword, type PasswordContext } from '#src/shared/lib/password-checks.ts'

export interface PasswordIssue {
  key: string
  count?: number
}
export interface PasswordIssues {
  current_password?: PasswordIssue
  password?: PasswordIssue
}

/** The client's minimum; at least 15 for staff. */
export const passwordMinFor = (role: Role | null, tenantMin: number): number =>
  role === null || role === 'student' ? tenantMin : Math.max(tenantMin, PASSWORD_MIN_STAFF)

export const changeIssues = (
  values: { current: string; next: string },
  context: PasswordContext,
): PasswordIssues => {
  const next = nextIssue(values, context)
  return {
    ...(values.current === '' && { current_password: { key: 'currentRequired' } }),
    ...(next && { password: next }),
  }
}

const nextIssue = (
  { current, next }: { current: string; next: string },
  context: PasswordContext,
): PasswordIssue | undefined => {
  if (next === '') return { key: 'newRequired' }
  const checks = checkPassword(next, context)
  if (!checks.longEnough) return { key: 'tooShort', count: context.min }
  if (!checks.shortEnough) return { key: 'tooLong' }
  if (!checks.withoutOwnWords) return { key: 'personal' }
  return next === current ? { key: 'same' } : undefined
}

const BY_CODE: Partial<Record<FieldIssue['code'], string>> = {
  incorrect: 'wrong',
  too_short: 'tooShort',
  too_long: 'tooLong',
  common_password: 'common',
  personal_password: 'personal',
}

/** The text key for the server's issue with a field; undefined if there is none. */
export const serverIssue = (
  issues: readonly FieldIssue[] | undefined,
  min: number,
): PasswordIssue | undefined => {
  const first = issues?.[0]
  const key = first && BY_CODE[first.code]
  if (!first || !key) return undefined
  const serverMin = Number(first.params?.['min'])
  return key === 'tooShort' ? { key, count: serverMin > 0 ? serverMin : min } : { key }
}
