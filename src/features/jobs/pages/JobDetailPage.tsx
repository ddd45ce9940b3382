import { useQuery } from '@tanstack/react-query'
import Flag from 'lucide-react/icons/flag'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import type { JobDetail } from '#contract/jobs/jobs.ts'
import { paths } from '#src/core/paths.ts'
import { parseId } from '#src/shared/lib/parse-id.ts'
import { BackLink } from '#src/shared/ui/BackLink.tsx'
import { jobQuery, matchQuery } from '../api/jobs.queries.ts'
import { JobArticle, Lines } from '../components/JobArticle.tsx'
import { JobFailure, JobSkeleton } from '../components/JobFailure.tsx'
import { MatchPanel } from '../components/MatchPanel.tsx'
import { SaveButton } from '../components/SaveButton.tsx'

const ReportDialog = lazy(async () => ({
  default: (await import('../components/ReportDialog.tsx')).ReportDialog,
}))

/** `apply`: applying, or what became of it; another feature's. */
type Props = { apply?: (job: JobDetail) => ReactNode }

/** /jobs/{jobId} for signed-in people. */
export const JobDetailPage = ({ apply }: Props) => {
  const jobId = parseId(useParams()['jobId'])
  return jobId === null ? (
    <JobFailure error={null} onRetry={() => undefined} />
  ) : (
    <LoadedJob key={jobId} jobId={jobId} apply={apply} />
  )
}

const LoadedJob = ({ jobId, apply }: { jobId: number; apply: Props['apply'] }) => {
  const { t } = useTranslation('jobs')
  const job = useQuery(jobQuery(jobId))
  const match = useQuery(matchQuery(jobId)).data
  if (!job.data)
    return job.error ? <JobFailure error={job.error} onRetry={() => void job.refetch()} /> : <JobSkeleton />
  return (
    <JobArticle
      job={job.data}
      above={
        <div className="mb-2 text-sm">
          <BackLink to={paths.jobs}>{t('detail.back')}</BackLink>
        </div>
      }
      requirements={
        match ? (
          <MatchPanel match={match} />
        ) : (
          <Lines lines={job.data.requirements} language={job.data.language} />
        )
      }
      action={apply?.(job.data)}
      tools={
        <>
          <SaveButton job={job.data} saved={match?.saved ?? false} labelled />
          <Report jobId={jobId} />
        </>
      }
    />
  )
}

const Report = ({ jobId }: { jobId: number }) => {
  const { t } = useTranslation('jobs')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className="inline-flex min-h-9 items-center justify-center gap-2 text-sm text-ink-muted hover:text-ink hover:underline pointer-coarse:min-h-11"
        onClick={() => setIsOpen(true)}
      >
        <Flag aria-hidden="true" size={16} />
        {t('report.title')}
      </button>
      {isOpen && (
        <Suspense>
          <ReportDialog jobId={jobId} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
