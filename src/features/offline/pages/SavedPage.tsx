import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { paths } from '#src/core/paths.ts'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { EmptyState } from '#src/shared/ui/feedback/EmptyState.tsx'
import { PageHeader } from '#src/shared/ui/PageHeader.tsx'
import { SkeletonText } from '#src/shared/ui/feedback/Skeleton.tsx'
import { saver } from '../api/live-saver.ts'
import { useSavedCourses } from '../api/use-saved.ts'
import { DeviceStorage } from '../components/DeviceStorage.tsx'
import { SavedActions } from '../components/SavedActions.tsx'
import { SavedState } from '../components/SavedState.tsx'
import type { SavedCourse } from '../model/saved-course.ts'

/** /offline: saved courses, what works offline, and the storage used. */
export const SavedPage = () => {
  const { t } = useTranslation('offline')
  const courses = useSavedCourses()
  const [isReady, setIsReady] = useState(false)
  useEffect(() => {
    let isMounted = true
    void saver()
      .ready()
      .then(() => isMounted && setIsReady(true))
    return () => {
      isMounted = false
    }
  }, [])
  return (
    <>
      <PageHeader
        title={t('page.title')}
        text={t('page.text')}
        actions={
          <Link to={paths.outbox} className={buttonClass({ variant: 'secondary' })}>
            {t('page.outbox')}
          </Link>
        }
      />
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-[1fr_320px]">
        <section aria-label={t('page.courses')} className="min-w-0">
          {isReady ? <Courses courses={courses} /> : <SkeletonText lines={6} />}
        </section>
        <div className="flex flex-col gap-6">
          <DeviceStorage savedBytes={courses.reduce((sum, { doneBytes }) => sum + doneBytes, 0)} />
          <WorksOffline />
        </div>
      </div>
    </>
  )
}

const Courses = ({ courses }: { courses: readonly SavedCourse[] }) => {
  const { t } = useTranslation('offline')
  if (courses.length === 0)
    return (
      <EmptyState
        illustration="packed"
        title={t('page.empty')}
        text={t('page.emptyHint')}
        action={
          <Link to={paths.courses} className={buttonClass({})}>
            {t('page.toCourses')}
          </Link>
        }
      />
    )
  return (
    <ul className="flex flex-col gap-4">
      {courses
        .toSorted((a, b) => a.title.localeCompare(b.title))
        .map((course) => (
          <Card as="li" key={course.courseId} className="flex flex-col gap-3">
            <h2 className="text-lg font-semibold text-ink">
              <Link to={paths.course(course.courseId)} dir="auto" className="hover:underline">
                {course.title}
              </Link>
            </h2>
            <SavedState course={course} />
            <SavedActions course={course} />
          </Card>
        ))}
    </ul>
  )
}

const WORKS = ['visited', 'saved', 'answers', 'forum'] as const

const WorksOffline = () => {
  const { t } = useTranslation('offline')
  return (
    <Card as="section" aria-labelledby="offline-works">
      <h2 id="offline-works" className="mb-2 text-lg font-semibold text-ink">
        {t('works.title')}
      </h2>
      <ul className="list-disc ps-5 text-sm text-ink-muted">
        {WORKS.map((key) => (
          <li key={key} className="mt-1.5">
            {t(`works.${key}`)}
          </li>
        ))}
      </ul>
    </Card>
  )
}
