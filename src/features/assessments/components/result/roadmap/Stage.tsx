import type { ReactNode } from 'react'
import Check from 'lucide-react/icons/check'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Roadmap } from '#contract/assessments/results.ts'
import type { Language } from '#contract/languages.ts'
import { cx } from '#src/shared/lib/cx.ts'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { nextCourseOf } from '../../../model/roadmap.ts'
import { pageName, stagePages } from './stage-pages.ts'
import { NextCourse } from './NextCourse.tsx'
import { StageCourses } from './StageCourses.tsx'

type StageData = Roadmap['stages'][number]
type Props = { stage: StageData; number: number; isCurrent: boolean; isLast: boolean; mainLanguage: Language }

/** One stage of the path: open where the learner is, folded before and after. */
export const Stage = ({ stage, number, isCurrent, isLast, mainLanguage }: Props) => {
  const { t } = useTranslation('assessments/result')
  const isDone = stage.state === 'done'
  return (
    <li aria-current={isCurrent ? 'step' : undefined} className={cx('relative ps-14', !isLast && 'pb-8')}>
      {!isLast && (
        <span
          aria-hidden="true"
          className={cx('absolute start-[1.19rem] top-11 bottom-1 w-0.5', isDone ? 'bg-primary' : 'bg-line')}
        />
      )}
      <span
        aria-hidden="true"
        className={cx(
          'absolute start-0 top-0 flex size-10 items-center justify-center rounded-full border-2 font-semibold tabular-nums',
          isDone && 'border-transparent bg-primary text-on-primary',
          isCurrent && 'border-primary bg-primary-soft text-primary-text ring-4 ring-primary-soft',
          !isDone && !isCurrent && 'border-line-strong bg-surface-raised text-ink-muted',
        )}
      >
        {isDone ? <Check size={20} /> : number}
      </span>
      {isCurrent ? (
        <OpenStage stage={stage} mainLanguage={mainLanguage} />
      ) : (
        <FoldedStage stage={stage} mainLanguage={mainLanguage}>
          {isDone && <Badge tone="success">{t('roadmap.state.done')}</Badge>}
        </FoldedStage>
      )}
    </li>
  )
}

type PartProps = { stage: StageData; mainLanguage: Language }

const OpenStage = ({ stage, mainLanguage }: PartProps) => {
  const { t } = useTranslation('assessments/result')
  const next = nextCourseOf(stage)
  const others = stage.courses.filter((course) => course !== next)
  const pages = stagePages(stage)
  return (
    <>
      <div className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="text-xl font-semibold text-ink">{t(`roadmap.stage.${stage.kind}`)}</h2>
        <Badge tone="primary">{t('roadmap.here')}</Badge>
      </div>
      <p className="mt-1 max-w-reading text-ink-muted">{t(`roadmap.about.${stage.kind}`)}</p>
      {next && <NextCourse course={next} mainLanguage={mainLanguage} />}
      {others.length > 0 && <StageCourses courses={others} mainLanguage={mainLanguage} />}
      {stage.courses.length === 0 && pages.length === 0 && (
        <p className="mt-3 text-ink">{t('roadmap.noCourse')}</p>
      )}
      <StagePages pages={pages} isPrimary={next === null} />
    </>
  )
}

const FoldedStage = ({ stage, mainLanguage, children }: PartProps & { children: ReactNode }) => {
  const { t } = useTranslation('assessments/result')
  const count = stage.courses.length
  return (
    <details className="group">
      <summary className="flex min-h-10 cursor-pointer list-none flex-wrap items-center gap-x-3 gap-y-1 rounded-lg [&::-webkit-details-marker]:hidden">
        <h2 className="font-semibold text-ink">{t(`roadmap.stage.${stage.kind}`)}</h2>
        {children}
        {count > 0 && <span className="text-sm text-ink-muted">{t('roadmap.courses', { count })}</span>}
        <ChevronDown
          aria-hidden="true"
          size={20}
          className="ms-auto shrink-0 text-ink-muted transition-transform group-open:rotate-180"
        />
      </summary>
      <p className="mt-1 max-w-reading text-ink-muted">{t(`roadmap.about.${stage.kind}`)}</p>
      {count > 0 && <StageCourses courses={stage.courses} mainLanguage={mainLanguage} />}
      <StagePages pages={stagePages(stage)} isPrimary={false} />
    </details>
  )
}

const StagePages = ({ pages, isPrimary }: { pages: readonly string[]; isPrimary: boolean }) => {
  const { t } = useTranslation('assessments/result')
  if (pages.length === 0) return null
  return (
    <p className="mt-4 flex flex-wrap gap-3">
      {pages.map((page, index) => (
        <Link
          key={page}
          to={page}
          className={buttonClass({ variant: isPrimary && index === 0 ? 'primary' : 'secondary' })}
        >
          {t(`roadmap.page.${pageName(page)}`)}
        </Link>
      ))}
    </p>
  )
}
