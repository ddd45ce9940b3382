/** What learners report about jobs. For admins; reporters stay unnamed. */
import * as z from 'zod/mini'
import { clientParams, id, idParam, pageOf, pageQuery, timestamp } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { reportReasons } from '../jobs/jobs.ts'
import { closedReasons, jobStates } from '../jobs/shapes.ts'

/** More reports of one job are counted and not listed. */
export const REPORTS_SHOWN_MAX = 50

export const reportedJob = z.object({
  job: z.object({
    id,
    title: z.string(),
    company: z.string(),
    state: z.enum(jobStates),
    closed: z.nullable(z.enum(closedReasons)),
  }),
  count: z.int(),
  /** Newest first. */
  reports: z.array(z.object({ reason: z.enum(reportReasons), text: z.string(), at: timestamp })),
})
export type ReportedJob = z.infer<typeof reportedJob>

export const listJobReports = endpoint({
  name: 'jobReports.list',
  method: 'GET',
  path: '/api/clients/{clientId}/admin/job-reports/',
  access: 'admin',
  feature: 'job_portal',
  summary: 'List the jobs with reports that nobody has settled, the longest waiting first',
  params: clientParams,
  query: z.object(pageQuery),
  response: pageOf(reportedJob),
})

export const settleJobReports = endpoint({
  name: 'jobReports.settle',
  method: 'PUT',
  path: '/api/clients/{clientId}/admin/jobs/{jobId}/reports/',
  access: 'admin',
  feature: 'job_portal',
  summary: 'Settle the reports of a job up to the newest one that was read; safe to repeat',
  params: z.object({ clientId: idParam, jobId: idParam }),
  body: z.object({ until: timestamp }),
  response: z.object({ settled: z.int() }),
})
