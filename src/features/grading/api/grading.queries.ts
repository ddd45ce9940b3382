import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { getToGrade, listToGrade } from '#contract/grading/submissions.ts'
import { authedCall } from '#src/core/api/authed-call.ts'
import type { GradingFilters } from '../model/grading-filters.ts'

export const gradingKeys = {
  all: ['grading'] as const,
  list: (filter: GradingFilters) => ['grading', 'list', filter] as const,
  one: (id: number) => ['grading', 'one', id] as const,
}

export const gradingListQuery = (filter: GradingFilters) =>
  queryOptions({
    queryKey: gradingKeys.list(filter),
    queryFn: ({ signal }) =>
      authedCall(listToGrade, {
        query: {
          state: filter.state,
          page: filter.page,
          ...(filter.search === '' ? {} : { search: filter.search }),
        },
        signal,
      }),
    placeholderData: keepPreviousData,
    // Another grader may have graded it meanwhile.
    staleTime: 0,
  })

export const toGradeQuery = (submissionId: number) =>
  queryOptions({
    queryKey: gradingKeys.one(submissionId),
    queryFn: ({ signal }) => authedCall(getToGrade, { params: { submissionId }, signal }),
    staleTime: 0,
  })
