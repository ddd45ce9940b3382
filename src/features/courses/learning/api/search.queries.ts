import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { SEARCH_MIN_CHARS, searchCourse } from '#contract/courses/search.ts'
import { livePlayerContext } from '../context/player-context.ts'

/** Search hits in a course; the previous hits stay visible while the next ones load. */
export const courseSearchQuery = (courseId: number, text: string) =>
  queryOptions({
    queryKey: ['courses/learning', 'find', courseId, text] as const,
    queryFn: ({ signal }) =>
      livePlayerContext.call(searchCourse, { params: { courseId }, query: { q: text }, signal }),
    enabled: text.length >= SEARCH_MIN_CHARS,
    placeholderData: keepPreviousData,
  })
