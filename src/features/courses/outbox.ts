/** A door for the page that shows what waits: reviews of courses that were written and not sent. */
import { unsentDrafts } from '#src/core/offline/unsent-drafts.ts'
import { paths } from '#src/core/paths.ts'

declare module '#src/core/offline/outbox.ts' {
  interface OutboxKinds {
    review: true
  }
}

export const reviewOutbox = unsentDrafts('reviews', (draft, kept) => {
  const course = /^review-(\d+)$/.exec(draft)?.[1]
  if (course === undefined || kept.trim() === '') return null
  return { kind: 'review', title: kept, path: paths.course(Number(course)) }
})
