import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Result } from '#contract/assessments/shapes.ts'
import type { ResultPage } from '#contract/assessments/results.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { paths } from '#src/core/paths.ts'
import { formatDate, formatNumber } from '#src/shared/lib/format.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { EmptyState } from '#src/shared/ui/feedback/EmptyState.tsx'
import { Progress, ProgressRing } from '#src/shared/ui/feedback/Progress.tsx'
import { percentText, said } from '../../model/labels.ts'

/** Submitted but not released: says what happens next, and when. */
export const Unreleased = ({ page }: { page: ResultPage }) => {
  const { t } = useTranslation('assessments/result')
  const language = useLanguage()
  const { release, closes_at } = page.assessment
  const text =
    release === 'after_end' && closes_at !== null
      ? t('unreleased.afterEnd', { date: formatDate(closes_at, language, { time: true }) })
      : t('unreleased.byHand')
  return (
    <Card>
      <EmptyState as="h2" illustration="rest" role="status" title={t('unreleased.title')} text={text} />
    </Card>
  )
}

/** Score, percentile, scholarship, topics and next steps. */
export const Outcome = ({ page, result }: Props) => {
  const { t } = useTranslation('assessments/result')
  const language = useLanguage()
  return (
    <>
      {result.reason !== null && (
        <Alert kind="info" title={t('regraded', { date: formatDate(result.at, language) })}>
          <bdi>{result.reason}</bdi>
        </Alert>
      )}
      <Score page={page} result={result} />
      <Topics page={page} result={result} />
      <NextSteps page={page} />
    </>
  )
}

type Props = { page: ResultPage; result: Result }

const Score = ({ page, result }: Props) => {
  const { t } = useTranslation('assessments/result')
  const language = useLanguage()
  const percent = percentText(result.percent, language)
  const score = t('score', { right: result.right, total: result.questions })
  return (
    <Card as="section" aria-labelledby="score-title">
      <div className="flex flex-col items-center gap-5 sm:flex-row sm:items-start">
        <ProgressRing
          size={132}
          value={result.percent}
          label={t('scoreTitle')}
          valueText={`${percent}, ${score}`}
          tone={result.passed === true ? 'success' : 'primary'}
        >
          <span className="text-2xl font-bold tabular-nums text-ink">{percent}</span>
        </ProgressRing>
        <div className="min-w-0 flex-1 text-center sm:text-start">
          <div className="flex flex-wrap items-center justify-center gap-2 sm:justify-start">
            <h2 id="score-title" className="text-lg font-semibold text-ink">
              {t('scoreTitle')}
            </h2>
            {result.passed !== null && (
              <Badge tone={result.passed ? 'success' : 'neutral'}>
                {t(result.passed ? 'passed' : 'notPassed')}
              </Badge>
            )}
          </div>
          <p className="mt-1 text-ink">{score}</p>
          {page.percentile !== null && (
            <p className="mt-1 text-ink-muted">
              {t('percentile', {
                percent: formatNumber(page.percentile, language, { maximumFractionDigits: 0 }),
                count: page.finished,
              })}
            </p>
          )}
          <Scholarship page={page} percent={result.scholarship_percent} />
        </div>
      </div>
    </Card>
  )
}

const Topics = ({ page, result }: Props) => {
  const { t } = useTranslation('assessments/result')
  const language = useLanguage()
  return (
    <Card as="section" aria-labelledby="topics-title">
      <h2 id="topics-title" className="mb-4 text-lg font-semibold text-ink">
        {t('topics')}
      </h2>
      <ul className="flex flex-col gap-4">
        {result.topics.map(({ topic, right, questions, percent }) => {
          const name = said(topic.name, language, page.assessment.main_language)
          return (
            <li key={topic.id}>
              <p className="mb-1.5 flex items-baseline justify-between gap-3 text-sm">
                <bdi className="font-medium text-ink">{name}</bdi>
                <span className="tabular-nums text-ink-muted">
                  {t('topicScore', { right, total: questions, percent: percentText(percent, language) })}
                </span>
              </p>
              <Progress value={percent} label={name} />
            </li>
          )
        })}
      </ul>
    </Card>
  )
}

const NextSteps = ({ page }: { page: ResultPage }) => {
  const { t } = useTranslation('assessments/result')
  const { assessment, attempt } = page
  return (
    <Card as="section" aria-labelledby="next-title">
      <h2 id="next-title" className="mb-1 text-lg font-semibold text-ink">
        {t('next.title')}
      </h2>
      <p className="text-ink-muted">{t('next.text')}</p>
      <div className="mt-4 flex flex-col gap-3 sm:flex-row sm:flex-wrap">
        <Link to={paths.roadmap(assessment.id)} className={buttonClass()}>
          {t('next.roadmap')}
        </Link>
        <Link to={paths.assessmentReview(attempt.id)} className={buttonClass({ variant: 'secondary' })}>
          {t('next.review')}
        </Link>
        {page.may_start_again && (
          <Link to={paths.assessment(assessment.id)} className={buttonClass({ variant: 'secondary' })}>
            {t('next.again')}
          </Link>
        )}
      </div>
    </Card>
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
    <div className="mt-4 rounded-lg bg-primary-soft px-4 py-3 text-start">
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
  )
}
