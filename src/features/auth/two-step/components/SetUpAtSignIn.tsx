import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SignedIn } from '#contract/auth/auth.ts'
import { beginAtSignIn, confirmAtSignIn } from '../api/two-step-calls.ts'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { SetUpApp } from './SetUpApp.tsx'

interface Props {
  ticket: string
  onDone: (answer: SignedIn) => Promise<void>
  onExpired: () => void
}

/** Adds an authenticator app before the first sign-in goes on; then shows the recovery codes. */
export const SetUpAtSignIn = ({ ticket, onDone, onExpired }: Props) => {
  const { t } = useTranslation('auth/two-step')
  const [done, setDone] = useState<{ answer: SignedIn; codes: readonly string[] } | null>(null)
  if (!done)
    return (
      <SetUpApp
        begin={() => beginAtSignIn(ticket)}
        confirm={async (code) => {
          const { recovery_codes: codes, ...answer } = await confirmAtSignIn(ticket, code)
          setDone({ answer, codes })
        }}
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
