import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router-dom'
import type { InstructorPage as Instructor } from '#contract/courses/catalogue.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { paths } from '#src/core/paths.ts'
import { formatNumber } from '#src/shared/lib/format.ts'
import { BackLink } from '#src/shared/ui/BackLink.tsx'
import { Avatar } from '#src/shared/ui/content/Avatar.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { EmptyState } from '#src/shared/ui/feedback/EmptyState.tsx'
import { Skeleton, SkeletonText } from '#src/shared/ui/feedback/Skeleton.tsx'
import { instructorQuery } from '../api/catalogue.queries.ts'
import { COURSE_GRID, CourseCard } from '../components/catalogue/CourseCard.tsx'
import { parseId } from '#src/shared/lib/parse-id.ts'
import { failureOf } from '../model/failure.ts'

/** /instructors/{instructorId}: an instructor and their courses. */
export const InstructorPage = () => {
  const { t } = useTranslation(['courses/catalogue', 'courses'])
  const id = parseId(useParams()['instructorId'])
  const instructor = useQuery({ ...instructorQuery(id ?? 0), enabled: id !== null })
  if (instructor.data) return <Profile person={instructor.data} />
  if (id !== null && !instructor.isError) return <Loading />
  const isNotFound = id === null || failureOf(instructor.error) === 'notFound'
  const isOffline = !isNotFound && failureOf(instructor.error) === 'offline'
  return (
    <EmptyState
      as="h1"
      role="alert"
      illustration={isOffline ? 'offline' : 'error'}
      title={t(isNotFound ? 'instructor.notFound' : 'instructor.error')}
      action={
        <>
          {!isNotFound && <Button onClick={() => void instructor.refetch()}>{t('reviews.retry')}</Button>}
          <Link to={paths.courses} className={buttonClass({ variant: isNotFound ? 'primary' : 'secondary' })}>
            {t('detail.back', { ns: 'courses' })}
          </Link>
        </>
      }
    />
  )
}

const Loading = () => {
  const { t } = useTranslation('courses/catalogue')
  return (
    <div role="status" aria-busy="true">
      <span className="sr-only">{t('instructor.loading')}</span>
      <Skeleton className="mt-11 size-24 rounded-full" />
      <SkeletonText lines={4} className="mt-6" />
    </div>
  )
}

const Profile = ({ person }: { person: Instructor }) => {
  const { t } = useTranslation(['courses/catalogue', 'courses'])
  const language = useLanguage()
  const rating = formatNumber(person.rating, language, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  return (
    <>
      <BackLink to={paths.courses}>{t('detail.back', { ns: 'courses' })}</BackLink>
      <header className="mt-2 mb-8 flex flex-col gap-5 sm:flex-row">
        <Avatar name={person.name} src={person.picture} size={96} />
        <div className="min-w-0">
          <h1 tabIndex={-1} className="text-2xl font-bold tracking-tight text-ink sm:text-3xl">
            <bdi>{person.name}</bdi>
          </h1>
          <ul className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-sm text-ink-muted">
            <li>{t('list.count', { count: person.courses.length, ns: 'courses' })}</li>
            <li>{t('facts.students', { count: person.students, ns: 'courses' })}</li>
            {person.ratings > 0 && (
              <li>
                {t('facts.rating', { rating, ns: 'courses' })} ({formatNumber(person.ratings, language)})
              </li>
            )}
          </ul>
          <p dir="auto" className="mt-4 max-w-reading whitespace-pre-line text-ink">
            {person.bio}
          </p>
        </div>
      </header>
      <section aria-labelledby="instructor-courses">
        <h2 id="instructor-courses" className="mb-4 text-xl font-semibold text-ink">
          {t('instructor.courses')}
        </h2>
        <ul className={COURSE_GRID}>
          {person.courses.map((course) => (
            <CourseCard key={course.id} course={course} headingLevel="h3" />
          ))}
        </ul>
      </section>
    </>
  )
}
