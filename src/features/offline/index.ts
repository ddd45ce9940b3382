/** Entry point of offline use: saving a course, saved courses, and the outbox page. */
import { lazy } from 'react'

export const SaveCourse = lazy(() =>
  import('./components/SaveCourse.tsx').then((module) => ({ default: module.SaveCourse })),
)
export const CollapsedSaveCourse = lazy(() =>
  import('./components/CollapsedSaveCourse.tsx').then((module) => ({ default: module.CollapsedSaveCourse })),
)
export const SavedPage = lazy(() =>
  import('./pages/SavedPage.tsx').then((module) => ({ default: module.SavedPage })),
)
export const OutboxPage = lazy(() =>
  import('./pages/OutboxPage.tsx').then((module) => ({ default: module.OutboxPage })),
)
