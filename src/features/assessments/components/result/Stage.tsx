import Check from 'lucide-react/icons/check'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Roadmap } from '#contract/assessments/results.ts'
import type { Language } from '#contract/languages.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { paths } from '#src/core/paths.ts'
import { isKnownPath } from '#src/core/routes.ts'
import { cx } from '#src/shared/lib/cx.ts'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { Progress } from '#src/shared/ui/feedback/Progress.tsx'
import { percentText, said } from '../../model/labels.ts'

type StageData = Roadmap['stages'][number]
type Props = { stage: StageData; number: number; isLast: boolean; mainLanguage: Language }

const TONES = { done: 'success', in_progress: 'primary', open: 'neutral' } as const
/** The pages that a stage may link to, with their text keys. */
const PAGES: Record<string, string> = {
  '/jobs': 'jobs',
  '/community': 'community',
  '/live': 'live',
  '/courses': 'courses',
  '/certificates': 'certificates',
  '/user-profile': 'profile',
}

/** One stage: its purpose, its courses with reasons and progress, and its pages. */
export const Stage = ({ stage, number, isLast, mainLanguage }: Props) => {
  const { t } = useTranslation('assessments/result')
  const pages = stage.pages.filter((page) => PAGES[page] !== undefined && isKnownPath(page))
  return (
    <li className={cx('relative ps-12', !isLast && 'pb-8')}>
      {!isLast && (
        <span aria-hidden="true" className="absolute start-[1.1rem] top-10 bottom-0 w-0.5 bg-line" />
      )}
      <span
        aria-hidden="true"
        className={cx(
          'absolute start-0 top-0 flex size-9 items-center justify-center rounded-full border-2 font-semibold tabular-nums',
          stage.state === 'done'
            ? 'border-transparent bg-primary text-on-primary'
            : 'border-line-strong bg-surface-raised text-ink',
        )}
      >
        {stage.state === 'done' ? <Check size={18} /> : number}
      </span>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 pt-1">
        <h2 className="text-lg font-semibold text-ink">{t(`roadmap.stage.${stage.kind}`)}</h2>
        <Badge tone={TONES[stage.state]}>{t(`roadmap.state.${stage.state}`)}</Badge>
      </div>
      <p className="mt-1 max-w-reading text-ink-muted">{t(`roadmap.about.${stage.kind}`)}</p>
      {stage.courses.length > 0 && (
        <ul className="mt-3 flex flex-col gap-3">
          {stage.courses.map((course) => (
            <StageCourse key={course.course_id} course={course} mainLanguage={mainLanguage} />
          ))}
        </ul>
      )}
      {pages.length > 0 && (
        <p className="mt-3 flex flex-wrap gap-3">
          {pages.map((page) => (
            <Link key={page} to={page} className={buttonClass({ variant: 'secondary', size: 'sm' })}>
              {t(`roadmap.page.${PAGES[page] ?? ''}`)}
            </Link>
          ))}
        </p>
      )}
    </li>
  )
}

const StageCourse = ({
  course,
  mainLanguage,
}: {
  course: StageData['courses'][number]
  mainLanguage: Language
}) => {
  const { t } = useTranslation('assessments/result')
  const language = useLanguage()
  const { reason } = course
  return (
    <li className="card relative p-4 card-link">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <h3 className="min-w-0 font-medium text-ink">
          <Link
            to={paths.course(course.course_id)}
            className="after:absolute after:inset-0 after:rounded-xl hover:underline"
          >
            <bdi>{course.title}</bdi>
          </Link>
        </h3>
        <Badge tone={course.completed ? 'success' : course.enrolled ? 'primary' : 'neutral'}>
          {t(
            course.completed
              ? 'roadmap.completed'
              : course.enrolled
                ? 'roadmap.enrolled'
                : 'roadmap.notEnrolled',
          )}
        </Badge>
      </div>
      {reason && (
        <p className="mt-1 text-sm text-ink-muted">
          {t('roadmap.reason', {
            percent: percentText(reason.percent, language),
            topic: said(reason.topic.name, language, mainLanguage),
          })}
        </p>
      )}
      {course.enrolled && (
        <Progress
          className="mt-3"
          size="sm"
          value={course.progress_percent}
          label={t('roadmap.progress', { title: course.title })}
          tone={course.completed ? 'success' : 'primary'}
        />
      )}
    </li>
  )
}
