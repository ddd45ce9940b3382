import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { guestPaths } from '#src/core/guest-paths.ts'
import { keys } from '#src/core/storage/keys.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { isolated } from '#src/shared/lib/text/isolated.ts'
import { loadCalls } from '../api/load-calls.ts'
import { AuthFormShell } from '../components/AuthFormShell.tsx'
import { AuthLayout } from '../components/AuthLayout.tsx'
import { InvitationNote } from '../components/InvitationNote.tsx'
import { SignUpConsent } from '../components/SignUpConsent.tsx'
import { SignUpFields } from '../components/SignUpFields.tsx'
import { TextLink } from '../components/TextLink.tsx'
import { useAuthForm } from '../hooks/use-auth-form.ts'
import { useFailure } from '../hooks/use-failure.ts'
import { useTenant } from '../hooks/use-tenant.ts'
import {
  emptySignUp,
  signUpBody,
  signUpFieldNames,
  signUpIssues,
  signUpDraftFields,
} from '../model/sign-up.ts'
import { firstReferral } from '../model/kept-referral.ts'
import { savePendingCode } from '../model/tab-storage.ts'

/** /signup: creates the account; the code page verifies the address. */
export const SignUpPage = () => {
  const { t } = useTranslation('auth')
  const language = useLanguage()
  const tenant = useTenant()
  const navigate = useNavigate()
  const explain = useFailure()
  const [search] = useSearchParams()

  const form = useAuthForm({
    initial: {
      ...emptySignUp,
      referral_code: firstReferral(search.get('ref')),
    },
    draft: { key: keys.signUpDraft, fields: signUpDraftFields },
    validate: (values) => signUpIssues(values, tenant),
    submit: async (values) => {
      const { signup } = await loadCalls()
      await signup(signUpBody(values, language))
      savePendingCode({ email: values.email.trim(), purpose: 'verify', sentAt: Date.now() })
      void navigate(guestPaths.otp)
    },
    explain: (error) => explain(error, 'signup', signUpFieldNames),
  })

  return (
    <AuthLayout
      title={t('signUp.title')}
      documentTitle={t('signUp.documentTitle')}
      lead={t('signUp.subtitle', { name: isolated(tenant.name) })}
      footer={
        <>
          {t('signUp.haveAccount')} <TextLink to={guestPaths.login}>{t('signUp.signIn')}</TextLink>
        </>
      }
    >
      <InvitationNote />
      <AuthFormShell
        form={form}
        label={t('signUp.documentTitle')}
        submit={t('signUp.submit')}
        submitting={t('signUp.submitting')}
        failureTitle={t('signUp.failed')}
      >
        <SignUpFields form={form} />
        <SignUpConsent form={form} />
      </AuthFormShell>
    </AuthLayout>
  )
}
