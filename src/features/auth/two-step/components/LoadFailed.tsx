import { useTranslation } from 'react-i18next'
import { Button } from '#src/shared/ui/Button.tsx'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'

export const LoadFailed = ({ error, onRetry }: { error: string; onRetry: () => void }) => {
  const { t } = useTranslation('auth/two-step')
  return (
    <Alert
      kind="error"
      action={
        <Button variant="secondary" size="sm" onClick={onRetry}>
          {t('retry')}
        </Button>
      }
    >
      {error}
    </Alert>
  )
}
