import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CODE_DIGITS } from '#contract/limits.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { CodeInput } from '#src/shared/ui/forms/CodeInput.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { useAuthForm } from '../hooks/use-auth-form.ts'
import { useFailure, useIssueText } from '../hooks/use-failure.ts'
import { useTenant } from '../hooks/use-tenant.ts'
import type { PasswordContext } from '#src/shared/lib/password-checks.ts'
import { passwordIssue } from '../model/password-issue.ts'
import { emailIssue, issue, type Issue, type Issues } from '../model/issues.ts'
import type { PendingCode } from '../model/pending-code.ts'
import { AuthFormShell } from './AuthFormShell.tsx'
import { EmailField } from './EmailField.tsx'
import { NewPasswordField } from './NewPasswordField.tsx'
import { ResendCode } from './ResendCode.tsx'

export interface CodeValues {
  email: string
  otp: string
  password: string
}
interface Props {
  pending: PendingCode
  onSent: (sentAt: number, email: string) => void
  onSubmit: (values: CodeValues) => Promise<void>
}

/** The form's state. It asks for a password once the server says that this browser did not sign up itself. */
const useCodeForm = ({ pending, onSubmit }: Props) => {
  const tenant = useTenant()
  const explain = useFailure()
  const [isElsewhere, setIsElsewhere] = useState(false)
  const isReset = pending.purpose === 'reset'
  const asksPassword = isReset || isElsewhere

  const contextOf = ({ email }: CodeValues): PasswordContext => ({
    min: tenant.passwordMin,
    ownWords: [email, tenant.name],
  })
  const form = useAuthForm<CodeValues & Record<string, string>>({
    initial: { email: pending.email, otp: '', password: '' },
    discard: 'otp',
    validate: (values) => codeIssues(values, asksPassword, contextOf(values)),
    submit: ({ email, otp, password }) => onSubmit({ email: email.trim(), otp, password }),
    explain: (error) => {
      const failure = explain(error, isReset ? 'reset' : 'verify', ['email', 'otp', 'password'])
      if (asksPassword || !failure.issues['password']) return failure
      // The field was not there yet: nothing was left out.
      setIsElsewhere(true)
      return { ...failure, issues: {}, focus: 'password' }
    },
  })
  return { form, isReset, isElsewhere, asksPassword, context: contextOf(form.values) }
}

/**
 * A code of six digits. It submits automatically, or asks for a new password first: for a reset, and in a browser that
 * did not sign up itself.
 */
export const CodeForm = (props: Props) => {
  const { pending, onSent } = props
  const { t } = useTranslation('auth')
  const issueText = useIssueText(useTenant().passwordMin)
  const [addressIssue, setAddressIssue] = useState<Issue>()
  const { form, isReset, isElsewhere, asksPassword, context } = useCodeForm(props)
  const texts = isReset ? 'reset' : 'code'
  const hasKnownAddress = pending.sentAt !== null

  const { values, issues, set } = form
  const complete = (otp: string) =>
    asksPassword
      ? form.ref.current?.querySelector<HTMLElement>('[name="password"]')?.focus()
      : form.submitWith({ otp })

  return (
    <>
      <AuthFormShell
        form={form}
        label={t(`${texts}.documentTitle`)}
        submit={t(`${texts}.submit`)}
        submitting={t(`${texts}.submitting`)}
      >
        {!hasKnownAddress && (
          <EmailField
            value={values.email}
            error={issueText(issues['email'] ?? addressIssue)}
            onChange={(value) => {
              setAddressIssue(undefined)
              set('email', value)
            }}
          />
        )}
        <Field label={t('code.label')} hint={t('code.hint')} error={issueText(issues['otp'])} required>
          {(control) => (
            <CodeInput
              {...control}
              value={values.otp}
              length={CODE_DIGITS}
              onChange={(code) => set('otp', code)}
              onComplete={complete}
            />
          )}
        </Field>
        {isElsewhere && <Alert kind="info">{t('code.elsewhere')}</Alert>}
        {asksPassword && (
          <PasswordPart
            isReset={isReset}
            email={values.email}
            value={values.password}
            error={issueText(issues['password'])}
            context={context}
            onChange={(value) => set('password', value)}
          />
        )}
      </AuthFormShell>
      <ResendCode
        email={values.email}
        purpose={pending.purpose}
        sentAt={pending.sentAt}
        onSent={(sentAt) => onSent(sentAt, values.email)}
        onIssue={setAddressIssue}
      />
    </>
  )
}

type PasswordPartProps = Pick<
  Parameters<typeof NewPasswordField>[0],
  'value' | 'error' | 'context' | 'onChange'
> & {
  isReset: boolean
  email: string
}

const PasswordPart = ({ isReset, email, ...field }: PasswordPartProps) => {
  const { t } = useTranslation('auth')
  return (
    <>
      {/* Password managers save the new password for this address. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <NewPasswordField label={t(isReset ? 'fields.newPassword' : 'fields.password')} {...field} />
      {isReset && <p className="text-sm text-ink-muted">{t('reset.note')}</p>}
    </>
  )
}

const codeIssues = (values: CodeValues, asksPassword: boolean, context: PasswordContext): Issues<string> => {
  const emailProblem = emailIssue(values.email)
  const password = asksPassword ? passwordIssue(values.password, context) : undefined
  return {
    ...(emailProblem && { email: emailProblem }),
    ...(values.otp.length < CODE_DIGITS && { otp: issue('codeIncomplete') }),
    ...(password && { password }),
  }
}
