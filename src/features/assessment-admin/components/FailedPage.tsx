import { useTranslation } from 'react-i18next'
import { isApiError } from '#src/core/http/api-error.ts'
import { useOnline } from '#src/core/pwa/use-online.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { EmptyState } from '#src/shared/ui/EmptyState.tsx'

type Props = { error: unknown; missing: string; pending: boolean; onRetry: () => void }

/** What stands instead of a page that did not come: gone, offline, or failed with another try. */
export const FailedPage = ({ error, missing, pending, onRetry }: Props) => {
  const { t } = useTranslation('assessment-admin/results')
  const online = useOnline()
  if (isApiError(error) && error.status === 404)
    return <EmptyState role="alert" illustration="search" title={missing} />
  const offline = !online || (isApiError(error) && error.code === 'network')
  return (
    <EmptyState
      role="alert"
      illustration={offline ? 'offline' : 'error'}
      title={t(offline ? 'offline' : 'failed')}
      action={
        <Button pending={pending} onClick={onRetry}>
          {t('retry')}
        </Button>
      }
    />
  )
}
