import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import { useOnline } from '#src/core/pwa/use-online.ts'
import { adminPaths } from '#src/core/admin-paths.ts'
import { BackLink } from '#src/shared/ui/BackLink.tsx'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { EmptyState } from '#src/shared/ui/feedback/EmptyState.tsx'
import { PageHeader } from '#src/shared/ui/PageHeader.tsx'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'
import { monitorQuery } from '../api/results.queries.ts'
import { FailedPage } from '#src/core/editing/FailedPage.tsx'
import { MonitorBoard } from '../components/monitor/MonitorBoard.tsx'
import { useLocalized } from '#src/core/i18n/use-localized.ts'

const ID = /^[1-9]\d{0,9}$/

/** /admin/assesment-results/live/{assessmentId}: the learners who are taking the assessment now. */
export const MonitorPage = () => {
  const { t } = useTranslation('assessments/admin/results')
  const { assessmentId = '' } = useParams()
  return (
    <>
      {ID.test(assessmentId) ? (
        <Live key={assessmentId} assessmentId={Number(assessmentId)} />
      ) : (
        <EmptyState as="h1" illustration="search" title={t('missing')} />
      )}
    </>
  )
}

const Live = ({ assessmentId }: { assessmentId: number }) => {
  const { t } = useTranslation('assessments/admin/results')
  const { local, language } = useLocalized()
  const online = useOnline()
  const monitor = useQuery(monitorQuery(assessmentId))
  const { data } = monitor
  if (!data)
    return monitor.isError ? (
      <FailedPage
        say={t}
        error={monitor.error}
        missing={t('missing')}
        pending={monitor.isFetching}
        onRetry={() => void monitor.refetch()}
      />
    ) : (
      <Loading />
    )
  const asOf = new Intl.DateTimeFormat(`${language}-u-nu-latn`, { timeStyle: 'medium' }).format(
    new Date(data.server_time),
  )
  return (
    <>
      <PageHeader
        above={<BackLink to={`${adminPaths.results}?assessment=${assessmentId}`}>{t('live.back')}</BackLink>}
        title={t('live.title')}
        text={
          <>
            <bdi>{local(data.assessment.title, data.assessment.main_language)}</bdi>
            <span className="block text-sm tabular-nums">{t('live.asOf', { time: asOf })}</span>
          </>
        }
      />
      {(monitor.isRefetchError || !online) && (
        <Alert kind="warning" className="mb-5" title={t('live.stale', { time: asOf })}>
          {t('live.staleHint')}
        </Alert>
      )}
      <MonitorBoard monitor={data} readAt={monitor.dataUpdatedAt} />
    </>
  )
}

const Loading = () => {
  const { t } = useTranslation('assessments/admin/results')
  return (
    <div role="status" aria-busy="true" className="flex flex-col gap-5">
      <span className="sr-only">{t('live.loading')}</span>
      <Skeleton className="h-20 w-80 max-w-full" />
      <Skeleton className="h-14" />
      <Skeleton className="h-72" />
    </div>
  )
}
