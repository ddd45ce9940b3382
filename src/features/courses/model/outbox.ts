/** Course reviews that were written and not sent, for the page that lists unsent work. */
import { keptWords } from '#src/core/outbox/kept-words.ts'
import { paths } from '#src/core/paths.ts'

export const reviewOutbox = keptWords('reviews', (draft, kept) => {
  const course = /^review-(\d+)$/.exec(draft)?.[1]
  if (course === undefined || kept.trim() === '') return null
  return { kind: 'review', title: kept, path: paths.course(Number(course)) }
})
