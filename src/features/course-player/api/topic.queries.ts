import { queryOptions } from '@tanstack/react-query'
import { getTopic } from '#contract/courses.ts'
import { liveDesk, type Desk } from '../desk/desk.ts'

export const playerKeys = {
  topic: (courseId: number, topicId: number) => ['course-player', courseId, topicId] as const,
  attempts: (itemId: number, attempts: number) => ['course-player', 'attempts', itemId, attempts] as const,
  attempt: (itemId: number, attemptId: number, attempts: number) =>
    ['course-player', 'attempts', itemId, attempts, attemptId] as const,
  notes: (itemId: number) => ['course-player', 'notes', itemId] as const,
}

export const topicQuery = (courseId: number, topicId: number, { call }: Pick<Desk, 'call'> = liveDesk) =>
  queryOptions({
    queryKey: playerKeys.topic(courseId, topicId),
    queryFn: ({ signal }) => call(getTopic, { params: { courseId, submoduleId: topicId }, signal }),
    // Another device may have gone on: what is known is shown at once and read again behind it.
    staleTime: 0,
  })
