import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { exportScormResults, listScormLessons, listScormResults } from '#contract/grading/scorm-results.ts'
import { authedCall } from '#src/core/api/authed-call.ts'
import type { ResultFilters } from '../model/result-filters.ts'

export const RESULTS_PER_PAGE = 20

const filterQuery = ({ search, status }: ResultFilters) => ({
  ...(search.trim() !== '' && { search: search.trim() }),
  ...(status !== null && { status }),
})

export const lessonsQuery = ({ search, page }: Pick<ResultFilters, 'search' | 'page'>) =>
  queryOptions({
    queryKey: ['grading', 'lessons', search, page],
    queryFn: ({ signal }) =>
      authedCall(listScormLessons, {
        query: { page, page_size: RESULTS_PER_PAGE, ...(search.trim() !== '' && { search: search.trim() }) },
        signal,
      }),
    placeholderData: keepPreviousData,
    // Learners continue meanwhile.
    staleTime: 0,
  })

export const resultsQuery = (itemId: number, filters: ResultFilters) =>
  queryOptions({
    queryKey: ['grading', 'results', itemId, filters],
    queryFn: ({ signal }) =>
      authedCall(listScormResults, {
        params: { itemId },
        query: {
          page: filters.page,
          page_size: RESULTS_PER_PAGE,
          ordering: filters.order,
          ...filterQuery(filters),
        },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** Exports all results of the filters as a file. */
export const exportLearners = (itemId: number, filters: ResultFilters) =>
  authedCall(exportScormResults, { params: { itemId }, query: filterQuery(filters) })
