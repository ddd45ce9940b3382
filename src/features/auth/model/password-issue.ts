import { issue, type Issue } from './issues.ts'
import { checkPassword, type PasswordContext } from '#src/shared/lib/password-checks.ts'

/** The first broken rule of a new password that the browser can check; the server checks the rest. */
export const passwordIssue = (password: string, context: PasswordContext): Issue | undefined => {
  if (password === '') return issue('newPasswordRequired')
  const checks = checkPassword(password, context)
  if (!checks.longEnough) return issue('passwordTooShort', context.min)
  if (!checks.shortEnough) return issue('passwordTooLong')
  return checks.withoutOwnWords ? undefined : issue('passwordPersonal')
}
