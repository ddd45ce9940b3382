import { Suspense, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SignInAnswer } from '#contract/auth/auth.ts'
import type { SecondStepNeeded } from '#contract/auth/second-step.ts'
import { signIn } from '#src/core/sign-out/sign-in.ts'
import type { StoredUser } from '#src/core/session/stored-user.ts'
import { guestPaths } from '#src/core/guest-paths.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { loadCalls } from '../api/load-calls.ts'
import { useAuthForm } from '../hooks/use-auth-form.ts'
import { useFailure, useIssueText } from '../hooks/use-failure.ts'
import { useTenant } from '../hooks/use-tenant.ts'
import { issue } from '../model/issues.ts'
import { AuthFormShell } from './AuthFormShell.tsx'
import { GoogleSignIn } from './GoogleSignIn.tsx'
import { Modal } from './Modal.tsx'
import { PasswordField } from './PasswordField.tsx'
import { SecondStep } from '../two-step/index.ts'

export interface SignInSheetProps {
  user: Pick<StoredUser, 'id' | 'email' | 'full_name'>
  /** The same person signed in; their new session is stored. */
  onSignedIn: () => void
  /** The caller clears the session and opens the sign-in page (spec 4). */
  onDecline: () => void
}

/**
 * Sign-in over the page when the session is lost during work (rules: Accounts). The page below stays
 * untouched.
 */
export const SignInSheet = ({ user, onSignedIn, onDecline }: SignInSheetProps) => {
  const { t } = useTranslation('auth')
  const [titleId, textId] = [useId(), useId()]

  const [step, setStep] = useState<SecondStepNeeded['second_step'] | null>(null)
  const enter = async (answer: SignInAnswer) => {
    if ('second_step' in answer) {
      setStep(answer.second_step)
      return
    }
    await signIn(answer)
    // Only Google can sign in another person; the page below is not theirs, so the home loads instead.
    if (answer.id === user.id) onSignedIn()
    else window.location.assign(guestPaths.home)
  }

  return (
    <Modal labelledBy={titleId} describedBy={textId} className="sm:w-[min(28rem,100%-2rem)]">
      <div className="overflow-y-auto p-4 safe-bottom sm:p-6">
        <h2 id={titleId} className="text-xl font-bold">
          {t('sheet.title')}
        </h2>
        <p id={textId} className="mt-1.5 text-ink-muted">
          {t('sheet.explain')}
        </p>
        <dl className="my-5 rounded-lg bg-surface-sunken px-4 py-3">
          <dt className="text-sm text-ink-muted">{t('sheet.account')}</dt>
          <dd className="font-medium break-all">
            {user.full_name && (
              <span dir="auto" className="block">
                {user.full_name}
              </span>
            )}
            <span dir="ltr" className="text-sm">
              {user.email}
            </span>
          </dd>
        </dl>
        {step ? (
          <Suspense>
            <SecondStep step={step} onDone={enter} onRestart={() => setStep(null)} />
          </Suspense>
        ) : (
          <FirstStep email={user.email ?? ''} enter={enter} />
        )}
        <Button variant="ghost" block className="mt-3" onClick={onDecline}>
          {t('sheet.decline')}
        </Button>
      </div>
    </Modal>
  )
}

interface FirstStepProps {
  email: string
  enter: (answer: SignInAnswer) => Promise<void>
}

const FirstStep = ({ email, enter }: FirstStepProps) => {
  const { t } = useTranslation('auth')
  const tenant = useTenant()
  const explain = useFailure()
  const issueText = useIssueText(tenant.passwordMin)
  const form = useAuthForm({
    initial: { password: '' },
    validate: ({ password }) => (password === '' ? { password: issue('passwordRequired') } : {}),
    submit: async ({ password }) => {
      const { login } = await loadCalls()
      await enter(await login({ email: email, password }))
    },
    explain: (error) => ({ ...explain(error, 'login', ['password']), focus: 'password' }),
  })

  return (
    <>
      <AuthFormShell
        form={form}
        label={t('sheet.title')}
        submit={t('sheet.submit')}
        submitting={t('signIn.submitting')}
      >
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          label={t('fields.password')}
          autoComplete="current-password"
          value={form.values.password}
          error={issueText(form.issues.password)}
          onChange={(value) => form.set('password', value)}
        />
      </AuthFormShell>
      {tenant.googleClientId && <GoogleSignIn clientId={tenant.googleClientId} onSignedIn={enter} />}
    </>
  )
}
