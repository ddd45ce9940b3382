import { Suspense } from 'react'
import type { JobDetail } from '#contract/jobs/jobs.ts'
import { JobPreview } from '#src/features/jobs/index.ts'
import { EditJobPage, NewJobPage } from '#src/features/recruiting/index.ts'

const preview = (job: JobDetail) => (
  <Suspense fallback={<div className="h-96" />}>
    <JobPreview job={job} />
  </Suspense>
)

/** The editor of jobs with the job board's own preview. */
export const StaffNewJobPage = () => <NewJobPage preview={preview} />
export const StaffEditJobPage = () => <EditJobPage preview={preview} />
