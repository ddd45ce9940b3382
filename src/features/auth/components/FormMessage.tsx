import { useTranslation } from 'react-i18next'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { clockText } from '#src/shared/lib/countdown.ts'

interface Props {
  message: string | null
  /** Stands above the message. */
  title?: string | undefined
  waitSeconds: number
  /** A wait has just ended. */
  isWaitOver: boolean
}

/** Why the form was rejected, with a live countdown when the server asks to wait. */
export const FormMessage = ({ message, title, waitSeconds, isWaitOver }: Props) => {
  const { t } = useTranslation('auth')
  if (isWaitOver) return <Alert kind="info">{t('wait.now')}</Alert>
  if (message === null) return null
  return (
    <Alert kind="error" title={title ?? message}>
      {title !== undefined && <p>{message}</p>}
      {waitSeconds > 0 && (
        // Not announced: an announcement every second would drown everything else.
        <span aria-live="off">{t('wait.in', { time: clockText(waitSeconds) })}</span>
      )}
    </Alert>
  )
}
