/** Entry point of the results of interactive lessons (SCORM), for teachers. */
import { lazy } from 'react'

export const LessonResultsPage = lazy(() =>
  import('./pages/LessonResultsPage.tsx').then((module) => ({ default: module.LessonResultsPage })),
)
