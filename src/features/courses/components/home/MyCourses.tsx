import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { LearningHome } from '#contract/courses/learning-home.ts'
import { paths } from '#src/core/paths.ts'
import { CourseCover } from '#src/shared/ui/content/CourseCover.tsx'
import { EmptyState } from '#src/shared/ui/feedback/EmptyState.tsx'
import { Progress } from '#src/shared/ui/feedback/Progress.tsx'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'
import { StateBadge } from '../catalogue/StateBadge.tsx'
import { HomeState } from './HomeState.tsx'

const GRID = 'grid gap-4 sm:grid-cols-2 xl:grid-cols-3'

/** Every course the person is enrolled in, with its progress. */
export const MyCourses = () => {
  const { t } = useTranslation('courses')
  return (
    <section aria-labelledby="home-courses">
      <div className="mb-3 flex items-baseline justify-between gap-4">
        <h2 id="home-courses" className="text-lg font-semibold text-ink">
          {t('home.courses')}
        </h2>
        <Link
          to={paths.courses}
          className="inline-flex min-h-11 items-center text-sm font-medium text-primary-text hover:underline"
        >
          {t('home.allCourses')}
        </Link>
      </div>
      <HomeState skeleton={<Loading />}>
        {({ courses }) =>
          courses.length === 0 ? (
            <div className="card">
              <EmptyState illustration="start" title={t('home.none')} text={t('home.noneHint')} />
            </div>
          ) : (
            <ul className={GRID}>
              {courses.map((course) => (
                <Tile key={course.course_id} course={course} />
              ))}
            </ul>
          )
        }
      </HomeState>
    </section>
  )
}

const Loading = () => (
  <div className={GRID}>
    {[1, 2, 3].map((key) => (
      <Skeleton key={key} className="h-60" />
    ))}
  </div>
)

const Tile = ({ course }: { course: LearningHome['courses'][number] }) => {
  const { t } = useTranslation('courses')
  const done = t('detail.done', { done: course.completed_items, total: course.total_items })
  return (
    <li className="card relative flex flex-col overflow-hidden hover:border-line-strong">
      <div className="aspect-[5/2] overflow-hidden">
        <CourseCover title={course.title} src={course.cover_url} className="h-full" />
      </div>
      <div className="flex flex-1 flex-col gap-2.5 p-4">
        <h3 className="font-semibold text-ink">
          <Link to={paths.course(course.course_id)} className="after:absolute after:inset-0 after:rounded-xl">
            <bdi>{course.title}</bdi>
          </Link>
        </h3>
        <div>
          <StateBadge state={course.state} />
        </div>
        <div className="mt-auto">
          <Progress
            value={course.percent}
            label={t('facts.progress', { percent: course.percent })}
            valueText={done}
            tone={course.state === 'completed' ? 'success' : 'primary'}
            size="sm"
          />
          <p className="mt-1.5 text-sm text-ink-muted">{done}</p>
        </div>
      </div>
    </li>
  )
}
