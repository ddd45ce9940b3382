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
    // Another device may have changed notes.
    staleTime: 0,
  })

export type NoteText = Pick<LessonNote, 'body' | 'colour' | 'place'>

/** The person's notes of an item: saved on this device immediately, on the server once there is a connection. */
export const useNotes = (itemId: number) => {
  const cache = useQueryClient()
  const player = usePlayerContext()
  const { data, isError, refetch } = useQuery({ ...notesQuery(itemId, player), enabled: player.hasNotes })
  const refetchNotes = useEffectEvent(() => void refetch())
  useEffect(
    () =>
      player.queue().subscribe({
        // Deleted on another device, or over the limit: show the server's notes again.
        refused: (entry) => {
          if (entry.kind === 'note' && entry.itemId === itemId) refetchNotes()
        },
      }),
    [player, itemId],
  )
  const write = (noteId: string, note: NoteText | null) => {
    const entry = { kind: 'note' as const, itemId, noteId, note, changedAt: Date.now() }
    const { queryKey } = notesQuery(itemId, player)
    // A response in flight must not undo this change.
    void cache.cancelQueries({ queryKey })
    cache.setQueryData<LessonNote[]>(queryKey, (notes) => applyNoteEntry(notes ?? [], entry))
    const queue = player.queue()
    void queue.add(entry).then(queue.flush)
  }
  return {
    notes: data ?? withPendingNotes([], player.queue().pending(), itemId),
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
