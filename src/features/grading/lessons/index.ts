/** The door of results of interactive lessons (SCORM), for who teaches. */
import { lazy } from 'react'

export const LessonResultsPage = lazy(() =>
  import('./pages/LessonResultsPage.tsx').then((module) => ({ default: module.LessonResultsPage })),
)
