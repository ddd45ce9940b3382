/** The door of the community: the list, a thread, and the moderators' queue. */
import { lazy } from 'react'
import { draftsRecovered } from './drafts-recovered.ts'

export const CommunityPage = lazy(async () => {
  const [module] = await Promise.all([import('./pages/CommunityPage.tsx'), draftsRecovered()])
  return { default: module.CommunityPage }
})
export const ThreadPage = lazy(async () => {
  const [module] = await Promise.all([import('./pages/ThreadPage.tsx'), draftsRecovered()])
  return { default: module.ThreadPage }
})
export const ModerationPage = lazy(() =>
  import('./pages/ModerationPage.tsx').then((module) => ({ default: module.ModerationPage })),
)
/** Questions about a lesson, for the page that shows it. */
export const LessonQuestions = lazy(async () => {
  const [module] = await Promise.all([import('./components/threads/LessonQuestions.tsx'), draftsRecovered()])
  return { default: module.LessonQuestions }
})
