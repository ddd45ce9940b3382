import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import {
  addNote,
  exportApplications,
  exportResumes,
  getBoard,
  listRecruitJobs,
  moveApplications,
  rateApplication,
  sendMessage,
  viewApplication,
} from '#contract/job-applications/pipeline.ts'
import { createPartnerLink, listPartnerLinks, revokePartnerLink } from '#contract/job-applications/partner.ts'
import { listJobReports, settleJobReports } from '#contract/job-applications/reports.ts'
import type { BodyInputOf } from '#contract/endpoint.ts'
import { authedCall } from '#src/core/api/authed-call.ts'
import type { RecruitFilters } from '../model/recruit-filters.ts'

export const recruitingKeys = {
  all: ['recruiting'] as const,
  jobs: (filters: RecruitFilters) => ['recruiting', 'jobs', filters] as const,
  board: (jobId: number) => ['recruiting', 'board', jobId] as const,
  partnerLinks: (jobId: number) => ['recruiting', 'partner-links', jobId] as const,
  allReports: ['recruiting', 'reports'] as const,
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
export const resumesFile = (jobId: number) => authedCall(exportResumes, { params: { jobId } })

export const partnerLinksQuery = (jobId: number) =>
  queryOptions({
    queryKey: recruitingKeys.partnerLinks(jobId),
    queryFn: ({ signal }) => authedCall(listPartnerLinks, { params: { jobId }, signal }),
    staleTime: 0,
  })
export const addPartnerLink = (jobId: number, body: BodyInputOf<typeof createPartnerLink>) =>
  authedCall(createPartnerLink, { params: { jobId }, body })
export const revokeLink = (jobId: number, linkId: number) =>
  authedCall(revokePartnerLink, { params: { jobId, linkId } })

export const jobReportsQuery = (page: number) =>
  queryOptions({
    queryKey: [...recruitingKeys.allReports, page] as const,
    queryFn: ({ signal }) => authedCall(listJobReports, { query: { page }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
export const settleReports = (jobId: number, until: string) =>
  authedCall(settleJobReports, { params: { jobId }, body: { until } })
