import { useTranslation } from 'react-i18next'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { clockText } from '#src/shared/lib/countdown.ts'

interface Props {
  message: string | null
  waitSeconds: number
  /** A wait has just run out. */
  waited: boolean
}

/** Why the form was not accepted and, when the server asks for patience, the time left, counted live. */
export const FormMessage = ({ message, waitSeconds, waited }: Props) => {
  const { t } = useTranslation('auth')
  if (waited) return <Alert kind="info">{t('wait.now')}</Alert>
  if (message === null) return null
  return (
    <Alert kind="error" title={message}>
      {waitSeconds > 0 && (
        // The seconds are for the eyes: announced each second they would drown everything else.
        <span aria-live="off">{t('wait.in', { time: clockText(waitSeconds) })}</span>
      )}
    </Alert>
  )
}
