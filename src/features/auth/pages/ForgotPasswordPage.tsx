import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { guestPaths } from '#src/core/guest-paths.ts'
import { loadCalls } from '../api/load-calls.ts'
import { AuthFormShell } from '../components/AuthFormShell.tsx'
import { AuthLayout } from '../components/AuthLayout.tsx'
import { EmailField } from '../components/EmailField.tsx'
import { TextLink } from '../components/TextLink.tsx'
import { useAuthForm } from '../hooks/use-auth-form.ts'
import { useFailure, useIssueText } from '../hooks/use-failure.ts'
import { useTenant } from '../hooks/use-tenant.ts'
import { emailIssue } from '../model/issues.ts'
import { savedAddress, saveAddress, savePendingCode } from '../model/tab-storage.ts'

/** /forgot-password. The answer is the same whether the account exists or not. */
export const ForgotPasswordPage = () => {
  const { t } = useTranslation('auth')
  const navigate = useNavigate()
  const explain = useFailure()
  const issueText = useIssueText(useTenant().passwordMin)

  const form = useAuthForm({
    initial: { email: savedAddress() },
    waitsFor: 'email',
    validate: ({ email }) => {
      const problem = emailIssue(email)
      return problem ? { email: problem } : {}
    },
    submit: async ({ email }) => {
      const { forgotPassword } = await loadCalls()
      await forgotPassword({ email })
      const address = email.trim()
      saveAddress(address)
      savePendingCode({ email: address, purpose: 'reset', sentAt: Date.now() })
      void navigate(`${guestPaths.otp}?purpose=reset`)
    },
    explain: (error) => explain(error, 'forgot', ['email']),
  })

  return (
    <AuthLayout
      title={t('forgot.title')}
      documentTitle={t('forgot.documentTitle')}
      lead={t('forgot.explain')}
      footer={<TextLink to={guestPaths.login}>{t('forgot.back')}</TextLink>}
    >
      <AuthFormShell
        form={form}
        label={t('forgot.documentTitle')}
        submit={t('forgot.submit')}
        submitting={t('forgot.submitting')}
      >
        <EmailField
          value={form.values.email}
          error={issueText(form.issues.email)}
          onChange={(value) => {
            form.set('email', value)
            saveAddress(value)
          }}
        />
      </AuthFormShell>
    </AuthLayout>
  )
}
