/** Entry point of job applications: applying on a job's page, and one's own applications. */
import { lazyPage } from '#src/core/i18n/lazy-page.ts'

export const ApplyPanel = lazyPage(
  async () => (await import('./components/ApplyPanel.tsx')).ApplyPanel,
  'job-applications',
)
export const ApplicationsPage = lazyPage(
  async () => (await import('./pages/ApplicationsPage.tsx')).ApplicationsPage,
  'job-applications',
)
export const ApplicationPage = lazyPage(
  async () => (await import('./pages/ApplicationPage.tsx')).ApplicationPage,
  'job-applications',
)
