import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router-dom'
import { selectClientInfo } from '#src/core/client-config/client-config-slice.ts'
import { isFeatureOff } from '#src/core/client-config/features.ts'
import { adminPaths } from '#src/core/admin-paths.ts'
import { useAppSelector } from '#src/core/store/hooks.ts'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { EmptyState } from '#src/shared/ui/feedback/EmptyState.tsx'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'
import { PageHeader } from '#src/shared/ui/PageHeader.tsx'
import { dashboardQuery } from '../api/dashboard.queries.ts'
import type { Dashboard } from '../model/dashboard.ts'
import { readPeriod } from '../model/period.ts'
import { CourseTable } from './CourseTable.tsx'
import './dashboard.css'
import { Freshness } from './Freshness.tsx'
import { GroupTable } from './GroupTable.tsx'
import { OverviewActions } from './OverviewActions.tsx'
import { PeriodBar } from './PeriodBar.tsx'
import { Problem } from './Problem.tsx'
import { RiskCard } from './RiskCard.tsx'
import { StepsCard } from './StepsCard.tsx'
import { Tiles } from './Tiles.tsx'

/** What happened in a period, compared with the one before. */
export const Overview = () => {
  const { t } = useTranslation('dashboard')
  const [address] = useSearchParams()
  const query = useQuery(dashboardQuery(readPeriod(address)))
  const { data } = query
  return (
    <div data-dashboard="" aria-busy={query.isPlaceholderData}>
      <PageHeader
        title={t('title')}
        text={data?.counted_at ? <Freshness at={data.counted_at} /> : t('intro')}
        actions={data?.counted_at && <OverviewActions period={data.period} />}
      />
      <div className="flex flex-col gap-6">
        <PeriodBar shown={data} />
        {data ? (
          <Content dashboard={data} />
        ) : query.isError ? (
          <Problem error={query.error} pending={query.isFetching} onRetry={() => void query.refetch()} />
        ) : (
          <Loading />
        )}
      </div>
    </div>
  )
}

const Content = ({ dashboard }: { dashboard: Dashboard }) => {
  const { t } = useTranslation('dashboard')
  if (dashboard.counted_at === null)
    return <EmptyState role="status" title={t('counting')} text={t('countingText')} />
  if (dashboard.learners === 0) return <NoLearners />
  return (
    <>
      <Tiles dashboard={dashboard} />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <StepsCard dashboard={dashboard} />
        <RiskCard counts={dashboard.at_risk} />
      </div>
      <CourseTable courses={dashboard.courses} />
      <GroupTable period={dashboard.period} />
    </>
  )
}

/** A first visit: no boxes with zeros. */
const NoLearners = () => {
  const { t } = useTranslation('dashboard')
  const isOff = useAppSelector((state) => isFeatureOff(selectClientInfo(state), 'admin_manage_students'))
  return (
    <EmptyState
      title={t('noLearners')}
      text={t('noLearnersText')}
      action={
        !isOff && (
          <Link to={adminPaths.students} className={buttonClass({})}>
            {t('toStudents')}
          </Link>
        )
      }
    />
  )
}

const Loading = () => {
  const { t } = useTranslation('dashboard')
  return (
    <div role="status" aria-busy="true" className="flex flex-col gap-6">
      <span className="sr-only">{t('loading')}</span>
      <div className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
        {[1, 2, 3, 4, 5, 6, 7, 8].map((key) => (
          <Skeleton key={key} className="h-32 rounded-xl" />
        ))}
      </div>
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <Skeleton className="h-96 rounded-xl" />
        <Skeleton className="h-96 rounded-xl" />
      </div>
      <Skeleton className="h-64 rounded-xl" />
    </div>
  )
}
