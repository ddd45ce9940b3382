import { useTranslation } from 'react-i18next'
import type { SignedIn } from '#contract/auth/auth.ts'
import { PasskeyStep } from './PasskeyStep.tsx'

/** Signs in with a passkey alone. */
export const PasskeySignIn = ({ onSignedIn }: { onSignedIn: (answer: SignedIn) => Promise<void> }) => {
  const { t } = useTranslation('auth/two-step')
  return (
    <div className="mt-3">
      <PasskeyStep
        label={t('passkey.signIn')}
        startsAtOnce
        run={async ({ signInWithPasskey }) => onSignedIn(await signInWithPasskey())}
      />
    </div>
  )
}
