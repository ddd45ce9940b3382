/** For the app's outbox: progress and notes that are not sent, and answers that were not handed in. */
export { answerDrafts } from './api/describe-progress.ts'
export { progressOutbox } from './api/live-queue.ts'
