/** Handling applications: admins for every job, instructors for the jobs that an admin gave them. */
import * as z from 'zod/mini'
import { clientParams, day, id, idParam, pageOf, pageQuery, timestamp } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { closedReasons, jobStates } from '../jobs/shapes.ts'
import { applicationStates, givenAnswer, proof, rejectionReasons } from './applications.ts'

/** Where staff can move an application; only its learner withdraws it. */
export const pipelineStates = [
  'applied',
  'viewed',
  'shortlisted',
  'interview',
  'offered',
  'rejected',
] as const
export type PipelineState = (typeof pipelineStates)[number]

export const STAFF_TEXT_MAX_CHARS = 4000
export const MOVES_MAX = 200
/** More applications of one job are not shown on one board. */
export const BOARD_MAX_ROWS = 5000

const ADMIN = '/api/clients/{clientId}/admin/'
const jobParams = z.object({ clientId: idParam, jobId: idParam })
const applicationParams = z.object({ clientId: idParam, applicationId: idParam })

export const stateCounts = z.record(z.enum(applicationStates), z.int())
export type StateCounts = z.infer<typeof stateCounts>

export const recruitJob = z.object({
  id,
  title: z.string(),
  company: z.string(),
  state: z.enum(jobStates),
  closed: z.nullable(z.enum(closedReasons)),
  deadline: day,
  opens_at: z.nullable(timestamp),
  counts: stateCounts,
})
export type RecruitJob = z.infer<typeof recruitJob>

export const listRecruitJobs = endpoint({
  name: 'recruiting.jobs',
  method: 'GET',
  path: `${ADMIN}jobs/`,
  access: 'staff',
  feature: 'job_portal',
  summary: 'List the jobs whose applications the caller handles, with counts by state',
  params: clientParams,
  query: z.object({
    ...pageQuery,
    search: z.optional(z.string().check(z.maxLength(200))),
    state: z.optional(z.enum(jobStates)),
  }),
  response: pageOf(recruitJob),
})

export const boardCard = z.object({
  id,
  name: z.string(),
  state: z.enum(applicationStates),
  applied_at: timestamp,
  changed_at: timestamp,
  rating: z.nullable(z.int()),
  proofs: z.int(),
  notes: z.int(),
})
export type BoardCard = z.infer<typeof boardCard>

export const getBoard = endpoint({
  name: 'recruiting.board',
  method: 'GET',
  path: `${ADMIN}jobs/{jobId}/applications/`,
  access: 'staff',
  feature: 'job_portal',
  summary: 'Get all applications to a job as cards, and how many ever reached each state',
  params: jobParams,
  response: z.object({
    job: recruitJob,
    cards: z.array(boardCard),
    funnel: z.array(z.object({ state: z.enum(pipelineStates), count: z.int() })),
  }),
})
export type Board = z.infer<(typeof getBoard)['response']>

export const staffEvent = z.object({
  id,
  kind: z.enum(['state', 'message', 'note']),
  state: z.nullable(z.enum(applicationStates)),
  reason: z.nullable(z.enum(rejectionReasons)),
  text: z.string(),
  /** Null for the learner. */
  by: z.nullable(z.string()),
  at: timestamp,
})
export type StaffEvent = z.infer<typeof staffEvent>

export const staffApplication = z.object({
  id,
  job: z.object({ id, title: z.string(), company: z.string() }),
  state: z.enum(applicationStates),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  /** The address can be opened by this session only. */
  resume: z.object({ name: z.string(), url: z.string() }),
  cover_note: z.string(),
  answers: z.array(givenAnswer),
  proofs: z.array(proof),
  rating: z.nullable(z.int()),
  applied_at: timestamp,
  events: z.array(staffEvent),
})
export type StaffApplication = z.infer<typeof staffApplication>

export const getStaffApplication = endpoint({
  name: 'recruiting.application',
  method: 'GET',
  path: `${ADMIN}job-applications/{applicationId}/`,
  access: 'staff',
  feature: 'job_portal',
  opensFiles: true,
  summary: 'Get one application with its history',
  params: applicationParams,
  response: staffApplication,
})

