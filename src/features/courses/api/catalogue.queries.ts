import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { getCourseFacets, getInstructor, getRelated } from '#contract/courses/catalogue.ts'
import { authedCall } from '#src/core/api/authed-call.ts'
import { catalogueKeys } from './keys.ts'
import { filterQuery, type CourseFilters } from '../model/course-filters.ts'

/** Counts per filter option; the previous counts stay visible until the new ones arrive. */
export const facetsQuery = (filters: CourseFilters) => {
  const query = filterQuery(filters)
  return queryOptions({
    queryKey: [...catalogueKeys.facets, query],
    queryFn: ({ signal }) => authedCall(getCourseFacets, { query, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

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
