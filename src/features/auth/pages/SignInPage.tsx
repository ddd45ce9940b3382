import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import type { SecondStepNeeded } from '#contract/auth/second-step.ts'
import { keys } from '#src/core/storage/keys.ts'
import { guestPaths } from '#src/core/guest-paths.ts'
import { isApiError } from '#src/core/http/api-error.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { canUsePasskeys } from '#src/shared/lib/passkey-support.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Spinner } from '#src/shared/ui/feedback/Spinner.tsx'
import { isolated } from '#src/shared/lib/text/isolated.ts'
import { loadCalls } from '../api/load-calls.ts'
import { AuthFormShell } from '../components/AuthFormShell.tsx'
import { AuthLayout } from '../components/AuthLayout.tsx'
import { GoogleSignIn } from '../components/GoogleSignIn.tsx'
import { InvitationNote } from '../components/InvitationNote.tsx'
import { PasswordField } from '../components/PasswordField.tsx'
import { TextLink } from '../components/TextLink.tsx'
import { useAuthForm } from '../hooks/use-auth-form.ts'
import { useSignIn } from '../hooks/use-sign-in.ts'
import { useFailure, useIssueText } from '../hooks/use-failure.ts'
import { useSignInPage, useTenant } from '../hooks/use-tenant.ts'
import { issue } from '../model/issues.ts'
import { clearPendingCode, savePendingCode } from '../model/tab-storage.ts'
import { PasskeySignIn, SecondStepPage } from '../two-step/index.ts'

interface LocationState {
  passwordChanged?: boolean
  secondStep?: SecondStepNeeded['second_step']
}

/** /login: the first step, or the second one after it. */
export const SignInPage = () => {
  const state = useLocation().state as LocationState | null
  const enter = useSignIn()
  return state?.secondStep ? (
    <Suspense>
      <SecondStepPage step={state.secondStep} onDone={enter} />
    </Suspense>
  ) : (
    <FirstStepPage enter={enter} isPasswordChanged={state?.passwordChanged ?? false} />
  )
}

interface FirstStepProps {
  enter: ReturnType<typeof useSignIn>
  isPasswordChanged: boolean
}

/** E-mail or username with a password, or Google if the client has it. */
const FirstStepPage = ({ enter, isPasswordChanged }: FirstStepProps) => {
  const { t } = useTranslation('auth')
  const tenant = useTenant()
  const { heading, line } = useSignInPage()
  const form = useSignInForm(enter)
  const issueText = useIssueText(tenant.passwordMin)
  const [search] = useSearchParams()
  const ref = search.get('ref')
  return (
    <AuthLayout
      title={t('signIn.title', { name: isolated(tenant.name) })}
      documentTitle={t('signIn.documentTitle')}
      lead={
        (heading ?? line) && (
          <bdi className="lg:hidden wrap-anywhere">
            <b className="block">{heading}</b>
            {line}
          </bdi>
        )
      }
      footer={
        <>
          {t('signIn.newHere')}{' '}
          <TextLink to={ref ? `${guestPaths.signup}?${new URLSearchParams({ ref })}` : guestPaths.signup}>
            {t('signIn.create')}
          </TextLink>
        </>
      }
    >
      <InvitationNote />
      {isPasswordChanged && (
        <Alert kind="success" className="mb-5">
          {t('signIn.passwordChanged')}
        </Alert>
      )}
      <AuthFormShell
        form={form}
        label={t('signIn.documentTitle')}
        submit={t('signIn.submit')}
        submitting={t('signIn.submitting')}
      >
        <Field label={t('fields.identifier')} error={issueText(form.issues.email)} required>
          {(control) => (
            <TextInput
              {...control}
              name="email"
              dir="ltr"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              inputMode="email"
              maxLength={254}
              className="rtl:text-end"
              value={form.values.email}
              onChange={(event) => form.set('email', event.target.value)}
            />
          )}
        </Field>
        <PasswordField
          label={t('fields.password')}
          autoComplete="current-password"
          value={form.values.password}
          error={issueText(form.issues.password)}
          onChange={(value) => form.set('password', value)}
        />
      </AuthFormShell>
      <p className="mt-2 text-center text-sm">
        <TextLink to={guestPaths.forgotPassword}>{t('signIn.forgot')}</TextLink>
      </p>
      {tenant.googleClientId && (
        <GoogleSignIn clientId={tenant.googleClientId} referral={ref} onSignedIn={enter} />
      )}
      {canUsePasskeys() && <PasskeyPart enter={enter} />}
    </AuthLayout>
  )
}

/** One press loads what passkeys need and asks the browser for one. */
const PasskeyPart = ({ enter }: { enter: ReturnType<typeof useSignIn> }) => {
  const { t } = useTranslation('auth')
  const [isOpen, setIsOpen] = useState(false)
  return isOpen ? (
    <Suspense fallback={<Spinner label={t('signIn.submitting')} className="mx-auto mt-4" />}>
      <PasskeySignIn onSignedIn={enter} />
    </Suspense>
  ) : (
    <Button variant="secondary" block className="mt-3" onClick={() => setIsOpen(true)}>
      {t('signIn.passkey')}
    </Button>
  )
}

/** Signs in. An account with an unconfirmed address continues on the page for the code. */
const useSignInForm = (enter: ReturnType<typeof useSignIn>) => {
  const explain = useFailure()
  const requestVerification = useRequestVerification()
  return useAuthForm({
    initial: { email: '', password: '' },
    draft: { key: keys.signInDraft, fields: ['email'] },
    waitsFor: 'email',
    validate: ({ email, password }) => ({
      ...(email.trim() === '' && { email: issue('identifierRequired') }),
      ...(password === '' && { password: issue('passwordRequired') }),
    }),
    submit: async ({ email, password }) => {
      const { login } = await loadCalls()
      try {
        await enter(await login({ email, password }))
      } catch (error) {
        if (!isApiError(error) || error.code !== 'email_not_verified') throw error
        await requestVerification(email)
      }
    },
    explain: (error) => ({ ...explain(error, 'login', ['email', 'password']), focus: 'password' }),
  })
}

const useRequestVerification = () => {
  const navigate = useNavigate()
  return async (identifier: string) => {
    const email = identifier.trim()
    // With a username the address is unknown here, so the code page asks for it; an address from before is
    // not meant.
    clearPendingCode()
    if (email.includes('@')) {
      const { resendVerification } = await loadCalls()
      // Ignore a failure: the page offers a new code, and a recent one is still valid.
      await resendVerification({ email }).catch(() => undefined)
      savePendingCode({ email, purpose: 'verify', sentAt: Date.now() })
    }
    void navigate(guestPaths.otp)
  }
}
