import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { listCourseNotes } from '#contract/courses/learning.ts'
import { livePlayerContext } from '../context/player-context.ts'
import { mergeCourseNotes, type CourseNote, type CourseForNotes } from '../model/course-notes.ts'
import { playerKeys } from './topic.queries.ts'
import type { NoteText } from './use-notes.ts'

const courseNotesQuery = (courseId: number) =>
  queryOptions({
    queryKey: playerKeys.courseNotes(courseId),
    queryFn: async ({ signal }) => {
      const { results } = await livePlayerContext.call(listCourseNotes, { params: { courseId }, signal })
      await livePlayerContext.queue().ready()
      return results
    },
    enabled: courseId > 0,
    // Another device may have changed notes.
    staleTime: 0,
  })

/** The person's notes of a course, unsent changes included; changes go through the progress queue. */
export const useCourseNotes = (courseId: number, course: CourseForNotes | null) => {
  const cache = useQueryClient()
  const query = courseNotesQuery(courseId)
  const { data, error, refetch } = useQuery(query)
  const refetchNotes = useEffectEvent(() => void refetch())
  useEffect(
    () =>
      livePlayerContext.queue().subscribe({
        // Deleted on another device: show the server's notes again.
        refused: (entry) => {
          if (entry.kind === 'note') refetchNotes()
        },
      }),
    [],
  )
  const write = ({ id: noteId, item_id: itemId }: CourseNote, note: NoteText | null) => {
    const changedAt = Date.now()
    // A response in flight must not undo this change; the lesson refetches its notes.
    void cache.cancelQueries({ queryKey: query.queryKey })
    cache.removeQueries({ queryKey: playerKeys.notes(itemId) })
    cache.setQueryData(query.queryKey, (listed) =>
      listed?.flatMap((entry) => {
        if (entry.id !== noteId) return entry
        return note ? { ...entry, ...note, changed_at: new Date(changedAt).toISOString() } : []
      }),
    )
    const queue = livePlayerContext.queue()
    void queue.add({ kind: 'note', itemId, noteId, note, changedAt }).then(queue.flush)
  }
  return {
    notes: data && mergeCourseNotes(data, livePlayerContext.queue().pending(), course),
    error,
    retry: () => void refetch(),
    change: (note: CourseNote, text: NoteText) => write(note, text),
    remove: (note: CourseNote) => write(note, null),
  }
}
