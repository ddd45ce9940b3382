import { useTranslation } from 'react-i18next'
import { isApiError } from '#src/core/http/api-error.ts'
import { useOnline } from '#src/core/pwa/use-online.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { EmptyState } from '#src/shared/ui/feedback/EmptyState.tsx'

type Props = { error: unknown; pending: boolean; onRetry: () => void }

export const Problem = ({ error, pending, onRetry }: Props) => {
  const { t } = useTranslation('dashboard')
  const online = useOnline()
  const code = isApiError(error) ? error.code : null
  const isOffline = !online || code === 'network'
  const text = isOffline
    ? t('offline')
    : code === 'not_found'
      ? t('missing')
      : code === 'bad_answer'
        ? t('badFormat')
        : t('error')
  return (
    <EmptyState
      role="alert"
      illustration={isOffline ? 'offline' : 'error'}
      title={text}
      action={
        <Button pending={pending} onClick={onRetry}>
          {t('retry')}
        </Button>
      }
    />
  )
}
