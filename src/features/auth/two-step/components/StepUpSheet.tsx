import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { StepUpMethod } from '#contract/auth/step-up.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'
import { Modal } from '../../components/Modal.tsx'
import { proveCode, readProofMethods } from '../api/two-step-calls.ts'
import { canUsePasskeys } from '#src/shared/lib/passkey-support.ts'
import { CodeStep } from './CodeStep.tsx'
import { LoadFailed } from './LoadFailed.tsx'
import { PasskeyStep } from './passkeys/PasskeyStep.tsx'
import { ProvePassword } from './ProvePassword.tsx'
import { useLoaded } from './use-loaded.ts'

/** Asks the signed-in person for a proof of identity; the page below stays as it is. */
export const StepUpSheet = ({ onDone }: { onDone: (proved: boolean) => void }) => {
  const { t } = useTranslation('auth/two-step')
  const [titleId, textId] = [useId(), useId()]
  return (
    <Modal
      labelledBy={titleId}
      describedBy={textId}
      className="sm:w-[min(28rem,100%-2rem)]"
      onClose={() => onDone(false)}
    >
      <div className="overflow-y-auto p-4 safe-bottom sm:p-6">
        <h2 id={titleId} className="text-xl font-bold">
          {t('proof.title')}
        </h2>
        <p id={textId} className="mt-1.5 mb-5 text-ink-muted">
          {t('proof.text')}
        </p>
        <Proof onProved={() => onDone(true)} />
        <Button variant="ghost" block className="mt-3" onClick={() => onDone(false)}>
          {t('cancel')}
        </Button>
      </div>
    </Modal>
  )
}

const Proof = ({ onProved }: { onProved: () => void }) => {
  const { t } = useTranslation('auth/two-step')
  const { value, error, retry } = useLoaded(readProofMethods, (problem) =>
    errorText(problem, t('proof.failed')),
  )
  if (error !== null) return <LoadFailed error={error} onRetry={retry} />
  if (!value) return <Skeleton height={140} />
  return <ProofForms methods={value.methods} onProved={onProved} />
}

const ProofForms = ({ methods, onProved }: { methods: readonly StepUpMethod[]; onProved: () => void }) => {
  const { t } = useTranslation('auth/two-step')
  const hasPasskey = methods.includes('passkey') && canUsePasskeys()
  const [isPasskey, setIsPasskey] = useState(hasPasskey)
  if (isPasskey)
    return (
      <>
        <PasskeyStep
          label={t('passkey.use')}
          run={async ({ proveWithPasskey }) => {
            await proveWithPasskey()
            onProved()
          }}
        />
        {methods.includes('totp') && (
          <Button variant="ghost" block className="mt-3" onClick={() => setIsPasskey(false)}>
            {t('signIn.use.totp')}
          </Button>
        )}
      </>
    )
  if (methods.includes('totp'))
    return (
      <CodeStep
        label={t('proof.title')}
        submitLabel={t('proof.submit')}
        submit={async (code) => {
          await proveCode(code)
          onProved()
        }}
      />
    )
  if (methods.includes('password')) return <ProvePassword onProved={onProved} />
  // Accounts of Google without a password: signing in again is a proof.
  return <Alert kind="info">{t('proof.signInAgain')}</Alert>
}
