/** Entry point of the course builder: the list of editable courses, and the editor. */
import { lazy } from 'react'

export const BuilderCoursesPage = lazy(() =>
  import('./pages/BuilderCoursesPage.tsx').then((module) => ({ default: module.BuilderCoursesPage })),
)
export const BuilderPage = lazy(() =>
  import('./pages/BuilderPage.tsx').then((module) => ({ default: module.BuilderPage })),
)
