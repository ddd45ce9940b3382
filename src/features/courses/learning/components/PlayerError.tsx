import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { isApiError, type ApiError } from '#src/core/http/api-error.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { paths } from '#src/core/paths.ts'
import { formatDate } from '#src/shared/lib/format.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { EmptyState } from '#src/shared/ui/feedback/EmptyState.tsx'

type Props = { error: unknown; courseId: number | null; onRetry: () => void }

/** Why a lesson cannot be shown, with actions to continue (spec 8). */
export const PlayerError = ({ error, courseId, onRetry }: Props) => {
  const { t } = useTranslation('courses/learning')
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
        text={<LockReason error={error} />}
        action={
          <Link to={paths.course(courseId)} className={buttonClass()}>
            {t('page.toCourse')}
          </Link>
        }
      />
    )
  const isOffline = isApiError(error) && error.code === 'network'
  return (
    <EmptyState
      as="h1"
      role="alert"
      illustration={isOffline ? 'offline' : 'error'}
      title={t(isOffline ? 'page.offline' : titleKeyOf(error))}
      action={
        <>
          <Button onClick={onRetry}>{t('page.retry')}</Button>
          {isOffline ? (
            <Link to={paths.offline} className={buttonClass({ variant: 'secondary' })}>
              {t('page.savedCourses')}
            </Link>
          ) : (
            <Link to={paths.courses} className={buttonClass({ variant: 'secondary' })}>
              {t('page.toCourses')}
            </Link>
          )}
        </>
      }
    />
  )
}

const titleKeyOf = (error: unknown) => {
  if (isApiError(error) && error.status === 404) return 'page.notFound' as const
  return isApiError(error) && error.code === 'bad_answer'
    ? ('page.badFormat' as const)
    : ('page.unavailable' as const)
}

const REASONS = ['free', 'premium', 'seats', 'upcoming'] as const

/** Why the lesson is locked and what unlocks it, in the reader's language; the server sends the reason. */
const LockReason = ({ error }: { error: ApiError }) => {
  const { t } = useTranslation('courses/learning')
  const language = useLanguage()
  const section = error.fields?.['section']?.[0]?.params
  if (typeof section?.['opens_at'] === 'string')
    return t('page.why.opens', { day: formatDate(section['opens_at'], language) })
  if (typeof section?.['requires'] === 'string')
    return (
      <>
        {t('page.why.requires')} <bdi>{section['requires']}</bdi>
      </>
    )
  const why = error.fields?.['course']?.[0]?.params?.['why']
  const known = REASONS.find((reason) => reason === why)
  return t(known ? `page.why.${known}` : 'page.lockedHint')
}
