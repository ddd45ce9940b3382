import { issue, type Issue } from './issues.ts'
import { checkPassword, type PasswordContext } from '#src/shared/lib/password-checks.ts'

/** What is wrong with a new password as far as a browser can tell; the server judges the rest. */
export const passwordIssue = (password: string, context: PasswordContext): Issue | undefined => {
  if (password === '') return issue('newPasswordRequired')
  const checks = checkPassword(password, context)
  if (!checks.longEnough) return issue('passwordTooShort', context.min)
  if (!checks.shortEnough) return issue('passwordTooLong')
  return checks.withoutOwnWords ? undefined : issue('passwordPersonal')
}
