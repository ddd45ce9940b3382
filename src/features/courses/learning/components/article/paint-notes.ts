/** Highlights over the text without touching it (CSS Custom Highlight API); where a browser has none, notes are only listed. */
import { noteColours, type LessonNote } from '#contract/courses/learning.ts'
import { findAnchor } from '../../model/anchor.ts'
import { articleText, rangeOf } from './text-range.ts'

const nameOf = (colour: LessonNote['colour']) => `note-${colour}`
const canPaint = () => typeof Highlight === 'function' && 'highlights' in CSS

/** Paints the notes and returns where each stands, and how to take the paint off. */
export const paintNotes = (
  box: Element,
  notes: readonly LessonNote[],
): { ranges: Map<string, Range>; clear: () => void } => {
  const text = articleText(box)
  const ranges = new Map<string, Range>()
  for (const note of notes) {
    const span = findAnchor(text, note.place)
    const range = span && rangeOf(box, span)
    if (range) ranges.set(note.id, range)
  }
  if (!canPaint()) return { ranges, clear: () => undefined }
  for (const colour of noteColours) {
    const own = notes.flatMap((note) => (note.colour === colour ? (ranges.get(note.id) ?? []) : []))
    CSS.highlights.set(nameOf(colour), new Highlight(...own))
  }
  return {
    ranges,
    clear: () => {
      for (const colour of noteColours) CSS.highlights.delete(nameOf(colour))
    },
  }
}
