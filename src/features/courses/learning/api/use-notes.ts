import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { v4 as uuid } from 'uuid'
import { listNotes, type LessonNote } from '#contract/courses/learning.ts'
import { applyNoteEntry, withPendingNotes } from '../model/notes.ts'
import { usePlayerContext, type PlayerContext } from '../context/player-context.ts'
import { playerKeys } from './topic.queries.ts'

const notesQuery = (itemId: number, { call, queue }: PlayerContext) =>
  queryOptions({
    queryKey: playerKeys.notes(itemId),
    queryFn: async ({ signal }) => {
      const { results } = await call(listNotes, { params: { itemId }, signal })
      await queue().ready()
      return withPendingNotes(results, queue().pending(), itemId)
    },
    // Another device may have written meanwhile.
    staleTime: 0,
  })

export type NoteText = Pick<LessonNote, 'body' | 'colour' | 'place'>

/** The own notes of an item: written here at once, on the server as soon as there is a connection. */
export const useNotes = (itemId: number) => {
  const cache = useQueryClient()
  const desk = usePlayerContext()
  const { data, isError, refetch } = useQuery({ ...notesQuery(itemId, desk), enabled: !desk.isReadOnly })
  const reread = useEffectEvent(() => void refetch())
  useEffect(
    () =>
      desk.queue().subscribe({
        // Deleted on another device, or one too many: what the server has is shown again.
        refused: (entry) => {
          if (entry.kind === 'note' && entry.itemId === itemId) reread()
        },
      }),
    [desk, itemId],
  )
  const write = (noteId: string, note: NoteText | null) => {
    const entry = { kind: 'note' as const, itemId, noteId, note, changedAt: Date.now() }
    const { queryKey } = notesQuery(itemId, desk)
    // An answer on its way must not take back what is written now.
    void cache.cancelQueries({ queryKey })
    cache.setQueryData<LessonNote[]>(queryKey, (notes) => applyNoteEntry(notes ?? [], entry))
    const queue = desk.queue()
    void queue.add(entry).then(queue.flush)
  }
  return {
    notes: data ?? withPendingNotes([], desk.queue().pending(), itemId),
    failed: isError && !data,
    retry: () => void refetch(),
    add: (note: NoteText): string => {
      const id = uuid()
      write(id, note)
      return id
    },
    change: (id: string, note: NoteText) => write(id, note),
    remove: (id: string) => write(id, null),
  }
}
export type Notes = ReturnType<typeof useNotes>
