/** Highlights notes with the CSS Custom Highlight API, without changing the text; browsers without it only list them. */
import { noteColours, type LessonNote } from '#contract/courses/learning.ts'
import { findAnchor } from '../../model/anchor.ts'
import { articleText, rangeOf } from './text-range.ts'

const highlightNameOf = (colour: LessonNote['colour']) => `note-${colour}`
const supportsHighlights = () => typeof Highlight === 'function' && 'highlights' in CSS

/** Highlights the notes. Returns the range of each note and a function that removes the highlights. */
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
  if (!supportsHighlights()) return { ranges, clear: () => undefined }
  for (const colour of noteColours) {
    const colourRanges = notes.flatMap((note) => (note.colour === colour ? (ranges.get(note.id) ?? []) : []))
    CSS.highlights.set(highlightNameOf(colour), new Highlight(...colourRanges))
  }
  return {
    ranges,
    clear: () => {
      for (const colour of noteColours) CSS.highlights.delete(highlightNameOf(colour))
    },
  }
}
