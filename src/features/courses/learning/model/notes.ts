/** The own notes of an item: what the server knows with what waits on this device over it. Pure. */
import type { LessonNote } from '#contract/courses/learning.ts'
import type { Pending } from './pending.ts'

type NoteEntry = Extract<Pending, { kind: 'note' }>

const orderOf = ({ place }: LessonNote) => place.second ?? place.paragraph ?? -1

/** One change, in the list as it is. */
export const applyNoteEntry = (notes: readonly LessonNote[], entry: NoteEntry): LessonNote[] => {
  const others = notes.filter((note) => note.id !== entry.noteId)
  if (!entry.note) return others
  const changedAt = new Date(entry.changedAt).toISOString()
  const before = notes.find((note) => note.id === entry.noteId)
  const note: LessonNote = {
    ...entry.note,
    id: entry.noteId,
    item_id: entry.itemId,
    created_at: before?.created_at ?? changedAt,
    changed_at: changedAt,
  }
  return [...others, note].toSorted(
    (a, b) => orderOf(a) - orderOf(b) || a.created_at.localeCompare(b.created_at),
  )
}

/** What the server said, with everything of this item that is still on its way. */
export const withPendingNotes = (
  notes: readonly LessonNote[],
  pending: readonly Pending[],
  itemId: number,
): LessonNote[] =>
  pending
    .filter((entry): entry is NoteEntry => entry.kind === 'note' && entry.itemId === itemId)
    .reduce<LessonNote[]>(applyNoteEntry, [...notes])
