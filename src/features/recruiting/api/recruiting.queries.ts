import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import {
  addNote,
  exportApplications,
  getBoard,
  listRecruitJobs,
  moveApplications,
  rateApplication,
  sendMessage,
  viewApplication,
} from '#contract/job-applications/pipeline.ts'
import type { BodyInputOf } from '#contract/endpoint.ts'
import { authedCall } from '#src/core/api/authed-call.ts'
import type { RecruitFilters } from '../model/recruit-filters.ts'

export const recruitingKeys = {
  all: ['recruiting'] as const,
  jobs: (filters: RecruitFilters) => ['recruiting', 'jobs', filters] as const,
  board: (jobId: number) => ['recruiting', 'board', jobId] as const,
  application: (id: number) => ['recruiting', 'application', id] as const,
}

export const recruitJobsQuery = (filters: RecruitFilters) =>
  queryOptions({
    queryKey: recruitingKeys.jobs(filters),
    queryFn: ({ signal }) =>
      authedCall(listRecruitJobs, {
        query: {
          page: filters.page,
          ...(filters.search.trim() !== '' && { search: filters.search }),
          ...(filters.state && { state: filters.state }),
        },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const boardQuery = (jobId: number) =>
  queryOptions({
    queryKey: recruitingKeys.board(jobId),
    queryFn: ({ signal }) => authedCall(getBoard, { params: { jobId }, signal }),
    // Others handle the same applications.
    staleTime: 0,
  })

/** Opening an application is what marks it as viewed. */
export const openedQuery = (applicationId: number) =>
  queryOptions({
    queryKey: recruitingKeys.application(applicationId),
    queryFn: ({ signal }) => authedCall(viewApplication, { params: { applicationId }, signal }),
    staleTime: 0,
  })

export const sendMoves = (jobId: number, body: BodyInputOf<typeof moveApplications>) =>
  authedCall(moveApplications, { params: { jobId }, body })
export const writeNote = (applicationId: number, body: { idempotency_key: string; text: string }) =>
  authedCall(addNote, { params: { applicationId }, body })
export const writeMessage = (applicationId: number, body: { idempotency_key: string; text: string }) =>
  authedCall(sendMessage, { params: { applicationId }, body })
export const saveRating = (applicationId: number, rating: number | null) =>
  authedCall(rateApplication, { params: { applicationId }, body: { rating } })
export const exportFile = (jobId: number) => authedCall(exportApplications, { params: { jobId } })
