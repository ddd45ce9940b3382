/**
 * Where a note stands in an article: the quoted words with what stands around them. Found again after the article was
 * edited, as long as the words are there. Pure, on the article's text.
 */
import { cut, cutStart } from '#contract/text/truncate.ts'
import type { NotePlace } from '#contract/courses/learning.ts'

export const CONTEXT_CHARS = 32
export const QUOTE_MAX = 1000

export interface TextSpan {
  start: number
  end: number
}

/** What is kept of a selection; null for nothing but spaces, or more than one note may quote. */
export const createAnchor = (text: string, span: TextSpan, paragraph: number): NotePlace | null => {
  const quote = text.slice(span.start, span.end)
  if (quote.trim() === '' || quote.length > QUOTE_MAX) return null
  return {
    paragraph,
    quote,
    before: cutStart(text.slice(Math.max(0, span.start - 2 * CONTEXT_CHARS), span.start), CONTEXT_CHARS),
    after: cut(text.slice(span.end, span.end + 4 * CONTEXT_CHARS), CONTEXT_CHARS),
  }
}

const commonEnd = (a: string, b: string): number => {
  let length = 0
  while (length < Math.min(a.length, b.length) && a.at(-1 - length) === b.at(-1 - length)) length += 1
  return length
}
const commonStart = (a: string, b: string): number => {
  let length = 0
  while (length < Math.min(a.length, b.length) && a[length] === b[length]) length += 1
  return length
}

/** Of all places with the quoted words the one whose surroundings fit best; the earliest of several. */
export const findAnchor = (text: string, { quote, before = '', after = '' }: NotePlace): TextSpan | null => {
  if (quote === undefined || quote === '') return null
  let best: (TextSpan & { fit: number }) | null = null
  for (let start = text.indexOf(quote); start !== -1; start = text.indexOf(quote, start + 1)) {
    const end = start + quote.length
    const fit =
      commonEnd(text.slice(Math.max(0, start - before.length), start), before) +
      commonStart(text.slice(end, end + after.length), after)
    if (!best || fit > best.fit) best = { start, end, fit }
  }
  return best && { start: best.start, end: best.end }
}
