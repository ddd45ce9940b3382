import { useQuery } from '@tanstack/react-query'
import Activity from 'lucide-react/icons/activity'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router-dom'
import type { AssessmentTotals } from '#contract/assessments/admin/results.ts'
import { adminPaths } from '#src/core/admin-paths.ts'
import { formatDate } from '#src/shared/lib/format.ts'
import { BackLink } from '#src/shared/ui/BackLink.tsx'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { EmptyState } from '#src/shared/ui/feedback/EmptyState.tsx'
import { PageHeader } from '#src/shared/ui/PageHeader.tsx'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'
import { Tabs } from '#src/shared/ui/Tabs.tsx'
import { totalsQuery } from '../../api/results.queries.ts'
import { useLocalized } from '#src/core/i18n/use-localized.ts'
import { FailedPage } from '#src/core/editing/FailedPage.tsx'
import { LearnerList } from '../learners/LearnerList.tsx'
import { ItemAnalysisView } from '../questions/ItemAnalysisView.tsx'
import { AssessmentBadges } from './Badges.tsx'
import { ReleaseButton } from './ReleaseButton.tsx'
import { ResultList } from './ResultList.tsx'

const VIEWS = ['results', 'questions', 'learners'] as const

/** One assessment: its results, its item analysis, and learners with extra time or attempts. */
export const AssessmentResults = ({ assessmentId }: { assessmentId: number }) => {
  const { t } = useTranslation('assessments/admin/results')
  const totals = useQuery(totalsQuery())
  const assessment = totals.data?.find((each) => each.id === assessmentId)
  if (!totals.data)
    return totals.isError ? (
      <FailedPage
        say={t}
        error={totals.error}
        missing={t('missing')}
        pending={totals.isFetching}
        onRetry={() => void totals.refetch()}
      />
    ) : (
      <Loading />
    )
  if (!assessment)
    return (
      <EmptyState
        as="h1"
        illustration="search"
        title={t('missing')}
        action={
          <Link to={adminPaths.results} className={buttonClass()}>
            {t('overview.back')}
          </Link>
        }
      />
    )
  return <Content assessment={assessment} />
}

const Content = ({ assessment }: { assessment: AssessmentTotals }) => {
  const { t } = useTranslation('assessments/admin/results')
  const { local } = useLocalized()
  const [searchParams, setSearchParams] = useSearchParams()
  const view = VIEWS.find((name) => name === searchParams.get('view')) ?? 'results'
  const contents = {
    results: <ResultList assessment={assessment} />,
    questions: <ItemAnalysisView assessment={assessment} />,
    learners: <LearnerList assessmentId={assessment.id} />,
  }
  return (
    <>
      <PageHeader
        above={<BackLink to={adminPaths.results}>{t('overview.back')}</BackLink>}
        title={<bdi>{local(assessment.title, assessment.main_language)}</bdi>}
        actions={
          <>
            <Link
              to={adminPaths.resultsLive(assessment.id)}
              className={buttonClass({ variant: 'secondary' })}
            >
              <Activity aria-hidden="true" size={18} />
              {t('overview.live')}
            </Link>
            <ReleaseButton assessment={assessment} />
          </>
        }
      />
      <div className="mb-5 flex flex-wrap items-center gap-2">
        <AssessmentBadges item={assessment} />
        <Window assessment={assessment} />
      </div>
      <Tabs
        label={t('views.label')}
        value={view}
        tabs={VIEWS.map((value) => ({ value, label: t(`views.${value}`), content: contents[value] }))}
        onValueChange={(next) =>
          setSearchParams({
            assessment: String(assessment.id),
            ...(next === 'results' ? {} : { view: next }),
          })
        }
      />
    </>
  )
}

const Window = ({ assessment }: { assessment: AssessmentTotals }) => {
  const { t } = useTranslation('assessments/admin/results')
  const { language } = useLocalized()
  const { opens_at: opens, closes_at: closes } = assessment
  const formatTime = (iso: string) => formatDate(iso, language, { time: true })
  if (opens === null && closes === null) return null
  return (
    <p className="text-sm text-ink-muted">
      {opens !== null && closes !== null
        ? t('window.both', { opens: formatTime(opens), closes: formatTime(closes) })
        : opens !== null
          ? t('window.opens', { opens: formatTime(opens) })
          : t('window.closes', { closes: formatTime(closes ?? '') })}
    </p>
  )
}

const Loading = () => {
  const { t } = useTranslation('assessments/admin/results')
  return (
    <div role="status" aria-busy="true" className="flex flex-col gap-5">
      <span className="sr-only">{t('list.loading')}</span>
      <Skeleton className="h-20 w-80 max-w-full" />
      <Skeleton className="h-11" />
      <Skeleton className="h-72" />
    </div>
  )
}
