import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { isApiError } from '#src/core/http/api-error.ts'
import { useOnline } from '#src/core/pwa/use-online.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { EmptyState } from '#src/shared/ui/feedback/EmptyState.tsx'
import { PageHeader } from '#src/shared/ui/PageHeader.tsx'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'
import { adminDashboardQuery } from '../api/dashboard.queries.ts'
import { CourseRows } from '../components/CourseRows.tsx'
import { Figures } from '../components/Figures.tsx'
import { RecentStudents } from '../components/RecentStudents.tsx'
import { StudyHours } from '../components/StudyHours.tsx'
import type { Dashboard } from '../components/types.ts'

/** /admin/dashboard */
export const AdminDashboardPage = () => {
  const { t } = useTranslation('dashboard')
  const dashboard = useQuery(adminDashboardQuery())
  return (
    <>
      <PageHeader title={t('title')} text={t('intro')} />
      {dashboard.data ? (
        <Content dashboard={dashboard.data} />
      ) : dashboard.isError ? (
        <Problem
          error={dashboard.error}
          pending={dashboard.isFetching}
          onRetry={() => void dashboard.refetch()}
        />
      ) : (
        <Loading />
      )}
    </>
  )
}

const Content = ({ dashboard }: { dashboard: Dashboard }) => (
  <div className="flex flex-col gap-6">
    <Figures dashboard={dashboard} />
    <div className="grid items-start gap-6 lg:grid-cols-[1fr_340px]">
      <StudyHours hours={dashboard.hours} />
      <RecentStudents students={dashboard.recent_students} />
    </div>
    <CourseRows rows={dashboard.course_rows} />
  </div>
)

type ProblemProps = { error: unknown; pending: boolean; onRetry: () => void }

const Problem = ({ error, pending, onRetry }: ProblemProps) => {
  const { t } = useTranslation('dashboard')
  const online = useOnline()
  const isOffline = !online || (isApiError(error) && error.code === 'network')
  const isBadFormat = isApiError(error) && error.code === 'bad_answer'
  return (
    <EmptyState
      role="alert"
      illustration={isOffline ? 'offline' : 'error'}
      title={isOffline ? t('offline') : isBadFormat ? t('badFormat') : t('error')}
      action={
        <Button pending={pending} onClick={onRetry}>
          {t('retry')}
        </Button>
      }
    />
  )
}

const Loading = () => {
  const { t } = useTranslation('dashboard')
  return (
    <div role="status" aria-busy="true" className="flex flex-col gap-6">
      <span className="sr-only">{t('loading')}</span>
      <div className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-3">
        {[1, 2, 3, 4, 5, 6].map((key) => (
          <Skeleton key={key} className="h-24" />
        ))}
      </div>
      <Skeleton className="h-80 w-full" />
      <Skeleton className="h-64 w-full" />
    </div>
  )
}
