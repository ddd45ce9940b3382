import { useTranslation } from 'react-i18next'
import { Button } from '#src/shared/ui/Button.tsx'
import { StartScreen } from './StartScreen.tsx'

interface Props {
  /** The error's own message (spec 2). */
  message?: string | null
  onRetry?: () => void
}

export const FailedScreen = ({ message, onRetry = () => window.location.reload() }: Props) => {
  const { t } = useTranslation('app')
  const offline = !navigator.onLine
  return (
    <StartScreen
      role="alert"
      illustration={offline ? 'offline' : 'error'}
      title={message ?? t('startup.failed.message')}
      text={offline ? t('startup.offlineStart') : t('startup.failed.title')}
      action={<Button onClick={onRetry}>{t('startup.failed.retry')}</Button>}
    />
  )
}
