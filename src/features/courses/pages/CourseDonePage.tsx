import { useQuery } from '@tanstack/react-query'
import Check from 'lucide-react/icons/check'
import { Suspense, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router-dom'
import { afterInteractive } from '#src/core/after-interactive.ts'
import { isApiError } from '#src/core/http/api-error.ts'
import { paths } from '#src/core/paths.ts'
import { lazyPart } from '#src/shared/lib/lazy-part.ts'
import { parseId } from '#src/shared/lib/parse-id.ts'
import { isolated } from '#src/shared/lib/text/isolated.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { EmptyState } from '#src/shared/ui/feedback/EmptyState.tsx'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { completionQuery } from '../api/completion.queries.ts'
import { DoneActions } from '../components/done/DoneActions.tsx'
import { DoneFigures } from '../components/done/DoneFigures.tsx'
import { DoneHero } from '../components/done/DoneHero.tsx'
import { DoneNext } from '../components/done/DoneNext.tsx'
import { fromCourse, fromServer, type ShownCompletion } from '../model/completion.ts'
import { useCourse } from '../model/use-course.ts'

/** The last part of the page, with a form that keeps drafts. */
const DoneReview = lazyPart(async () => {
  await afterInteractive()
  return (await import('../components/done/DoneReview.tsx')).DoneReview
})

interface Period {
  from: string
  to: string
}
type Props = {
  /** Badges of another feature, earned while the course was learned. */
  badges?: (period: Period) => ReactNode
  /** State of the certificate, where a feature provides one; nothing is promised without it. */
  certificate?: (courseId: number) => ReactNode
}

const reasonOf = (error: unknown): FailedProps['reason'] => {
  if (!isApiError(error)) return 'failed'
  if (error.code === 'network') return 'offline'
  return error.status === 403 ? 'locked' : 'failed'
}

/** /courses/{courseId}/done: what the learner did in a finished course. */
export const CourseDonePage = (props: Props) => {
  const courseId = parseId(useParams()['courseId'])
  const completion = useQuery({ ...completionQuery(courseId ?? 0), enabled: courseId !== null })
  const { error } = completion
  const isOffline = reasonOf(error) === 'offline'
  // Without a connection the saved course says what is known.
  const { course, failure } = useCourse(isOffline ? courseId : null)
  const done = completion.data ? fromServer(completion.data) : course && fromCourse(course)
  if (done?.state === 'completed') return <Done done={done} {...props} />
  if (done) return <NotDone done={done} />
  const isLoading = !error || (isOffline && failure === null)
  if (courseId !== null && isLoading) return <DoneSkeleton />
  return <Failed reason={reasonOf(error)} courseId={courseId} onRetry={() => void completion.refetch()} />
}

const Done = ({ done, badges, certificate }: Props & { done: ShownCompletion }) => {
  const { t } = useTranslation('courses/done')
  return (
    <article className="pb-16">
      <DoneHero done={done} />
      <div className="mx-auto flex max-w-3xl flex-col gap-10 px-4 pt-8 sm:px-6">
        {done.isPartial && <Alert kind="info" title={t('waiting')} />}
        <DoneFigures done={done} />
        <DoneActions done={done} />
        {certificate?.(done.course_id)}
        {badges?.({ from: done.enrolled_at, to: done.completed_at ?? done.enrolled_at })}
        {done.objectives.length > 0 && <Learned objectives={done.objectives} />}
        {done.next && <DoneNext next={done.next} />}
        <Suspense>
          <DoneReview courseId={done.course_id} />
        </Suspense>
      </div>
    </article>
  )
}

const Learned = ({ objectives }: { objectives: readonly string[] }) => {
  const { t } = useTranslation('courses/done')
  return (
    <section aria-labelledby="done-learned">
      <h2 id="done-learned" className="text-xl font-semibold text-ink">
        {t('learned')}
      </h2>
      <ul className="mt-4 grid grid-cols-1 gap-x-8 gap-y-3 sm:grid-cols-2">
        {objectives.map((objective) => (
          <li key={objective} className="flex items-start gap-3 text-ink">
            <span
              aria-hidden="true"
              className="mt-0.5 flex size-6 shrink-0 items-center justify-center rounded-full bg-success-soft text-success-text"
            >
              <Check size={16} strokeWidth={3} />
            </span>
            <bdi>{objective}</bdi>
          </li>
        ))}
      </ul>
    </section>
  )
}

const NotDone = ({ done }: { done: ShownCompletion }) => {
  const { t } = useTranslation('courses/done')
  return (
    <EmptyState
      as="h1"
      illustration="empty"
      title={t('open', { title: isolated(done.title) })}
      text={t('openText', { percent: done.percent })}
      action={
        <Link to={paths.course(done.course_id)} className={buttonClass()}>
          {t('continue')}
        </Link>
      }
    />
  )
}

type FailedProps = { reason: 'offline' | 'locked' | 'failed'; courseId: number | null; onRetry: () => void }

const ILLUSTRATIONS = { offline: 'offline', locked: 'path', failed: 'error' } as const

const Failed = ({ reason, courseId, onRetry }: FailedProps) => {
  const { t } = useTranslation('courses/done')
  return (
    <EmptyState
      as="h1"
      role="alert"
      illustration={ILLUSTRATIONS[reason]}
      title={t(reason)}
      {...(reason !== 'failed' && { text: t(`${reason}Text`) })}
      action={
        <>
          {reason !== 'locked' && courseId !== null && <Button onClick={onRetry}>{t('retry')}</Button>}
          <Link
            to={courseId === null ? paths.courses : paths.course(courseId)}
            className={buttonClass(reason === 'locked' ? {} : { variant: 'secondary' })}
          >
            {t(courseId === null ? 'browse' : 'back')}
          </Link>
        </>
      }
    />
  )
}

/** As high as what follows. */
const DoneSkeleton = () => {
  const { t } = useTranslation('courses/done')
  return (
    <div role="status" aria-busy="true">
      <span className="sr-only">{t('loading')}</span>
      <Skeleton className="h-72 w-full rounded-none sm:h-84" />
      <div className="mx-auto mt-8 max-w-3xl px-4 sm:px-6">
        <Skeleton className="h-16 w-full" />
        <Skeleton className="mt-10 h-12 w-full" />
        <Skeleton className="mt-10 h-48 w-full" />
      </div>
    </div>
  )
}
