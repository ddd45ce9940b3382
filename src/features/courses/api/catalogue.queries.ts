import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { getCourseFacets, getInstructor, getRecommended, getRelated } from '#contract/courses/catalogue.ts'
import { authedCall } from '#src/core/api/authed-call.ts'
import { catalogueKeys } from './keys.ts'
import { queryOf, type CourseFilters } from '../model/course-filters.ts'

/** Counts per option; the ones known stay until the new ones are there. */
export const facetsQuery = (filters: CourseFilters) => {
  const query = queryOf(filters)
  return queryOptions({
    queryKey: [...catalogueKeys.facets, query],
    queryFn: ({ signal }) => authedCall(getCourseFacets, { query, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

export const recommendedQuery = () =>
  queryOptions({
    queryKey: catalogueKeys.recommended,
    queryFn: async ({ signal }) => (await authedCall(getRecommended, { signal })).results,
    // One learns in between: what is known is shown at once and read again.
    staleTime: 0,
  })

export const relatedQuery = (courseId: number) =>
  queryOptions({
    queryKey: catalogueKeys.related(courseId),
    queryFn: async ({ signal }) => (await authedCall(getRelated, { params: { courseId }, signal })).results,
  })

export const instructorQuery = (instructorId: number) =>
  queryOptions({
    queryKey: catalogueKeys.instructor(instructorId),
    queryFn: ({ signal }) => authedCall(getInstructor, { params: { instructorId }, signal }),
  })
