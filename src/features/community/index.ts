/** The entry point of the community: the list, a thread, and the moderators' queue. */
import { lazyPage } from '#src/core/lazy-page.ts'

/** A form shows a draft as it begins: drafts are recovered before a page with a form is shown. */
const draftsRecovered = async () => (await import('./drafts-recovered.ts')).draftsRecovered()

export const CommunityPage = lazyPage(async () => {
  const [module] = await Promise.all([import('./pages/CommunityPage.tsx'), draftsRecovered()])
  return module.CommunityPage
}, 'community')
export const ThreadPage = lazyPage(async () => {
  const [module] = await Promise.all([import('./pages/ThreadPage.tsx'), draftsRecovered()])
  return module.ThreadPage
}, 'community')
export const ModerationPage = lazyPage(
  async () => (await import('./pages/ModerationPage.tsx')).ModerationPage,
  'community',
)

/** Questions about a lesson, below it: most of the forum, which no lesson waits for. */
export const LessonQuestions = lazyPage(async () => {
  const [module] = await Promise.all([import('./components/threads/LessonQuestions.tsx'), draftsRecovered()])
  return module.LessonQuestions
}, 'community')

/** Posts and votes that wait on this device, for the page that lists unsent work. */
export { forumOutbox } from './api/outbox.ts'
