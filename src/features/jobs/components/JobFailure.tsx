import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { isApiError } from '#src/core/http/api-error.ts'
import { paths } from '#src/core/paths.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { EmptyState } from '#src/shared/ui/feedback/EmptyState.tsx'
import { Skeleton, SkeletonText } from '#src/shared/ui/feedback/Skeleton.tsx'

/** A job that could not be read, or does not exist. */
export const JobFailure = ({ error, onRetry }: { error: Error | null; onRetry: () => void }) => {
  const { t } = useTranslation('jobs')
  const isGone = error === null || (isApiError(error) && error.status === 404)
  const isOffline = isApiError(error) && error.code === 'network'
  return (
    <EmptyState
      as="h1"
      role="alert"
      illustration={isGone ? 'notFound' : isOffline ? 'offline' : 'error'}
      title={t(isGone ? 'detail.gone' : isOffline ? 'detail.offline' : 'detail.failed')}
      text={isGone ? t('detail.goneText') : undefined}
      action={
        <>
          {!isGone && <Button onClick={onRetry}>{t('detail.retry')}</Button>}
          <Link to={paths.jobs} className={buttonClass({ variant: isGone ? 'primary' : 'secondary' })}>
            {t('detail.back')}
          </Link>
        </>
      }
    />
  )
}

/** Has the shape of the page, so that nothing moves when the job arrives. */
export const JobSkeleton = () => {
  const { t } = useTranslation('jobs')
  return (
    <div role="status" aria-busy="true" className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_320px]">
      <span className="sr-only">{t('detail.loading')}</span>
      <div>
        <Skeleton className="h-9 w-3/4" />
        <Skeleton className="mt-3 h-6 w-1/2" />
        <SkeletonText lines={6} className="mt-8" />
      </div>
      <Skeleton className="h-56 rounded-xl" />
    </div>
  )
}
