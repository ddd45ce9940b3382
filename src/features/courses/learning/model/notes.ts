/** A person's notes of an item: the server's notes with the unsent changes of this device. Pure. */
import type { LessonNote } from '#contract/courses/learning.ts'
import type { Pending } from './pending.ts'

type NoteEntry = Extract<Pending, { kind: 'note' }>

const sortKeyOf = ({ place }: LessonNote) => place.second ?? place.paragraph ?? -1

/** Applies one queued change to the list. */
export const applyNoteEntry = (notes: readonly LessonNote[], entry: NoteEntry): LessonNote[] => {
  const others = notes.filter((note) => note.id !== entry.noteId)
  if (!entry.note) return others
  const changedAt = new Date(entry.changedAt).toISOString()
  const previous = notes.find((note) => note.id === entry.noteId)
  const note: LessonNote = {
    ...entry.note,
    id: entry.noteId,
    item_id: entry.itemId,
    created_at: previous?.created_at ?? changedAt,
    changed_at: changedAt,
  }
  return [...others, note].toSorted(
    (a, b) => sortKeyOf(a) - sortKeyOf(b) || a.created_at.localeCompare(b.created_at),
  )
}

/** The server's notes with every queued change of this item. */
export const withPendingNotes = (
  notes: readonly LessonNote[],
  pending: readonly Pending[],
  itemId: number,
): LessonNote[] =>
  pending
    .filter((entry): entry is NoteEntry => entry.kind === 'note' && entry.itemId === itemId)
    .reduce<LessonNote[]>(applyNoteEntry, [...notes])
