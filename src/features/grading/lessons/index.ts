/** Entry point of the results of interactive lessons (SCORM), for teachers. */
import { lazyPage } from '#src/core/lazy-page.ts'

export const LessonResultsPage = lazyPage(
  async () => (await import('./pages/LessonResultsPage.tsx')).LessonResultsPage,
  'grading/lessons',
)
