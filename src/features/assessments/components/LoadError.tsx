import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { isApiError } from '#src/core/http/api-error.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { paths } from '#src/core/paths.ts'
import { useOnline } from '#src/core/pwa/use-online.ts'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { EmptyState } from '#src/shared/ui/feedback/EmptyState.tsx'

/** The error state of a page: not found, offline or failed. */
export const LoadError = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => {
  const { t } = useTranslation('assessments')
  const online = useOnline()
  const isMissing = isApiError(error) && (error.status === 404 || error.status === 422)
  return (
    <EmptyState
      as="h1"
      role="alert"
      illustration={isMissing ? 'notFound' : online ? 'error' : 'offline'}
      title={t(isMissing ? 'problem.missing' : 'problem.title')}
      text={isMissing ? t('problem.missingText') : errorText(error, t('problem.text'))}
      action={
        <>
          {!isMissing && <Button onClick={onRetry}>{t('problem.retry')}</Button>}
          <Link to={paths.assessments} className={buttonClass({ variant: 'secondary' })}>
            {t('problem.back')}
          </Link>
        </>
      }
    />
  )
}
