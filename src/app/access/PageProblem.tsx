import { useTranslation } from 'react-i18next'
import { paths } from '#src/core/paths.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { EmptyState } from '#src/shared/ui/feedback/EmptyState.tsx'

/** Browsers word a chunk that cannot be had in their own ways. */
const MISSING_CHUNK =
  /dynamically imported module|module script failed|error loading.*module|preload css|importing a module/i

interface Props {
  error: Error
  onRetry: () => void
}

/** What an error boundary shows: try again, or home. A part of the app that is missing needs a fresh page. */
export const PageProblem = ({ error, onRetry }: Props) => {
  const { t } = useTranslation('app')
  const chunk = MISSING_CHUNK.test(error.message)
  return (
    <EmptyState
      as="h1"
      role="alert"
      illustration="error"
      title={t('access.crash.title')}
      text={t(chunk ? 'access.crash.update' : 'access.crash.text')}
      action={
        <>
          <Button onClick={chunk ? () => window.location.reload() : onRetry}>
            {t('access.crash.retry')}
          </Button>
          {/* A full load on purpose: the router itself may be what failed. */}
          <a className={buttonClass({ variant: 'secondary' })} href={paths.home}>
            {t('access.crash.home')}
          </a>
        </>
      }
    />
  )
}
