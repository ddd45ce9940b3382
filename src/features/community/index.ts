/** Entry point of the community: the list, a thread, and the moderation queue. */
import { lazyPage } from '#src/core/i18n/lazy-page.ts'

/** A form shows its draft from the start: drafts are recovered before a page with a form is shown. */
const recoverDraftsOnce = async () => (await import('./recover-drafts.ts')).recoverDraftsOnce()

export const CommunityPage = lazyPage(async () => {
  const [module] = await Promise.all([import('./pages/CommunityPage.tsx'), recoverDraftsOnce()])
  return module.CommunityPage
}, 'community')
export const ThreadPage = lazyPage(async () => {
  const [module] = await Promise.all([import('./pages/ThreadPage.tsx'), recoverDraftsOnce()])
  return module.ThreadPage
}, 'community')
export const ModerationPage = lazyPage(
  async () => (await import('./pages/ModerationPage.tsx')).ModerationPage,
  'community',
)

/** Questions about a lesson, below it: most of the forum, which no lesson waits for. */
export const LessonQuestions = lazyPage(async () => {
  const [module] = await Promise.all([
    import('./components/threads/LessonQuestions.tsx'),
    recoverDraftsOnce(),
  ])
  return module.LessonQuestions
}, 'community')
