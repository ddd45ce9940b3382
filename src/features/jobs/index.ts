/** Entry point of the job board. */
import { lazyPage } from '#src/core/i18n/lazy-page.ts'

export const JobListPage = lazyPage(
  async () => (await import('./pages/JobListPage.tsx')).JobListPage,
  'jobs',
  'shared/list',
)
export const JobDetailPage = lazyPage(
  async () => (await import('./pages/JobDetailPage.tsx')).JobDetailPage,
  'jobs',
)
export const PublicJob = lazyPage(async () => (await import('./pages/PublicJob.tsx')).PublicJob, 'jobs')
/** A job as learners see it, of any text that staff write. */
export const JobPreview = lazyPage(
  async () => (await import('./components/JobPreview.tsx')).JobPreview,
  'jobs',
)
