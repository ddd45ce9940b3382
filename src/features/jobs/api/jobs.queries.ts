import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  deleteJobSearch,
  getJob,
  getJobFacets,
  getJobMatch,
  listJobs,
  listJobSearches,
  putJobSearch,
  reportJob,
  saveJob,
  type JobMatch,
  type ListedJob,
  type SavedFilters,
} from '#contract/jobs/jobs.ts'
import type { BodyInputOf } from '#contract/endpoint.ts'
import type { Language } from '#contract/languages.ts'
import { authedCall } from '#src/core/api/authed-call.ts'
import { publicCall } from '#src/core/api/public-call.ts'
import { toListQuery, toQuery, type JobListFilters } from '../model/job-filters.ts'

const keys = {
  all: ['jobs'] as const,
  list: ['jobs', 'list'] as const,
  facets: ['jobs', 'facets'] as const,
  one: (jobId: number) => ['jobs', 'one', jobId] as const,
  match: (jobId: number) => ['jobs', 'match', jobId] as const,
  searches: ['jobs', 'searches'] as const,
}

export const jobsQuery = (filters: JobListFilters) => {
  const query = toListQuery(filters)
  return queryOptions({
    queryKey: [...keys.list, query],
    queryFn: ({ signal }) => authedCall(listJobs, { query, signal }),
    placeholderData: keepPreviousData,
  })
}

/** Counts per filter option; the previous counts stay visible until the new ones arrive. */
export const facetsQuery = (filters: JobListFilters) => {
  const query = toQuery(filters)
  return queryOptions({
    queryKey: [...keys.facets, query],
    queryFn: ({ signal }) => authedCall(getJobFacets, { query, signal }),
    placeholderData: keepPreviousData,
  })
}

export const jobQuery = (jobId: number) =>
  queryOptions({
    queryKey: keys.one(jobId),
    queryFn: ({ signal }) => authedCall(getJob, { params: { jobId }, signal }),
  })

/** For visitors: the call needs no session. The server answers in the language of the page. */
export const publicJobQuery = (jobId: number, language: Language) =>
  queryOptions({
    queryKey: [...keys.one(jobId), language],
    queryFn: ({ signal }) => publicCall(getJob, { params: { jobId }, signal }),
  })

export const matchQuery = (jobId: number) =>
  queryOptions({
    queryKey: keys.match(jobId),
    queryFn: ({ signal }) => authedCall(getJobMatch, { params: { jobId }, signal }),
    // Lessons that were finished since count at once.
    staleTime: 0,
  })

export const searchesQuery = () =>
  queryOptions({
    queryKey: keys.searches,
    queryFn: async ({ signal }) => (await authedCall(listJobSearches, { signal })).results,
  })

/** Saves or removes a job. The bookmark changes at the touch and goes back when the server refuses. */
export const useSaveJob = (onError: () => void) => {
  const client = useQueryClient()
  const show = (jobId: number, saved: boolean) => {
    client.setQueryData<JobMatch>(keys.match(jobId), (match) => match && { ...match, saved })
    client.setQueriesData<{ results: ListedJob[] }>(
      { queryKey: keys.list },
      (page) =>
        page && { ...page, results: page.results.map((job) => (job.id === jobId ? { ...job, saved } : job)) },
    )
  }
  return useMutation({
    mutationFn: ({ jobId, saved }: { jobId: number; saved: boolean }) =>
      authedCall(saveJob, { params: { jobId }, body: { saved } }),
    onMutate: ({ jobId, saved }) => show(jobId, saved),
    onError: (_error, { jobId, saved }) => {
      show(jobId, !saved)
      onError()
    },
    onSettled: () => void client.invalidateQueries({ queryKey: keys.facets }),
  })
}

export const usePutSearch = (onError: (error: Error) => void) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, ...body }: { id: string; filters: SavedFilters; has_alerts: boolean }) =>
      authedCall(putJobSearch, { params: { searchId: id }, body }),
    onSuccess: ({ results }) => client.setQueryData(keys.searches, results),
    onError,
  })
}

export const useDeleteSearch = (onError: (error: Error) => void) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => authedCall(deleteJobSearch, { params: { searchId: id } }),
    onSettled: () => void client.invalidateQueries({ queryKey: keys.searches }),
    onError,
  })
}

export const useReportJob = (jobId: number) =>
  useMutation({
    mutationFn: (body: BodyInputOf<typeof reportJob>) => authedCall(reportJob, { params: { jobId }, body }),
  })
