import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import {
  findLearners,
  getAttemptDetail,
  getMonitor,
  listAssessmentTotals,
  listResults,
} from '#contract/assessments/admin/results.ts'
import { getItemAnalysis } from '#contract/assessments/admin/item-analysis.ts'
import { authedCall } from '#src/core/api/authed-call.ts'
import {
  filterQuery,
  LEARNERS_PER_PAGE,
  RESULT_FILTERS,
  RESULTS_PER_PAGE,
  type LearnerFilters,
  type ResultFilters,
} from '../model/result-filters.ts'

export const MONITOR_INTERVAL_MS = 10_000

export const resultKeys = {
  all: ['assessment-results'] as const,
  totals: ['assessment-results', 'totals'] as const,
  list: (assessmentId: number, filters: ResultFilters) =>
    ['assessment-results', assessmentId, 'list', filters] as const,
  bands: (assessmentId: number) => ['assessment-results', assessmentId, 'bands'] as const,
  items: (assessmentId: number) => ['assessment-results', assessmentId, 'items'] as const,
  monitor: (assessmentId: number) => ['assessment-results', assessmentId, 'monitor'] as const,
  learners: (assessmentId: number, filters: LearnerFilters) =>
    ['assessment-results', assessmentId, 'learners', filters] as const,
  attempt: (attemptId: string) => ['assessment-results', 'attempt', attemptId] as const,
}

export const totalsQuery = () =>
  queryOptions({
    queryKey: resultKeys.totals,
    queryFn: ({ signal }) => authedCall(listAssessmentTotals, { signal }),
    select: ({ results }) => results,
    // Learners submit all the time.
    staleTime: 0,
  })

export const resultsQuery = (assessmentId: number, filters: ResultFilters) =>
  queryOptions({
    queryKey: resultKeys.list(assessmentId, filters),
    queryFn: ({ signal }) =>
      authedCall(listResults, {
        params: { assessmentId },
        query: {
          ...filterQuery(filters),
          ordering: filters.order,
          page: filters.page,
          page_size: RESULTS_PER_PAGE,
        },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** The bands of all attempts: a list filtered by band only knows that band. */
export const bandsQuery = (assessmentId: number) =>
  queryOptions({
    queryKey: resultKeys.bands(assessmentId),
    queryFn: ({ signal }) =>
      authedCall(listResults, {
        params: { assessmentId },
        query: { ...filterQuery(RESULT_FILTERS.empty), page_size: 1 },
        signal,
      }),
    select: ({ summary }) => summary.bands,
  })

export const attemptQuery = (attemptId: string) =>
  queryOptions({
    queryKey: resultKeys.attempt(attemptId),
    queryFn: ({ signal }) => authedCall(getAttemptDetail, { params: { attemptId }, signal }),
    // A running attempt still receives answers and events.
    refetchInterval: ({ state }) => (state.data?.row.state === 'open' ? MONITOR_INTERVAL_MS : false),
    staleTime: 0,
  })

export const itemsQuery = (assessmentId: number) =>
  queryOptions({
    queryKey: resultKeys.items(assessmentId),
    queryFn: ({ signal }) => authedCall(getItemAnalysis, { params: { assessmentId }, signal }),
    staleTime: 0,
  })

export const monitorQuery = (assessmentId: number) =>
  queryOptions({
    queryKey: resultKeys.monitor(assessmentId),
    queryFn: ({ signal }) => authedCall(getMonitor, { params: { assessmentId }, signal }),
    refetchInterval: MONITOR_INTERVAL_MS,
    staleTime: 0,
  })

export const learnersQuery = (assessmentId: number, filters: LearnerFilters) =>
  queryOptions({
    queryKey: resultKeys.learners(assessmentId, filters),
    queryFn: ({ signal }) =>
      authedCall(findLearners, {
        params: { assessmentId },
        query: {
          search: filters.search.trim(),
          special: filters.special ? 'true' : null,
          page: filters.page,
          page_size: LEARNERS_PER_PAGE,
        },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
