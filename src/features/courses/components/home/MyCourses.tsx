import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { LearningHome } from '#contract/courses/learning-home.ts'
import { paths } from '#src/core/paths.ts'
import { cx } from '#src/shared/lib/cx.ts'
import { CourseCover } from '#src/shared/ui/content/CourseCover.tsx'
import { Progress } from '#src/shared/ui/feedback/Progress.tsx'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'
import { HomeState } from './HomeState.tsx'
import { ScrollRow, TILE } from './ScrollRow.tsx'

/** Every course the person is enrolled in, with its progress, and the progress over all of them (spec 2: Dashboard). */
export const MyCourses = () => {
  const { t } = useTranslation('courses')
  return (
    <HomeState skeleton={<Skeleton className="h-76" />}>
      {({ courses, overall }) =>
        courses.length > 0 && (
          <ScrollRow
            id="home-courses"
            title={t('home.courses')}
            more={{ to: paths.courses, text: t('home.allCourses') }}
            text={<Overall overall={overall} />}
          >
            {courses.map((course) => (
              <Tile key={course.course_id} course={course} />
            ))}
          </ScrollRow>
        )
      }
    </HomeState>
  )
}

const Overall = ({ overall }: { overall: LearningHome['overall'] }) => {
  const { t } = useTranslation('courses')
  const summary = t('home.overallSummary', { done: overall.completed_items, total: overall.total_items })
  return (
    <div className="mb-2 flex items-center gap-3">
      <Progress
        value={overall.percent}
        label={t('home.overallTitle')}
        valueText={summary}
        tone={overall.percent === 100 ? 'success' : 'primary'}
        size="sm"
        className="w-24 sm:w-40"
      />
      <p aria-hidden="true" className="text-sm text-ink-muted">
        {summary}
      </p>
    </div>
  )
}

const Tile = ({ course }: { course: LearningHome['courses'][number] }) => {
  const { t } = useTranslation('courses')
  const done = t('detail.done', { done: course.completed_items, total: course.total_items })
  const isCompleted = course.state === 'completed'
  return (
    <li className={cx(TILE, 'card-link')}>
      <CourseCover title={course.title} src={course.cover_url} className="!aspect-[5/2]" />
      <div className="flex flex-1 flex-col gap-2 p-3">
        <h3 className="line-clamp-2 min-h-[2lh] font-semibold leading-snug text-ink">
          <Link to={paths.course(course.course_id)} className="after:absolute after:inset-0 after:rounded-xl">
            <bdi>{course.title}</bdi>
          </Link>
        </h3>
        <div className="mt-auto">
          <Progress
            value={course.percent}
            label={t('facts.progress', { percent: course.percent })}
            valueText={done}
            tone={isCompleted ? 'success' : 'primary'}
            size="sm"
          />
          <p className={cx('mt-1.5 truncate text-sm', isCompleted ? 'text-success-text' : 'text-ink-muted')}>
            {isCompleted ? t('state.completed') : done}
          </p>
        </div>
      </div>
    </li>
  )
}
