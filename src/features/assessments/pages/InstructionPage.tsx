import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useParams, useSearchParams } from 'react-router-dom'
import type { AssessmentPage } from '#contract/assessments/assessments.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { paths } from '#src/core/paths.ts'
import { formatDuration } from '#src/shared/lib/format.ts'
import { BackLink } from '#src/shared/ui/BackLink.tsx'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { PageHeader } from '#src/shared/ui/PageHeader.tsx'
import { Stat, StatRow } from '#src/shared/ui/content/Stat.tsx'
import { assessmentQuery } from '../api/assessments.queries.ts'
import { LoadError } from '../components/LoadError.tsx'
import { LoadingPage } from '../components/LoadingPage.tsx'
import { StartCard } from '../components/start/StartCard.tsx'
import { SystemCheckCard } from '../components/start/SystemCheckCard.tsx'
import { useReferral } from '../components/start/use-referral.ts'
import { useSystemCheck } from '../components/start/use-system-check.ts'
import { said } from '../model/labels.ts'

const ID = /^[1-9]\d{0,9}$/

/** /assessment/{id}[/{ref}]: instructions, system check, consent and start. */
export const InstructionPage = () => {
  const { assessmentId = '', ref } = useParams()
  const [searchParams] = useSearchParams()
  const isValidId = ID.test(assessmentId)
  const page = useQuery({ ...assessmentQuery(Number(assessmentId)), enabled: isValidId })
  if (!isValidId) return <LoadError error={null} onRetry={() => undefined} />
  if (page.data)
    return <Instructions key={page.data.id} page={page.data} refInAddress={ref ?? searchParams.get('ref')} />
  if (page.error) return <LoadError error={page.error} onRetry={() => void page.refetch()} />
  return <LoadingPage />
}

const Instructions = ({ page, refInAddress }: { page: AssessmentPage; refInAddress: string | null }) => {
  const { t } = useTranslation('assessments')
  const language = useLanguage()
  const referral = useReferral(page.id, refInAddress)
  const { check, again: checkAgain } = useSystemCheck(page.id)
  const minutes = page.duration_minutes + page.extra_minutes
  const duration = formatDuration(minutes, language)
  const instructions = said(page.instructions, language, page.main_language)
  return (
    <div data-undisturbed="" className="mx-auto max-w-3xl">
      <PageHeader
        above={<BackLink to={paths.assessments}>{t('problem.back')}</BackLink>}
        title={<bdi>{said(page.title, language, page.main_language)}</bdi>}
        text={<bdi>{said(page.description, language, page.main_language)}</bdi>}
      />
      <div className="flex flex-col gap-5">
        <StatRow columns={3}>
          <Stat label={t('start.duration')} value={duration} />
          <Stat label={t('start.questions')} value={page.questions} />
          <Stat
            label={t('start.attempts')}
            value={<bdi dir="ltr">{`${page.attempts_used} / ${page.attempts_allowed}`}</bdi>}
          />
        </StatRow>
        <Card as="section" aria-labelledby="how-title">
          <h2 id="how-title" className="mb-3 text-lg font-semibold text-ink">
            {t('start.how')}
          </h2>
          {instructions !== '' && (
            <p dir="auto" className="mb-3 whitespace-pre-line text-ink">
              {instructions}
            </p>
          )}
          <ul className="flex list-disc flex-col gap-1.5 ps-5 text-ink marker:text-ink-muted">
            <li>{t('start.lines.time', { duration, count: page.questions })}</li>
            {page.extra_minutes > 0 && <li>{t('start.lines.extra', { count: page.extra_minutes })}</li>}
            <li>{t('start.lines.options')}</li>
            <li>{t('start.lines.kept')}</li>
            <li>{t('start.lines.final')}</li>
            <li>{t('start.lines.clock')}</li>
            <li>{t('start.lines.offline')}</li>
            {page.shuffled.questions && <li>{t('start.lines.shuffled')}</li>}
            <li>{t(`start.lines.release.${page.release}`)}</li>
          </ul>
          {page.topics.length > 0 && (
            <>
              <h3 className="mt-4 mb-2 text-sm font-medium text-ink">{t('start.topics')}</h3>
              <ul className="flex flex-wrap gap-2">
                {page.topics.map(({ topic, questions }) => (
                  <li key={topic.id} className="rounded-full bg-surface-sunken px-3 py-1 text-sm text-ink">
                    <bdi>{said(topic.name, language, page.main_language)}</bdi>{' '}
                    <span className="tabular-nums text-ink-muted">{questions}</span>
                  </li>
                ))}
              </ul>
            </>
          )}
        </Card>
        <SystemCheckCard check={check} onAgain={checkAgain} />
        <StartCard page={page} referral={referral} />
      </div>
    </div>
  )
}
