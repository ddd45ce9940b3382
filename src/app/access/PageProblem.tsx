import { useTranslation } from 'react-i18next'
import { guestPaths } from '#src/core/guest-paths.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { EmptyState } from '#src/shared/ui/feedback/EmptyState.tsx'

/** Each browser has its own message for a chunk that fails to load. */
const MISSING_CHUNK =
  /dynamically imported module|module script failed|error loading.*module|preload css|importing a module/i

interface Props {
  error: Error
  onRetry: () => void
}

/** The fallback of an error boundary: try again, or go home. A missing chunk needs a page reload. */
export const PageProblem = ({ error, onRetry }: Props) => {
  const { t } = useTranslation('app')
  const isMissingChunk = MISSING_CHUNK.test(error.message)
  return (
    <EmptyState
      as="h1"
      role="alert"
      illustration="error"
      title={t('access.crash.title')}
      text={t(isMissingChunk ? 'access.crash.update' : 'access.crash.text')}
      action={
        <>
          <Button onClick={isMissingChunk ? () => window.location.reload() : onRetry}>
            {t('access.crash.retry')}
          </Button>
          {/* A full page load, because the router itself may have failed. */}
          <a className={buttonClass({ variant: 'secondary' })} href={guestPaths.home}>
            {t('access.crash.home')}
          </a>
        </>
      }
    />
  )
}
