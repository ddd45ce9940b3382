/** Entry point for the outbox page: course reviews that were written and not sent. */
import { unsentDrafts } from '#src/core/offline/unsent-drafts.ts'
import { paths } from '#src/core/paths.ts'

declare module '#src/core/offline/outbox.ts' {
  interface OutboxKinds {
    review: true
  }
}

export const reviewOutbox = unsentDrafts('reviews', (key, text) => {
  const course = /^review-(\d+)$/.exec(key)?.[1]
  if (course === undefined || text.trim() === '') return null
  return { kind: 'review', title: text, path: paths.course(Number(course)) }
})
