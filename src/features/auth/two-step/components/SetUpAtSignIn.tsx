import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SignedIn } from '#contract/auth/auth.ts'
import type { SecondStepMethod } from '#contract/auth/second-step.ts'
import { canUsePasskeys } from '#src/shared/lib/passkey-support.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { beginAtSignIn, confirmAtSignIn } from '../api/two-step-calls.ts'
import { SetUpPasskey } from './passkeys/SetUpPasskey.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { SetUpApp } from './SetUpApp.tsx'

interface Props {
  ticket: string
  methods: readonly SecondStepMethod[]
  onDone: (answer: SignedIn) => Promise<void>
  onExpired: () => void
}

type Finish = (answer: SignedIn & { recovery_codes: string[] }) => void

/** Adds an authenticator app or a passkey before the first sign-in goes on; then shows the recovery codes. */
export const SetUpAtSignIn = ({ ticket, methods, onDone, onExpired }: Props) => {
  const { t } = useTranslation('auth/two-step')
  const [done, setDone] = useState<{ answer: SignedIn; codes: readonly string[] } | null>(null)
  const finish: Finish = ({ recovery_codes: codes, ...answer }) => setDone({ answer, codes })
  if (!done)
    return (
      <SetUp
        ticket={ticket}
        offersPasskey={methods.includes('passkey') && canUsePasskeys()}
        onDone={finish}
        onExpired={onExpired}
      />
    )
  return (
    <RecoveryCodes
      title={t('codes.title')}
      codes={done.codes}
      doneLabel={t('codes.continue')}
      onDone={() => void onDone(done.answer)}
    />
  )
}

interface SetUpProps {
  ticket: string
  offersPasskey: boolean
  onDone: Finish
  onExpired: () => void
}

const SetUp = ({ ticket, offersPasskey, onDone, onExpired }: SetUpProps) => {
  const { t } = useTranslation('auth/two-step')
  const [method, setMethod] = useState<'app' | 'passkey'>('app')
  return (
    <>
      {method === 'app' ? (
        <SetUpApp
          begin={() => beginAtSignIn(ticket)}
          confirm={async (code) => onDone(await confirmAtSignIn(ticket, code))}
          onExpired={onExpired}
        />
      ) : (
        <SetUpPasskey
          register={async (name, { setUpWithPasskey }) => onDone(await setUpWithPasskey(ticket, name))}
          onExpired={onExpired}
        />
      )}
      {offersPasskey && (
        <Button
          variant="ghost"
          block
          className="mt-3"
          onClick={() => setMethod(method === 'app' ? 'passkey' : 'app')}
        >
          {t(method === 'app' ? 'setUp.usePasskey' : 'setUp.useApp')}
        </Button>
      )}
    </>
  )
}
