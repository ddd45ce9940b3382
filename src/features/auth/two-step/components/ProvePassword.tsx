import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { isApiError } from '#src/core/http/api-error.ts'
import { AuthFormShell } from '../../components/AuthFormShell.tsx'
import { PasswordField } from '../../components/PasswordField.tsx'
import { useAuthForm } from '../../hooks/use-auth-form.ts'
import { useFailure } from '../../hooks/use-failure.ts'
import { issue } from '../../model/issues.ts'
import { provePassword } from '../api/two-step-calls.ts'

/** The password, for people without a second step. */
export const ProvePassword = ({ onProved }: { onProved: () => void }) => {
  const { t } = useTranslation('auth/two-step')
  const explain = useFailure()
  const form = useAuthForm({
    initial: { password: '' },
    discard: 'password',
    validate: ({ password }) => (password === '' ? { password: issue('passwordRequired') } : {}),
    submit: async ({ password }) => {
      await provePassword(password)
      onProved()
    },
    explain: (error) =>
      isApiError(error) && error.fields?.['password']
        ? { message: null, issues: { password: issue('invalid') }, retryAt: null, at: Date.now() }
        : { ...explain(error, 'login', []), focus: 'password' },
  })
  // The field comes after the sheet, which had nothing to focus yet.
  useEffect(() => form.ref.current?.querySelector<HTMLInputElement>('[name="password"]')?.focus(), [form.ref])
  const problem = form.issues.password
  return (
    <AuthFormShell
      form={form}
      label={t('proof.title')}
      submit={t('proof.submit')}
      submitting={t('code.checking')}
    >
      <PasswordField
        label={t('proof.password')}
        autoComplete="current-password"
        value={form.values.password}
        error={problem && t(problem.key === 'invalid' ? 'proof.wrongPassword' : 'proof.passwordMissing')}
        onChange={(value) => form.set('password', value)}
      />
    </AuthFormShell>
  )
}
