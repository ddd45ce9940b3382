import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { paths } from '#src/core/paths.ts'
import { loadCalls } from '../api/load-calls.ts'
import { AuthFormShell } from '../components/AuthFormShell.tsx'
import { AuthLayout } from '../components/AuthLayout.tsx'
import { EmailField } from '../components/EmailField.tsx'
import { TextLink } from '../components/TextLink.tsx'
import { useAuthForm } from '../hooks/use-auth-form.ts'
import { useFailure, useIssueText } from '../hooks/use-failure.ts'
import { useTenant } from '../hooks/use-tenant.ts'
import { emailIssue } from '../model/issues.ts'
import { carriedAddress, carryAddress, keepPendingCode } from '../model/tab-memory.ts'

/** /forgot-password: asks for the address; the answer is the same whether there is an account or not. */
export const ForgotPasswordPage = () => {
  const { t } = useTranslation('auth')
  const navigate = useNavigate()
  const explain = useFailure()
  const issueText = useIssueText(useTenant().passwordMin)

  const form = useAuthForm({
    initial: { email: carriedAddress() },
    waitsFor: 'email',
    validate: ({ email }) => {
      const wrong = emailIssue(email)
      return wrong ? { email: wrong } : {}
    },
    submit: async ({ email }) => {
      const { forgotPassword } = await loadCalls()
      await forgotPassword({ email })
      const address = email.trim()
      carryAddress(address)
      keepPendingCode({ email: address, purpose: 'reset', sentAt: Date.now() })
      void navigate(`${paths.otp}?purpose=reset`)
    },
    explain: (error) => explain(error, 'forgot', ['email']),
  })

  return (
    <AuthLayout
      title={t('forgot.title')}
      documentTitle={t('forgot.documentTitle')}
      lead={t('forgot.explain')}
      footer={<TextLink to={paths.login}>{t('forgot.back')}</TextLink>}
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
            carryAddress(value)
          }}
        />
      </AuthFormShell>
    </AuthLayout>
  )
}
