/** The door of the community: the list, a thread, and the moderators' queue. */
import { lazy } from 'react'

export const CommunityPage = lazy(() =>
  import('./pages/CommunityPage.tsx').then((module) => ({ default: module.CommunityPage })),
)
export const ThreadPage = lazy(() =>
  import('./pages/ThreadPage.tsx').then((module) => ({ default: module.ThreadPage })),
)
export const ModerationPage = lazy(() =>
  import('./pages/ModerationPage.tsx').then((module) => ({ default: module.ModerationPage })),
)
/** Questions about a lesson, for the page that shows it. */
export const LessonQuestions = lazy(() =>
  import('./components/LessonQuestions.tsx').then((module) => ({ default: module.LessonQuestions })),
)
