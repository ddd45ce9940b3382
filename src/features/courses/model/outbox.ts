/** Course reviews that were written and not sent, for the outbox page. */
import { keptWords } from '#src/core/outbox/kept-words.ts'
import { paths } from '#src/core/paths.ts'

export const reviewOutbox = keptWords('reviews', (key, text) => {
  const course = /^review-(\d+)$/.exec(key)?.[1]
  if (course === undefined || text.trim() === '') return null
  return { kind: 'review', title: text, path: paths.course(Number(course)) }
})
