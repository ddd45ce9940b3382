import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { SEARCH_ALL_MIN_CHARS, searchAll, type SearchGroup } from '#contract/search/search.ts'
import { authedCall } from '#src/core/api/authed-call.ts'
import { currentOwner } from '#src/core/offline/owner.ts'
import { readSavedCourses } from '#src/core/offline/response-cache.ts'

export interface Wanted {
  text: string
  /** Only this group, with more results. */
  group: SearchGroup | null
  /** User name: only threads of this person. */
  author: string | null
}

/** Results stay good for this long; a search is often repeated while somebody looks around. */
const FRESH_MS = 60_000

const searchKeys = {
  results: (wanted: Wanted) => ['search', wanted] as const,
  saved: ['search', 'saved'] as const,
}

export const canSearch = ({ text, author }: Wanted): boolean =>
  author !== null || text.trim().length >= SEARCH_ALL_MIN_CHARS

export const searchQuery = (wanted: Wanted, isOnline: boolean) =>
  queryOptions({
    queryKey: searchKeys.results(wanted),
    queryFn: ({ signal }) =>
      authedCall(searchAll, {
        query: {
          q: wanted.text.trim(),
          ...(wanted.group && { group: wanted.group }),
          ...(wanted.author !== null && { author: wanted.author }),
        },
        signal,
      }),
    enabled: isOnline && canSearch(wanted),
    // The former results stay while somebody types on, so that nothing flickers.
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
    retry: false,
  })

interface SavedCourse {
  courseId: number
  title: string
  savedAt: number | null
}

/** The courses on this device; without a connection they are what can be found. */
export const savedCoursesQuery = (isOnline: boolean) =>
  queryOptions({
    queryKey: searchKeys.saved,
    queryFn: async () => {
      const owner = currentOwner()
      const courses = owner === null ? [] : await readSavedCourses<SavedCourse>(owner)
      return courses.filter(({ savedAt }) => savedAt !== null)
    },
    enabled: !isOnline,
    // It reads the device, which needs no connection.
    networkMode: 'always',
    staleTime: 0,
  })
