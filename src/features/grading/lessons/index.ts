/** Entry point of the results of interactive lessons (SCORM), for teachers. */
import { lazyPage } from '#src/core/i18n/lazy-page.ts'

export const LessonResultsPage = lazyPage(
  async () => (await import('./pages/LessonResultsPage.tsx')).LessonResultsPage,
  'grading/lessons',
)
