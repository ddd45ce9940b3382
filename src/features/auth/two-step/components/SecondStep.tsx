import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SignedIn } from '#contract/auth/auth.ts'
import type { SecondStepMethod, SecondStepNeeded } from '#contract/auth/second-step.ts'
import { canUsePasskeys } from '#src/shared/lib/passkey-support.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { finishWithCode, finishWithRecoveryCode } from '../api/two-step-calls.ts'
import { CodeStep } from './CodeStep.tsx'
import { PasskeyStep } from './passkeys/PasskeyStep.tsx'
import { RecoveryStep } from './RecoveryStep.tsx'
import { SetUpAtSignIn } from './SetUpAtSignIn.tsx'

interface Props {
  step: SecondStepNeeded['second_step']
  onDone: (answer: SignedIn) => Promise<void>
  /** Back to the first step. */
  onRestart: () => void
}

/** The second step of a sign-in, or setting it up where the organisation requires it. */
export const SecondStep = ({ step, onDone, onRestart }: Props) => {
  const { t } = useTranslation('auth/two-step')
  const [isExpired, setIsExpired] = useState(false)
  if (isExpired)
    return (
      <Alert
        kind="warning"
        action={
          <Button variant="secondary" size="sm" onClick={onRestart}>
            {t('signIn.restart')}
          </Button>
        }
      >
        {t('signIn.expired')}
      </Alert>
    )
  const onExpired = () => setIsExpired(true)
  return step.kind === 'set_up' ? (
    <SetUpAtSignIn ticket={step.ticket} methods={step.methods} onDone={onDone} onExpired={onExpired} />
  ) : (
    <Confirm step={step} onDone={onDone} onExpired={onExpired} />
  )
}

interface ConfirmProps {
  step: Props['step']
  onDone: Props['onDone']
  onExpired: () => void
}

const Confirm = ({ step: { ticket, methods: all }, onDone, onExpired }: ConfirmProps) => {
  const { t } = useTranslation('auth/two-step')
  const methods = all.filter((each) => each !== 'passkey' || canUsePasskeys())
  const [method, setMethod] = useState<SecondStepMethod>(methods[0] ?? 'totp')
  return (
    <>
      {method === 'passkey' && (
        <PasskeyStep
          label={t('passkey.use')}
          run={async ({ finishWithPasskey }) => onDone(await finishWithPasskey(ticket))}
          onExpired={onExpired}
        />
      )}
      {method === 'totp' && (
        <CodeStep
          label={t('signIn.title')}
          submitLabel={t('signIn.submit')}
          submit={async (code) => onDone(await finishWithCode(ticket, code))}
          onExpired={onExpired}
        />
      )}
      {method === 'recovery_code' && (
        <RecoveryStep
          submit={async (code) => onDone(await finishWithRecoveryCode(ticket, code))}
          onExpired={onExpired}
        />
      )}
      <div className="mt-3 flex flex-col gap-1">
        {methods
          .filter((other) => other !== method)
          .map((other) => (
            <Button key={other} variant="ghost" block onClick={() => setMethod(other)}>
              {t(`signIn.use.${other}`)}
            </Button>
          ))}
      </div>
    </>
  )
}
