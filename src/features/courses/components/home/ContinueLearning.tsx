import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { ContinueLearning as Entry, LearningHome } from '#contract/courses/learning-home.ts'
import { paths } from '#src/core/paths.ts'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { CourseCover } from '#src/shared/ui/content/CourseCover.tsx'
import { EmptyState } from '#src/shared/ui/feedback/EmptyState.tsx'
import { Progress } from '#src/shared/ui/feedback/Progress.tsx'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'
import { TypeIcon } from '../catalogue/TypeIcon.tsx'
import { HomeState } from './HomeState.tsx'

/** How many courses are listed next to the first one. */
const MORE_SHOWN = 3

const itemPath = (entry: Entry) => `${paths.topic(entry.course_id, entry.topic_id)}?item=${entry.item_id}`

/** Courses in progress, most recent first; each link opens the exact next item. */
export const ContinueLearning = () => {
  const { t } = useTranslation('courses')
  return (
    <section aria-labelledby="home-continue">
      <h2 id="home-continue" className="mb-3 text-lg font-semibold text-ink">
        {t('home.continueTitle')}
      </h2>
      <HomeState skeleton={<Skeleton className="h-112 w-full sm:h-80" />}>
        {(home) => <Entries home={home} />}
      </HomeState>
    </section>
  )
}

const Entries = ({ home }: { home: LearningHome }) => {
  const { t } = useTranslation('courses')
  const [first, ...rest] = home.continue_learning
  if (!first) return <NoEntries home={home} />
  return (
    <div className="flex flex-col gap-4">
      <FirstCard entry={first} />
      {rest.length > 0 && (
        <div>
          <h3 className="mb-2 text-sm font-medium text-ink-muted">{t('home.moreInProgress')}</h3>
          <ul className="card divide-y divide-line">
            {rest.slice(0, MORE_SHOWN).map((entry) => (
              <MoreRow key={entry.course_id} entry={entry} />
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}

const FirstCard = ({ entry }: { entry: Entry }) => {
  const { t } = useTranslation('courses')
  const progress = t('facts.progress', { percent: entry.percent })
  return (
    <article className="card grid overflow-hidden sm:grid-cols-[minmax(0,2fr)_3fr]">
      <div className="relative">
        <CourseCover
          title={entry.course_title}
          src={entry.cover_url}
          className="sm:absolute sm:inset-0 sm:h-full"
        />
      </div>
      <div className="flex flex-col gap-4 p-4 sm:p-6">
        <div>
          <p className="text-sm text-ink-muted">
            <bdi>{entry.course_title}</bdi>
          </p>
          <h3 className="mt-1 text-xl font-semibold text-ink">
            <bdi>{entry.topic_title}</bdi>
          </h3>
          <p className="mt-2 flex items-start gap-2 text-ink-muted">
            <span className="mt-0.5">
              <TypeIcon type={entry.item_type} />
            </span>
            <span className="sr-only">{t(`type.${entry.item_type}`)}:</span>
            <bdi>{t('home.nextItem', { title: entry.item_title })}</bdi>
          </p>
        </div>
        <div className="mt-auto">
          <div className="flex items-center gap-3">
            <Progress value={entry.percent} label={progress} className="flex-1" />
            <span aria-hidden="true" className="text-sm tabular-nums text-ink-muted">
              {progress}
            </span>
          </div>
          <Link
            to={itemPath(entry)}
            className={buttonClass({ size: 'lg', className: 'mt-4 w-full sm:w-auto' })}
          >
            {t('home.continue')}
          </Link>
        </div>
      </div>
    </article>
  )
}

const MoreRow = ({ entry }: { entry: Entry }) => {
  const { t } = useTranslation('courses')
  return (
    <li className="relative flex items-center gap-4 p-3 hover:bg-surface-sunken">
      <div className="w-24 shrink-0 overflow-hidden rounded-lg">
        <CourseCover title={entry.course_title} src={entry.cover_url} />
      </div>
      <div className="min-w-0 flex-1">
        <Link
          to={itemPath(entry)}

          className="flex font-medium text-ink after:absolute after:inset-0"
        >
          <bdi className="truncate">{entry.course_title}</bdi>
        </Link>
        <p className="flex gap-1 text-sm text-ink-muted">
          <span className="shrink-0">{t('home.nextItem', { title: '' }).trim()}</span>
          <bdi className="truncate">{entry.item_title}</bdi>
        </p>
        <Progress
          value={entry.percent}
          label={t('facts.progress', { percent: entry.percent })}
          size="sm"
          className="mt-2"
        />
      </div>
    </li>
  )
}

const NoEntries = ({ home }: { home: LearningHome }) => {
  const { t } = useTranslation('courses')
  const isNotEnrolled = home.overall.enrolled_courses === 0
  return (
    <div className="card">
      <EmptyState
        title={t(isNotEnrolled ? 'home.none' : 'home.allDone')}
        text={t(isNotEnrolled ? 'home.noneHint' : 'home.allDoneHint')}
        action={
          <Link to={paths.courses} className={buttonClass()}>
            {t('home.browse')}
          </Link>
        }
      />
    </div>
  )
}
