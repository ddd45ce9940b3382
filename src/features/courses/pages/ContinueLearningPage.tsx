import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { ContinueLearning, LearningHome } from '#contract/courses/learning-home.ts'
import { isApiError } from '#src/core/http/api-error.ts'
import { paths } from '#src/core/paths.ts'
import { useOnline } from '#src/core/pwa/use-online.ts'
import { BackLink } from '#src/shared/ui/BackLink.tsx'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { CourseCover } from '#src/shared/ui/content/CourseCover.tsx'
import { ListState } from '#src/shared/ui/feedback/ListState.tsx'
import { PageHeader } from '#src/shared/ui/PageHeader.tsx'
import { Progress } from '#src/shared/ui/feedback/Progress.tsx'
import { learningHomeQuery } from '../api/learning-home.queries.ts'
import { COURSE_GRID, CourseCardSkeletons } from '../components/catalogue/CourseCard.tsx'
import { StateBadge } from '../components/catalogue/StateBadge.tsx'
import { TypeIcon } from '../components/catalogue/TypeIcon.tsx'

/** /continue-learning: courses in progress with the exact next item, then those not started and completed. */
export const ContinueLearningPage = () => {
  const { t } = useTranslation(['courses/catalogue', 'courses'])
  const online = useOnline()
  const home = useQuery(learningHomeQuery())
  const noNetwork = isApiError(home.error) && home.error.code === 'network'
  return (
    <>
      <PageHeader
        title={t('continue.title')}
        text={t('continue.intro')}
        above={<BackLink to={paths.courses}>{t('detail.back', { ns: 'courses' })}</BackLink>}
      />
      <ListState
        items={home.data?.courses}
        failed={home.isError}
        offline={!online || noNetwork}
        filtered={false}
        loadingLabel={t('home.loading', { ns: 'courses' })}
        skeleton={<CourseCardSkeletons count={3} />}
        empty={{
          illustration: 'start',
          title: t('home.none', { ns: 'courses' }),
          text: t('home.noneHint', { ns: 'courses' }),
          action: (
            <Link to={paths.courses} className={buttonClass()}>
              {t('home.browse', { ns: 'courses' })}
            </Link>
          ),
        }}
        emptyFiltered={{
          title: t('home.none', { ns: 'courses' }),
          clearLabel: '',
          onClear: () => undefined,
        }}
        error={{
          title: t('home.error', { ns: 'courses' }),
          retryLabel: t('home.retry', { ns: 'courses' }),
          onRetry: () => void home.refetch(),
        }}
        offlineMessage={{ title: t('list.offline', { ns: 'courses' }) }}
      >
        {(courses) => <Groups courses={courses} next={home.data?.continue_learning ?? []} />}
      </ListState>
    </>
  )
}

type Course = LearningHome['courses'][number]
const GROUPS = ['in_progress', 'not_started', 'locked', 'completed'] as const

const Groups = ({ courses, next }: { courses: readonly Course[]; next: readonly ContinueLearning[] }) => {
  const { t } = useTranslation('courses')
  return (
    <div className="flex flex-col gap-10">
      {GROUPS.map((state) => ({ state, members: courses.filter((course) => course.state === state) }))
        .filter(({ members }) => members.length > 0)
        .map(({ state, members }) => (
          <section key={state} aria-labelledby={`continue-${state}`}>
            <h2 id={`continue-${state}`} className="mb-4 text-xl font-semibold text-ink">
              {t(`state.${state}`)}
            </h2>
            <ul className={COURSE_GRID}>
              {members.map((course) => (
                <Tile
                  key={course.course_id}
                  course={course}
                  next={next.find((entry) => entry.course_id === course.course_id)}
                />
              ))}
            </ul>
          </section>
        ))}
    </div>
  )
}

/** The card links to the course, its button to the exact next item. */
const Tile = ({ course, next }: { course: Course; next: ContinueLearning | undefined }) => {
  const { t } = useTranslation('courses')
  const done = t('detail.done', { done: course.completed_items, total: course.total_items })
  return (
    <li className="card relative flex flex-col overflow-hidden card-link">
      <CourseCover title={course.title} src={course.cover_url} />
      <div className="flex flex-1 flex-col gap-3 p-4">
        <div>
          <StateBadge state={course.state} />
        </div>
        <h3 className="text-lg font-semibold text-ink">
          <Link to={paths.course(course.course_id)} className="after:absolute after:inset-0 after:rounded-xl">
            <bdi>{course.title}</bdi>
          </Link>
        </h3>
        {next && (
          <p className="flex items-start gap-2 text-sm text-ink-muted">
            <TypeIcon type={next.item_type} />
            <span className="sr-only">{t(`type.${next.item_type}`)}:</span>
            <bdi>{t('home.nextItem', { title: next.item_title })}</bdi>
          </p>
        )}
        <div className="mt-auto">
          <Progress
            value={course.percent}
            label={t('facts.progress', { percent: course.percent })}
            valueText={done}
            tone={course.state === 'completed' ? 'success' : 'primary'}
            size="sm"
          />
          <p className="mt-1.5 text-sm text-ink-muted">{done}</p>
          {next && (
            <Link
              to={`${paths.topic(next.course_id, next.topic_id)}?item=${next.item_id}`}
              aria-label={`${t('home.continue')}: ${course.title}`}
              className={buttonClass({ block: true, className: 'relative mt-3' })}
            >
              {t('home.continue')}
            </Link>
          )}
        </div>
      </div>
    </li>
  )
}
