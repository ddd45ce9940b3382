import { Suspense } from 'react'
import { ApplyPanel } from '#src/features/job-applications/index.ts'
import { JobDetailPage } from '#src/features/jobs/index.ts'

/** A job's page with the way to apply. */
export const JobPage = () => (
  <JobDetailPage
    apply={(job) => (
      // The height of the button, so that nothing below moves.
      <Suspense fallback={<div className="h-11" />}>
        <ApplyPanel jobId={job.id} />
      </Suspense>
    )}
  />
)
