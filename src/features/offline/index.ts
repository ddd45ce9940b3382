/** The door of what works without a connection: saving a course, what is saved, and what waits to be sent. */
import { lazy } from 'react'

export const SaveCourse = lazy(() =>
  import('./components/SaveCourse.tsx').then((module) => ({ default: module.SaveCourse })),
)
export const SaveFold = lazy(() =>
  import('./components/SaveFold.tsx').then((module) => ({ default: module.SaveFold })),
)
export const SavedPage = lazy(() =>
  import('./pages/SavedPage.tsx').then((module) => ({ default: module.SavedPage })),
)
export const OutboxPage = lazy(() =>
  import('./pages/OutboxPage.tsx').then((module) => ({ default: module.OutboxPage })),
)
