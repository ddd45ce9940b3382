import { ApplyPanel } from '#src/features/job-applications/index.ts'
import { JobDetailPage } from '#src/features/jobs/index.ts'

/** A job for signed-in people, with the way to apply. */
export const JobPage = () => <JobDetailPage apply={({ id }) => <ApplyPanel jobId={id} />} />
