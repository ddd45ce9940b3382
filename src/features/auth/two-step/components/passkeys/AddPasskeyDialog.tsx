import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isApiError } from '#src/core/http/api-error.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'
import { useRefreshTwoStep } from '../../api/two-step.queries.ts'
import { PasskeyNameForm } from './PasskeyNameForm.tsx'
import { RecoveryCodes } from '../RecoveryCodes.tsx'

interface Props {
  open: boolean
  onClose: () => void
}

/** Names a new passkey and has the browser make it; the first second step brings recovery codes. */
export const AddPasskeyDialog = ({ open, onClose }: Props) => {
  const { t } = useTranslation('auth/two-step')
  const { codes, message, isBusy, add, close } = useAddPasskey(onClose)
  return (
    <Dialog
      open={open}
      stubborn
      onOpenChange={(isOpen) => !isOpen && close()}
      title={t(codes ? 'codes.title' : 'passkey.addTitle')}
      {...(codes ? {} : { description: t('passkey.addText') })}
      closeLabel={t('cancel')}
    >
      {codes ? (
        <RecoveryCodes codes={codes} doneLabel={t('codes.done')} onDone={close} />
      ) : (
        <PasskeyNameForm
          initial=""
          submitLabel={t('passkey.add')}
          message={message}
          isPending={isBusy}
          onSubmit={(name) => void add(name)}
        />
      )}
    </Dialog>
  )
}

const useAddPasskey = (onClose: () => void) => {
  const { t } = useTranslation('auth/two-step')
  const notify = useNotify()
  const refresh = useRefreshTwoStep()
  const [isBusy, setIsBusy] = useState(false)
  const [message, setMessage] = useState<string | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const close = () => {
    setCodes(null)
    setMessage(null)
    onClose()
    void refresh()
  }
  const add = async (name: string) => {
    setIsBusy(true)
    setMessage(null)
    try {
      const { registerPasskey, isKnownHere } = await import('../../api/passkey-calls.ts')
      const answer = await registerPasskey(name).catch((error: unknown) => {
        setMessage(
          isKnownHere(error)
            ? t('passkey.known')
            : isApiError(error)
              ? errorText(error, t('passkey.addFailed'))
              : t('passkey.addFailed'),
        )
        return null
      })
      if (!answer) return
      notify({ kind: 'success', title: t('passkey.done') })
      if (answer.recovery_codes.length > 0) setCodes(answer.recovery_codes)
      else close()
    } catch {
      setMessage(t('passkey.addFailed'))
    } finally {
      setIsBusy(false)
    }
  }
  return { codes, message, isBusy, add, close }
}
