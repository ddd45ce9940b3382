/** Entry point of recruiting: jobs and their applications, for staff. */
import { lazyPage } from '#src/core/i18n/lazy-page.ts'

export const RecruitJobsPage = lazyPage(
  async () => (await import('./pages/RecruitJobsPage.tsx')).RecruitJobsPage,
  'recruiting',
)
export const PipelinePage = lazyPage(
  async () => (await import('./pages/PipelinePage.tsx')).PipelinePage,
  'recruiting',
)
export const NewJobPage = lazyPage(
  async () => (await import('./pages/JobEditorPages.tsx')).NewJobPage,
  'recruiting/editor',
)
export const EditJobPage = lazyPage(
  async () => (await import('./pages/JobEditorPages.tsx')).EditJobPage,
  'recruiting/editor',
)
export const ReportsPage = lazyPage(
  async () => (await import('./pages/ReportsPage.tsx')).ReportsPage,
  'recruiting',
  'shared/list',
)
