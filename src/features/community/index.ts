/** Entry point of the community: the list, a thread, and the moderation queue. */
import { lazy } from 'react'
import { recoverDraftsOnce } from './recover-drafts.ts'

export const CommunityPage = lazy(async () => {
  const [module] = await Promise.all([import('./pages/CommunityPage.tsx'), recoverDraftsOnce()])
  return { default: module.CommunityPage }
})
export const ThreadPage = lazy(async () => {
  const [module] = await Promise.all([import('./pages/ThreadPage.tsx'), recoverDraftsOnce()])
  return { default: module.ThreadPage }
})
export const ModerationPage = lazy(() =>
  import('./pages/ModerationPage.tsx').then((module) => ({ default: module.ModerationPage })),
)
/** Questions about a lesson, for the lesson page. */
export const LessonQuestions = lazy(async () => {
  const [module] = await Promise.all([
    import('./components/threads/LessonQuestions.tsx'),
    recoverDraftsOnce(),
  ])
  return { default: module.LessonQuestions }
})
