import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isApiError } from '#src/core/http/api-error.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { PasskeyNameForm } from './PasskeyNameForm.tsx'

interface Props {
  register: (name: string, calls: typeof import('../../api/passkey-calls.ts')) => Promise<void>
  onExpired: () => void
}

/** Names the first passkey of a person and has the browser make it. */
export const SetUpPasskey = ({ register, onExpired }: Props) => {
  const { t } = useTranslation('auth/two-step')
  const [isBusy, setIsBusy] = useState(false)
  const [message, setMessage] = useState<string | null>(null)
  const add = async (name: string) => {
    setIsBusy(true)
    setMessage(null)
    try {
      await register(name, await import('../../api/passkey-calls.ts'))
    } catch (error) {
      if (isApiError(error) && error.code === 'code_expired') onExpired()
      else setMessage(isApiError(error) ? errorText(error, t('passkey.addFailed')) : t('passkey.addFailed'))
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <>
      <p className="mb-4 text-ink-muted">{t('passkey.text')}</p>
      <p className="mb-4 text-ink-muted">{t('passkey.addText')}</p>
      <PasskeyNameForm
        initial=""
        submitLabel={t('passkey.add')}
        message={message}
        isPending={isBusy}
        onSubmit={(name) => void add(name)}
      />
    </>
  )
}