export const viewApplication = endpoint({
  name: 'recruiting.view',
  method: 'POST',
  path: `${ADMIN}job-applications/{applicationId}/view/`,
  access: 'staff',
  feature: 'job_portal',
  idempotency: 'natural',
  opensFiles: true,
  summary: 'Open an application: a new one becomes viewed; safe to repeat',
  params: applicationParams,
  response: staffApplication,
})

export const moveResults = ['moved', 'unchanged', 'changed', 'withdrawn', 'missing'] as const
export const moveApplications = endpoint({
  name: 'recruiting.move',
  method: 'POST',
  path: `${ADMIN}jobs/{jobId}/moves/`,
  access: 'staff',
  feature: 'job_portal',
  idempotency: 'natural',
  summary:
    'Move applications through the pipeline, with a result for each; `undo` takes the last move back unseen',
  params: jobParams,
  body: z.object({
    moves: z
      .array(z.object({ id, from: z.enum(applicationStates), to: z.enum(pipelineStates) }))
      .check(z.minLength(1), z.maxLength(MOVES_MAX)),
    undo: z._default(z.optional(z.boolean()), false),
    /** Of rejections; only staff see it. */
    reason: z.optional(z.enum(rejectionReasons)),
    /** To the learners, with the move. */
    message: z._default(z.optional(z.string().check(z.maxLength(STAFF_TEXT_MAX_CHARS))), ''),
  }),
  response: z.object({
    results: z.array(
      z.object({ id, result: z.enum(moveResults), state: z.nullable(z.enum(applicationStates)) }),
    ),
  }),
})
export type MoveResult = z.infer<(typeof moveApplications)['response']>['results'][number]

const staffText = z.object({
  idempotency_key: z.uuid(),
  text: z.string().check(z.minLength(1), z.maxLength(STAFF_TEXT_MAX_CHARS)),
})
export const addNote = endpoint({
  name: 'recruiting.note',
  method: 'POST',
  path: `${ADMIN}job-applications/{applicationId}/notes/`,
  access: 'staff',
  feature: 'job_portal',
  idempotency: 'key',
  summary: 'Write a note that only staff see',
  params: applicationParams,
  body: staffText,
  response: staffApplication,
  status: 201,
})
export const sendMessage = endpoint({
  name: 'recruiting.message',
  method: 'POST',
  path: `${ADMIN}job-applications/{applicationId}/messages/`,
  access: 'staff',
  feature: 'job_portal',
  idempotency: 'key',
  summary: 'Write a message to the learner, who is notified',
  params: applicationParams,
  body: staffText,
  response: staffApplication,
  status: 201,
})
export const rateApplication = endpoint({
  name: 'recruiting.rate',
  method: 'PUT',
  path: `${ADMIN}job-applications/{applicationId}/rating/`,
  access: 'staff',
  feature: 'job_portal',
  summary: 'Rate an application with one to five stars, or take the rating back with null; only staff see it',
  params: applicationParams,
  body: z.object({ rating: z.nullable(z.int().check(z.minimum(1), z.maximum(5))) }),
  response: staffApplication,
})
export const exportApplications = endpoint({
  name: 'recruiting.export',
  method: 'GET',
  path: `${ADMIN}jobs/{jobId}/applications/export/`,
  access: 'staff',
  feature: 'job_portal',
  summary: 'Export the applications to a job as a CSV file',
  params: jobParams,
  response: z.object({ file_name: z.string(), csv: z.string(), rows: z.int() }),
})
export const exportResumes = endpoint({
  name: 'recruiting.exportResumes',
  method: 'POST',
  path: `${ADMIN}jobs/{jobId}/resumes/`,
  access: 'staff',
  feature: 'job_portal',
  hasSecrets: true,
  idempotency: 'natural',
  summary: 'Get an address, valid for five minutes, of all résumés of a job as one ZIP file',
  params: jobParams,
  response: z.object({ url: z.string(), name: z.string(), files: z.int() }),
})
