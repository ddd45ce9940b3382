/** The entry point of results of interactive lessons (SCORM), for staff. */
import { lazyPage } from '#src/core/lazy-page.ts'

export const LessonResultsPage = lazyPage(
  async () => (await import('./pages/LessonResultsPage.tsx')).LessonResultsPage,
  'grading/lessons',
)
