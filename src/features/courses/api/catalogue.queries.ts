import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { getCourseFacets, getInstructor, getRecommended, getRelated } from '#contract/course-catalogue.ts'
import { authedCall } from '#src/core/api/authed-call.ts'
import { queryOf, type CourseFilters } from '../model/course-filters.ts'

export const catalogueKeys = {
  facets: ['courses', 'facets'] as const,
  recommended: ['courses', 'recommended'] as const,
  related: (courseId: number) => ['courses', 'related', courseId] as const,
  instructor: (id: number) => ['courses', 'instructor', id] as const,
}

/** Counts per option; the ones known stay until the new ones are there. */
export const facetsQuery = (filters: CourseFilters) => {
  const query = queryOf(filters)
  return queryOptions({
    queryKey: [...catalogueKeys.facets, query],
    queryFn: ({ signal }) => authedCall(getCourseFacets, { query, signal }),
    placeholderData: keepPreviousData,
  })
}

export const recommendedQuery = () =>
  queryOptions({
    queryKey: catalogueKeys.recommended,
    queryFn: async ({ signal }) => (await authedCall(getRecommended, { signal })).results,
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
