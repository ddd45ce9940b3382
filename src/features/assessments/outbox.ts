/** For the app's outbox: exams with answers that are not sent. */
export { attemptOutbox } from './attempt/outbox.ts'
