/** For the app's outbox: posts and votes that are not sent, and drafts. */
export { forumDrafts } from './api/describe-posts.ts'
export { forumOutbox } from './api/live-posts.ts'
