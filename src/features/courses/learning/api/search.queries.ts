import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { SEARCH_MIN_CHARS, searchCourse } from '#contract/courses/search.ts'
import { livePlayerContext } from '../context/player-context.ts'

/** Where words stand in a course; the last find stays while the next one is on its way. */
export const courseSearchQuery = (courseId: number, words: string) =>
  queryOptions({
    queryKey: ['courses/learning', 'find', courseId, words] as const,
    queryFn: ({ signal }) =>
      livePlayerContext.call(searchCourse, { params: { courseId }, query: { q: words }, signal }),
    enabled: words.length >= SEARCH_MIN_CHARS,
    placeholderData: keepPreviousData,
  })
