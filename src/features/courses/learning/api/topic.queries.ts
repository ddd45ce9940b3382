import { queryOptions } from '@tanstack/react-query'
import { getTopic } from '#contract/courses/topic-page.ts'
import { livePlayerContext, type PlayerContext } from '../context/player-context.ts'
import { withPendingProgress } from '../model/lesson.ts'

export const playerKeys = {
  topics: (courseId: number) => ['courses/learning', courseId] as const,
  topic: (courseId: number, topicId: number) => ['courses/learning', courseId, topicId] as const,
  attempts: (itemId: number, attempts: number) => ['courses/learning', 'attempts', itemId, attempts] as const,
  attempt: (itemId: number, attemptId: number, attempts: number) =>
    ['courses/learning', 'attempts', itemId, attempts, attemptId] as const,
  notes: (itemId: number) => ['courses/learning', 'notes', itemId] as const,
  courseNotes: (courseId: number) => ['courses/learning', 'course-notes', courseId] as const,
}

export const topicQuery = (
  courseId: number,
  topicId: number,
  { call, queue }: Pick<PlayerContext, 'call' | 'queue'> = livePlayerContext,
) =>
  queryOptions({
    queryKey: playerKeys.topic(courseId, topicId),
    queryFn: async ({ signal }) => {
      const page = await call(getTopic, { params: { courseId, submoduleId: topicId }, signal })
      await queue().ready()
      return withPendingProgress(page, queue().pending())
    },
    // Another device may have made progress: show the cached page and refetch it.
    staleTime: 0,
  })
