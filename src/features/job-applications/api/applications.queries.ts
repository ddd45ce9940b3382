import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import {
  apply,
  getApplication,
  getApplyForm,
  listApplications,
  withdrawApplication,
} from '#contract/job-applications/applications.ts'
import { putResume } from '#contract/job-applications/resume.ts'
import type { BodyInputOf } from '#contract/endpoint.ts'
import { authedCall } from '#src/core/api/authed-call.ts'
import { toBase64 } from '#src/shared/lib/base64.ts'

export const applicationKeys = {
  all: ['job-applications'] as const,
  form: (jobId: number) => ['job-applications', 'form', jobId] as const,
  list: (page: number) => ['job-applications', 'list', page] as const,
  one: (id: number) => ['job-applications', 'one', id] as const,
}

/** The page asks for the first page, so "show more" is rare: a hundred applications are a lot. */
export const APPLICATIONS_PER_PAGE = 20

export const applyFormQuery = (jobId: number) =>
  queryOptions({
    queryKey: applicationKeys.form(jobId),
    queryFn: ({ signal }) => authedCall(getApplyForm, { params: { jobId }, signal }),
    staleTime: 30_000,
  })

export const applicationsQuery = (page: number) =>
  queryOptions({
    queryKey: applicationKeys.list(page),
    queryFn: ({ signal }) =>
      authedCall(listApplications, { query: { page, page_size: APPLICATIONS_PER_PAGE }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const applicationQuery = (applicationId: number) =>
  queryOptions({
    queryKey: applicationKeys.one(applicationId),
    queryFn: ({ signal }) => authedCall(getApplication, { params: { applicationId }, signal }),
    staleTime: 0,
  })

export const sendApplication = (jobId: number, body: BodyInputOf<typeof apply>) =>
  authedCall(apply, { params: { jobId }, body })

export const withdraw = (applicationId: number) =>
  authedCall(withdrawApplication, { params: { applicationId } })

export const uploadResume = async (file: File) => {
  const { resume } = await authedCall(putResume, { body: { name: file.name, data: await toBase64(file) } })
  return resume
}
