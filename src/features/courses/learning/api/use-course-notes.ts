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
    // Another device may have written meanwhile.
    staleTime: 0,
  })

/** The own notes of a course with what this device has not sent yet; changes go the way of all notes. */
export const useCourseNotes = (courseId: number, course: CourseForNotes | null) => {
  const cache = useQueryClient()
  const query = courseNotesQuery(courseId)
  const { data, error, refetch } = useQuery(query)
  const reread = useEffectEvent(() => void refetch())
  useEffect(
    () =>
      livePlayerContext.queue().subscribe({
        // Deleted on another device: what the server has is shown again.
        refused: (entry) => {
          if (entry.kind === 'note') reread()
        },
      }),
    [],
  )
  const write = ({ id: noteId, item_id: itemId }: CourseNote, note: NoteText | null) => {
    const changedAt = Date.now()
    // An answer on its way must not take back what is written now; the lesson reads its notes anew.
    void cache.cancelQueries({ queryKey: query.queryKey })
    cache.removeQueries({ queryKey: playerKeys.notes(itemId) })
    cache.setQueryData(query.queryKey, (listed) =>
      listed?.flatMap((each) => {
        if (each.id !== noteId) return each
        return note ? { ...each, ...note, changed_at: new Date(changedAt).toISOString() } : []
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
