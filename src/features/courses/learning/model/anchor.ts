/**
 * Anchors a note in an article by its quote and the text around it, so that it is found again after edits as long as
 * the quote exists. Pure.
 */
import { cut, cutStart } from '#contract/text/truncate.ts'
import type { NotePlace } from '#contract/courses/learning.ts'

export const CONTEXT_CHARS = 32
export const QUOTE_MAX = 1000

export interface TextSpan {
  start: number
  end: number
}

/** The anchor of a selection; null when it is blank or longer than a quote may be. */
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

/** The occurrence of the quote whose surrounding text matches best; the first one among equals. */
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
