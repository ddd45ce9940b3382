import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { BodyInputOf } from '#contract/endpoint.ts'
import { getHealth } from '#contract/platform/health.ts'
import { listFailedWork, listJobs, retryWork, runJob, type JobName } from '#contract/platform/jobs.ts'
import { authedCall } from '#src/core/api/authed-call.ts'

/** Servers report every five seconds. */
const LOOK_EVERY_MS = 5_000
const JOBS = ['platform', 'jobs'] as const
const WORK = ['platform', 'failed-work'] as const

export const jobsQuery = () =>
  queryOptions({
    queryKey: JOBS,
    queryFn: ({ signal }) => authedCall(listJobs, { signal }),
    staleTime: 0,
    refetchInterval: LOOK_EVERY_MS,
  })

export const failedWorkQuery = () =>
  queryOptions({
    queryKey: WORK,
    queryFn: ({ signal }) => authedCall(listFailedWork, { signal }),
    staleTime: 0,
  })

export const healthQuery = () =>
  queryOptions({
    queryKey: ['platform', 'health'] as const,
    queryFn: ({ signal }) => authedCall(getHealth, { signal }),
    staleTime: 0,
    refetchInterval: LOOK_EVERY_MS,
  })

export const useRunJob = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (name: JobName) => authedCall(runJob, { body: { name } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: JOBS }),
  })
}

export const useRetryWork = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (work: BodyInputOf<typeof retryWork>['work']) => authedCall(retryWork, { body: { work } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: WORK }),
  })
}
