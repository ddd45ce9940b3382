import GraduationCap from 'lucide-react/icons/graduation-cap'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { ResultPage } from '#contract/assessments/results.ts'
import { boundsOf, type Result } from '#contract/assessments/shapes.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { paths } from '#src/core/paths.ts'
import { formatNumber } from '#src/shared/lib/format.ts'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { ProgressRing } from '#src/shared/ui/feedback/Progress.tsx'
import { percentText, said } from '../../model/labels.ts'
import { isHelpfulPercentile, weakestTopic } from '../../model/next-step.ts'

type Props = { page: ResultPage; result: Result }

/** The score as a ring, what it earns, and where to go from here. */
export const Score = ({ page, result }: Props) => {
  const { t } = useTranslation('assessments/result')
  const language = useLanguage()
  const percent = percentText(result.percent, language, boundsOf(page.assessment))
  const score = t('score', { right: result.right, total: result.questions })
  return (
    <Card as="section" aria-labelledby="score-title">
      <div className="flex flex-col items-center gap-6 sm:flex-row sm:items-start sm:gap-8">
        <ProgressRing
          size={168}
          value={result.percent}
          label={t('scoreTitle')}
          valueText={`${percent}, ${score}`}
          tone={result.passed === true ? 'success' : 'primary'}
        >
          <span className="text-4xl font-bold tracking-tight tabular-nums text-ink">{percent}</span>
        </ProgressRing>
        <div className="flex min-w-0 flex-1 flex-col items-center gap-4 text-center sm:items-start sm:text-start">
          <div>
            <div className="flex flex-wrap items-center justify-center gap-2 sm:justify-start">
              <h2 id="score-title" className="text-xl font-semibold text-ink">
                {t('scoreTitle')}
              </h2>
              {result.passed !== null && (
                <Badge tone={result.passed ? 'success' : 'neutral'}>
                  {t(result.passed ? 'passed' : 'notPassed')}
                </Badge>
              )}
            </div>
            <p className="mt-1 text-lg text-ink">{score}</p>
            <Standing page={page} result={result} />
          </div>
          <Scholarship page={page} percent={result.scholarship_percent} />
          <Ways page={page} />
        </div>
      </div>
    </Card>
  )
}

/** The percentile where it encourages, else what to practise next. */
const Standing = ({ page, result }: Props) => {
  const { t } = useTranslation('assessments/result')
  const language = useLanguage()
  if (isHelpfulPercentile(page.percentile))
    return (
      <p className="mt-1 text-ink-muted">
        {t('percentile', {
          percent: formatNumber(page.percentile, language, { maximumFractionDigits: 0 }),
          count: page.finished,
        })}
      </p>
    )
  const weakest = weakestTopic(result.topics)
  if (!weakest) return null
  return (
    <p className="mt-1 text-ink-muted">
      <span className="font-medium text-ink">{t('next.label')}</span>{' '}
      {t('next.practise', {
        topic: said(weakest.topic.name, language, page.assessment.main_language),
        right: weakest.right,
        total: weakest.questions,
      })}
    </p>
  )
}

const Scholarship = ({ page, percent }: { page: ResultPage; percent: number }) => {
  const { t } = useTranslation('assessments/result')
  const language = useLanguage()
  const { bands } = page.assessment
  if (bands.length === 0) return null
  const nextBand = bands
    .filter((band) => band.scholarship_percent > percent)
    .toSorted((a, b) => a.from_percent - b.from_percent)[0]
  return (
    <div className="flex items-start gap-3 rounded-lg bg-primary-soft px-4 py-3 text-start">
      <GraduationCap aria-hidden="true" size={24} className="shrink-0 text-primary-text" />
      <div>
        <p className="font-semibold text-primary-text">
          {percent > 0
            ? t('scholarship.got', { percent: percentText(percent, language) })
            : t('scholarship.none')}
        </p>
        {nextBand && (
          <p className="mt-0.5 text-sm text-ink">
            {t('scholarship.next', {
              from: percentText(nextBand.from_percent, language),
              percent: percentText(nextBand.scholarship_percent, language),
            })}
          </p>
        )}
      </div>
    </div>
  )
}

const Ways = ({ page: { assessment, attempt, may_start_again } }: { page: ResultPage }) => {
  const { t } = useTranslation('assessments/result')
  return (
    <div className="flex w-full flex-col gap-3 sm:w-auto sm:flex-row sm:flex-wrap sm:gap-2">
      <Link to={paths.roadmap(assessment.id)} className={buttonClass()}>
        {t('next.roadmap')}
      </Link>
      <Link to={paths.assessmentReview(attempt.id)} className={buttonClass({ variant: 'secondary' })}>
        {t('next.review')}
      </Link>
      {may_start_again && (
        <Link
          to={paths.assessment(assessment.id)}
          className={buttonClass({ variant: 'ghost', className: 'sm:px-2' })}
        >
          {t('next.again')}
        </Link>
      )}
    </div>
  )
}
