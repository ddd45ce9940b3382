import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import type { AttemptDetail } from '#contract/assessments/admin/results.ts'
import { adminPaths } from '#src/core/admin-paths.ts'
import { BackLink } from '#src/shared/ui/BackLink.tsx'
import { PageHeader } from '#src/shared/ui/PageHeader.tsx'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'
import { attemptQuery } from '../../api/results.queries.ts'
import { useLocalized } from '#src/core/i18n/use-localized.ts'
import { FailedPage } from '#src/core/editing/FailedPage.tsx'
import { StateBadge } from '../results/Badges.tsx'
import { AnswerList } from './AnswerList.tsx'
import { AppealCard } from './AppealCard.tsx'
import { AttemptActions } from './AttemptActions.tsx'
import { AttemptFacts } from './AttemptFacts.tsx'
import { LateAnswers } from './LateAnswers.tsx'
import { IntegrityEvents } from './IntegrityEvents.tsx'
import { ResultVersions } from './ResultVersions.tsx'

/** One attempt for staff: answers, events, late answers, results and actions. */
export const AttemptView = ({ attemptId }: { attemptId: string }) => {
  const { t } = useTranslation('assessments/admin/results')
  const attempt = useQuery(attemptQuery(attemptId))
  return (
    <>
      <BackToList assessmentId={attempt.data?.assessment.id} />
      {attempt.data ? (
        <Content detail={attempt.data} />
      ) : attempt.isError ? (
        <FailedPage
          say={t}
          error={attempt.error}
          missing={t('attempt.missing')}
          pending={attempt.isFetching}
          onRetry={() => void attempt.refetch()}
        />
      ) : (
        <Loading />
      )}
    </>
  )
}

/** Links back to the list with its filters. */
const BackToList = ({ assessmentId }: { assessmentId: number | undefined }) => {
  const { t } = useTranslation('assessments/admin/results')
  const [searchParams] = useSearchParams()
  const target = new URLSearchParams(searchParams)
  target.delete('attempt')
  if (!target.has('assessment') && assessmentId !== undefined) target.set('assessment', String(assessmentId))
  return (
    <BackLink to={`${adminPaths.results}?${target.toString()}`} className="mb-2">
      {t('attempt.back')}
    </BackLink>
  )
}

const Content = ({ detail }: { detail: AttemptDetail }) => {
  const { t } = useTranslation('assessments/admin/results')
  const { local } = useLocalized()
  const { row, assessment } = detail
  return (
    <>
      <PageHeader
        title={<bdi>{row.learner.name}</bdi>}
        text={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            {row.learner.email !== null && <bdi>{row.learner.email}</bdi>}
            <bdi>{local(assessment.title, assessment.main_language)}</bdi>
            <span>{t('attempt.number', { number: row.number, most: detail.attempts_allowed })}</span>
            <StateBadge row={row} />
          </span>
        }
        actions={<AttemptActions detail={detail} />}
      />
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_minmax(0,22rem)]">
        <div className="order-last flex min-w-0 flex-col gap-5 lg:order-none">
          <AnswerList detail={detail} />
          <ResultVersions detail={detail} />
        </div>
        <div className="flex min-w-0 flex-col gap-5">
          <AppealCard detail={detail} />
          <LateAnswers detail={detail} />
          <AttemptFacts detail={detail} />
          <IntegrityEvents detail={detail} />
        </div>
      </div>
    </>
  )
}

const Loading = () => {
  const { t } = useTranslation('assessments/admin/results')
  return (
    <div role="status" aria-busy="true" className="flex flex-col gap-5">
      <span className="sr-only">{t('attempt.loading')}</span>
      <Skeleton className="h-20 w-80 max-w-full" />
      <Skeleton className="h-96" />
    </div>
  )
}
