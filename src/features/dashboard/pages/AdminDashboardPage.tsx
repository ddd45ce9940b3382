import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { COURSES_SLUG } from '#contract/client-info/feature-slugs.ts'
import { selectClientInfo } from '#src/core/client-config/client-config-slice.ts'
import { isFeatureOff } from '#src/core/client-config/features.ts'
import { isApiError } from '#src/core/http/api-error.ts'
import { paths } from '#src/core/paths.ts'
import { useOnline } from '#src/core/pwa/use-online.ts'
import { selectUser } from '#src/core/session/auth-slice.ts'
import { roleFlags } from '#src/core/session/roles.ts'
import { useAppSelector } from '#src/core/store/hooks.ts'
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
      <PageHeader title={t('title')} text={t('intro')} actions={<PaymentsLink />} />
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

/** For admins, where the client sells courses; the menus of the specification have no entry for it. */
const PaymentsLink = () => {
  const { t } = useTranslation('dashboard')
  const { role } = useAppSelector(selectUser)
  const isOff = useAppSelector((state) => isFeatureOff(selectClientInfo(state), COURSES_SLUG))
  if (isOff || !roleFlags(role).mayAdminister) return null
  return (
    <Link
      to={paths.adminPaymentList}
      className="inline-flex min-h-11 items-center font-medium text-primary-text hover:underline"
    >
      {t('payments')}
    </Link>
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
