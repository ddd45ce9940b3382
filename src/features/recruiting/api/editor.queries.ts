import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { BodyInputOf } from '#contract/endpoint.ts'
import {
  createJob,
  deleteJob,
  getEditedJob,
  getJobOptions,
  saveEditedJob,
  setJobRecruiters,
  setJobState,
  type EditedJob,
} from '#contract/job-applications/editor.ts'
import { authedCall } from '#src/core/api/authed-call.ts'
import { recruitingKeys } from './recruiting.queries.ts'

const keys = {
  options: ['recruiting', 'options'] as const,
  edited: (jobId: number) => ['recruiting', 'edited', jobId] as const,
}

export const jobOptionsQuery = () =>
  queryOptions({
    queryKey: keys.options,
    queryFn: ({ signal }) => authedCall(getJobOptions, { signal }),
    staleTime: 60_000,
  })

export const editedJobQuery = (jobId: number) =>
  queryOptions({
    queryKey: keys.edited(jobId),
    queryFn: ({ signal }) => authedCall(getEditedJob, { params: { jobId }, signal }),
    staleTime: 0,
  })

/** The answer is the whole job: cache it, and fetch what shows it in other places again. */
const useCacheJob = () => {
  const cache = useQueryClient()
  return async (job: EditedJob) => {
    cache.setQueryData(keys.edited(job.id), job)
    await Promise.all(
      [[...recruitingKeys.all, 'jobs'], recruitingKeys.board(job.id), ['jobs']].map((queryKey) =>
        cache.invalidateQueries({ queryKey }),
      ),
    )
  }
}

export const useCreateJob = () => {
  const cacheJob = useCacheJob()
  return useMutation({
    mutationFn: (body: BodyInputOf<typeof createJob>) => authedCall(createJob, { body }),
    onSuccess: cacheJob,
  })
}

/** One change of a job that is there; after a conflict the newer one is fetched. */
const useJobChange = <Body>(jobId: number, send: (body: Body) => Promise<EditedJob>) => {
  const cache = useQueryClient()
  const cacheJob = useCacheJob()
  return useMutation({
    mutationFn: send,
    onSuccess: cacheJob,
    onError: () => cache.invalidateQueries({ queryKey: keys.edited(jobId) }),
  })
}

export const useSaveJob = (jobId: number) =>
  useJobChange(jobId, (body: BodyInputOf<typeof saveEditedJob>) =>
    authedCall(saveEditedJob, { params: { jobId }, body }),
  )
export type StateChange = BodyInputOf<typeof setJobState>
export const useJobState = (jobId: number) =>
  useJobChange(jobId, (body: StateChange) => authedCall(setJobState, { params: { jobId }, body }))
/** The page that shows the job is left afterwards: its own query is not fetched again. */
export const useDeleteJob = (jobId: number) => {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: () => authedCall(deleteJob, { params: { jobId } }),
    onSuccess: () =>
      [[...recruitingKeys.all, 'jobs'], ['jobs']].forEach(
        (queryKey) => void cache.invalidateQueries({ queryKey }),
      ),
  })
}
export const useRecruiters = (jobId: number) =>
  useJobChange(jobId, (userIds: number[]) =>
    authedCall(setJobRecruiters, { params: { jobId }, body: { user_ids: userIds } }),
  )
