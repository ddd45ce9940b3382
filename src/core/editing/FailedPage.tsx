import { isApiError } from '#src/core/http/api-error.ts'
import { useOnline } from '#src/core/pwa/use-online.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { EmptyState } from '#src/shared/ui/feedback/EmptyState.tsx'

type Props = {
  error: unknown
  /** The caller's own texts; `missing` is shown for 404. */
  say: (key: 'offline' | 'failed' | 'retry') => string
  missing: string
  pending: boolean
  onRetry: () => void
}

/** Shown instead of a page whose data did not load: not found, offline, or failed with a retry button. */
export const FailedPage = ({ error, say, missing, pending, onRetry }: Props) => {
  const online = useOnline()
  if (isApiError(error) && error.status === 404)
    return <EmptyState role="alert" illustration="search" title={missing} />
  const offline = !online || (isApiError(error) && error.code === 'network')
  return (
    <EmptyState
      role="alert"
      illustration={offline ? 'offline' : 'error'}
      title={say(offline ? 'offline' : 'failed')}
      action={
        <Button pending={pending} onClick={onRetry}>
          {say('retry')}
        </Button>
      }
    />
  )
}
