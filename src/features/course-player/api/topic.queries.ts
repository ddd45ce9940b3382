import { queryOptions } from '@tanstack/react-query'
import { getTopic } from '#contract/courses.ts'
import { liveDesk, type Desk } from '../desk/desk.ts'
import { withWaiting } from '../model/lesson.ts'

export const playerKeys = {
  topic: (courseId: number, topicId: number) => ['course-player', courseId, topicId] as const,
  attempts: (itemId: number, attempts: number) => ['course-player', 'attempts', itemId, attempts] as const,
  attempt: (itemId: number, attemptId: number, attempts: number) =>
    ['course-player', 'attempts', itemId, attempts, attemptId] as const,
  notes: (itemId: number) => ['course-player', 'notes', itemId] as const,
  courseNotes: (courseId: number) => ['course-player', 'course-notes', courseId] as const,
}

export const topicQuery = (
  courseId: number,
  topicId: number,
  { call, queue }: Pick<Desk, 'call' | 'queue'> = liveDesk,
) =>
  queryOptions({
    queryKey: playerKeys.topic(courseId, topicId),
    queryFn: async ({ signal }) => {
      const page = await call(getTopic, { params: { courseId, submoduleId: topicId }, signal })
      await queue().ready()
      return withWaiting(page, queue().pending())
    },
    // Another device may have gone on: what is known is shown at once and read again behind it.
    staleTime: 0,
  })
