import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { ContinueLearning as Entry } from '#contract/courses/learning-home.ts'
import { paths } from '#src/core/paths.ts'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { CourseCover } from '#src/shared/ui/content/CourseCover.tsx'
import { EmptyState } from '#src/shared/ui/feedback/EmptyState.tsx'
import { Progress } from '#src/shared/ui/feedback/Progress.tsx'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'
import { TypeIcon } from '../catalogue/TypeIcon.tsx'
import { HomeState } from './HomeState.tsx'

const itemPath = (entry: Entry) => `${paths.topic(entry.course_id, entry.topic_id)}?item=${entry.item_id}`

/** The most recent course in progress, else the latest one to start; its link opens the exact next item. */
export const ContinueLearning = () => {
  const { t } = useTranslation('courses')
  return (
    <section aria-labelledby="home-continue">
      <h2 id="home-continue" className="sr-only">
        {t('home.continueTitle')}
      </h2>
      <HomeState skeleton={<Skeleton className="h-112 w-full sm:h-80" />}>
        {({ continue_learning: [next], start }) =>
          next ? (
            <NextCard entry={next} action={t('home.continue')} />
          ) : start ? (
            <NextCard entry={start} action={t('home.start')} />
          ) : (
            <AllDone />
          )
        }
      </HomeState>
    </section>
  )
}

const NextCard = ({ entry, action }: { entry: Entry; action: string }) => {
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
            {action}
          </Link>
        </div>
      </div>
    </article>
  )
}

const AllDone = () => {
  const { t } = useTranslation('courses')
  return (
    <div className="card">
      <EmptyState
        title={t('home.allDone')}
        text={t('home.allDoneHint')}
        action={
          <Link to={paths.courses} className={buttonClass()}>
            {t('home.browse')}
          </Link>
        }
      />
    </div>
  )
}
