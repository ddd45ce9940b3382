import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { isApiError } from '#src/core/http/api-error.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { paths } from '#src/core/paths.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { EmptyState } from '#src/shared/ui/EmptyState.tsx'

type Props = { error: unknown; courseId: number | null; onRetry: () => void }

/** Why a lesson cannot be shown (spec §8 "Screen messages"), and the way on. */
export const PlayerProblem = ({ error, courseId, onRetry }: Props) => {
  const { t } = useTranslation('course-player')
  if (courseId === null)
    return (
      <EmptyState
        as="h1"
        role="alert"
        illustration="error"
        title={t('page.idNotFound')}
        action={
          <Link to={paths.courses} className={buttonClass()}>
            {t('page.toCourses')}
          </Link>
        }
      />
    )
  if (isApiError(error) && error.code === 'locked_content')
    return (
      <EmptyState
        as="h1"
        role="alert"
        illustration="denied"
        title={t('page.locked')}
        text={errorText(error, t('page.lockedHint'))}
        action={
          <Link to={paths.course(courseId)} className={buttonClass()}>
            {t('page.toCourse')}
          </Link>
        }
      />
    )
  return (
    <EmptyState
      as="h1"
      role="alert"
      illustration={isApiError(error) && error.code === 'network' ? 'offline' : 'error'}
      title={t(titleOf(error))}
      action={
        <>
          <Button onClick={onRetry}>{t('page.retry')}</Button>
          <Link to={paths.courses} className={buttonClass({ variant: 'secondary' })}>
            {t('page.toCourses')}
          </Link>
        </>
      }
    />
  )
}

const titleOf = (error: unknown) => {
  if (isApiError(error) && error.status === 404) return 'page.notFound' as const
  return isApiError(error) && error.code === 'bad_answer'
    ? ('page.badFormat' as const)
    : ('page.unavailable' as const)
}
