import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router-dom'
import { isApiError } from '#src/core/http/api-error.ts'
import { adminPaths } from '#src/core/admin-paths.ts'
import { useOnline } from '#src/core/pwa/use-online.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { EmptyState } from '#src/shared/ui/feedback/EmptyState.tsx'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'
import { openingQuery } from '../api/opening.query.ts'
import { CourseBuilder } from '../components/CourseBuilder.tsx'
import { RunnerContext } from '../hooks/use-try-out.ts'
import type { MakeRunner } from '../model/try-out.ts'

/** /admin/courses/{courseId}. `makeRunner` runs the programs of problems. */
export const BuilderPage = ({ makeRunner }: { makeRunner: MakeRunner }) => {
  const { courseId: courseIdParam } = useParams()
  const courseId = /^[1-9]\d{0,9}$/.test(courseIdParam ?? '') ? Number(courseIdParam) : null
  return courseId === null ? (
    <CourseNotFound />
  ) : (
    <RunnerContext value={makeRunner}>
      <CourseLoader key={courseId} courseId={courseId} />
    </RunnerContext>
  )
}

const CourseLoader = ({ courseId }: { courseId: number }) => {
  const { t } = useTranslation('course-builder')
  const opening = useQuery(openingQuery(courseId))
  const online = useOnline()
  if (opening.data) return <CourseBuilder {...opening.data} />
  const status = isApiError(opening.error) ? opening.error.status : null
  if (status === 404 || status === 403) return <CourseNotFound />
  if (opening.isError)
    return (
      <EmptyState
        as="h1"
        role="alert"
        illustration={online ? 'error' : 'offline'}
        title={t(online ? 'builder.error' : 'list.offline')}
        action={
          <Button pending={opening.isFetching} onClick={() => void opening.refetch()}>
            {t('action.retry')}
          </Button>
        }
      />
    )
  return (
    <div role="status" aria-busy="true" className="flex flex-col gap-6">
      <span className="sr-only">{t('builder.loading')}</span>
      <Skeleton className="h-14 w-2/3" />
      <div className="grid gap-6 lg:grid-cols-[22rem_1fr]">
        <Skeleton className="h-96" />
        <Skeleton className="h-96 max-lg:hidden" />
      </div>
    </div>
  )
}

const CourseNotFound = () => {
  const { t } = useTranslation('course-builder')
  return (
    <EmptyState
      as="h1"
      illustration="search"
      title={t('builder.unknown')}
      text={t('builder.unknownHint')}
      action={
        <Link to={adminPaths.courses} className={buttonClass()}>
          {t('builder.back')}
        </Link>
      }
    />
  )
}
