import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isApiError } from '#src/core/http/api-error.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'

interface Props {
  label: string
  run: (calls: typeof import('../../api/passkey-calls.ts')) => Promise<void>
  onExpired?: () => void
  /** A press opened this: the browser's question follows without another one. */
  startsAtOnce?: boolean
}

/** Asks the browser for a passkey. */
export const PasskeyStep = ({ label, run, onExpired, startsAtOnce = false }: Props) => {
  const { t } = useTranslation('auth/two-step')
  const [isBusy, setIsBusy] = useState(false)
  const [message, setMessage] = useState<string | null>(null)
  const start = async () => {
    setIsBusy(true)
    setMessage(null)
    try {
      await run(await import('../../api/passkey-calls.ts'))
    } catch (error) {
      if (isApiError(error) && error.code === 'code_expired' && onExpired) onExpired()
      else setMessage(isApiError(error) ? errorText(error, t('passkey.failed')) : t('passkey.failed'))
    } finally {
      setIsBusy(false)
    }
  }
  const hasStarted = useRef(false)
  useEffect(() => {
    if (!startsAtOnce || hasStarted.current) return
    hasStarted.current = true
    void start()
    // Once, when it opens.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  return (
    <div className="space-y-3">
      {message !== null && <Alert kind="error">{message}</Alert>}
      <Button block pending={isBusy} onClick={() => void start()}>
        {label}
      </Button>
    </div>
  )
}
