import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CODE_DIGITS } from '#contract/limits.ts'
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

interface Values {
  email: string
  otp: string
  password: string
}
interface Props {
  pending: PendingCode
  onSent: (sentAt: number, email: string) => void
  onSubmit: (values: Values) => Promise<void>
}

/** A code of six digits. It submits automatically, or asks for a new password first when it is a reset. */
export const CodeForm = ({ pending, onSent, onSubmit }: Props) => {
  const { t } = useTranslation('auth')
  const tenant = useTenant()
  const explain = useFailure()
  const issueText = useIssueText(tenant.passwordMin)
  const [addressIssue, setAddressIssue] = useState<Issue>()
  const isReset = pending.purpose === 'reset'
  const texts = isReset ? 'reset' : 'code'
  const hasKnownAddress = pending.sentAt !== null

  const contextOf = ({ email }: Values): PasswordContext => ({
    min: tenant.passwordMin,
    ownWords: [email, tenant.name],
  })
  const form = useAuthForm<Values & Record<string, string>>({
    initial: { email: pending.email, otp: '', password: '' },
    discard: 'otp',
    validate: (values) => codeIssues(values, isReset, contextOf(values)),
    submit: ({ email, otp, password }) => onSubmit({ email: email.trim(), otp, password }),
    explain: (error) => explain(error, isReset ? 'reset' : 'verify', ['email', 'otp', 'password']),
  })
  const { values, issues, set } = form

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
              onComplete={(otp) => {
                if (!isReset) form.submitWith({ otp })
                else form.ref.current?.querySelector<HTMLElement>('[name="password"]')?.focus()
              }}
            />
          )}
        </Field>
        {isReset && (
          <>
            {/* Password managers save the new password for this address. */}
            <input type="text" name="username" autoComplete="username" value={values.email} readOnly hidden />
            <NewPasswordField
              label={t('fields.newPassword')}
              value={values.password}
              error={issueText(issues['password'])}
              context={contextOf(values)}
              onChange={(value) => set('password', value)}
            />
            <p className="text-sm text-ink-muted">{t('reset.note')}</p>
          </>
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

const codeIssues = (values: Values, isReset: boolean, context: PasswordContext): Issues<string> => {
  const emailProblem = emailIssue(values.email)
  const password = isReset ? passwordIssue(values.password, context) : undefined
  return {
    ...(emailProblem && { email: emailProblem }),
    ...(values.otp.length < CODE_DIGITS && { otp: issue('codeIncomplete') }),
    ...(password && { password }),
  }
}
