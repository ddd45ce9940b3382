/** Writing jobs: admins all of them, instructors those that an admin gave them. */
import * as z from 'zod/mini'
import { clientParams, day, empty, id, idParam, language, timestamp } from '../common.ts'
import { endpoint, perHour } from '../endpoint.ts'
import { closedReasons, jobDocument, jobStates } from '../jobs/shapes.ts'

export const RECRUITERS_MAX = 50

const ADMIN = '/api/clients/{clientId}/admin/'
const jobParams = z.object({ clientId: idParam, jobId: idParam })
const named = z.object({ id, name: z.string() })

/** What a job can be linked to, and who can handle it. */
export const jobOptions = z.object({
  languages: z.array(language),
  currency: z.string(),
  time_zone: z.string(),
  /** Today in that zone. */
  today: day,
  courses: z.array(z.object({ id, title: z.string() })),
  /** Tags of the published courses. */
  skills: z.array(z.string()),
  assessments: z.array(z.object({ id, title: z.string() })),
  /** Instructors who can be given a job; empty for instructors. */
  recruiters: z.array(named),
})
export type JobOptions = z.infer<typeof jobOptions>

export const getJobOptions = endpoint({
  name: 'recruiting.options',
  method: 'GET',
  path: `${ADMIN}job-options/`,
  access: 'staff',
  feature: 'job_portal',
  summary: 'List what a job can be linked to: courses, skills, assessments and instructors',
  params: clientParams,
  response: jobOptions,
})

export const editedJob = z.object({
  id,
  document: jobDocument,
  /** One more with each saved change: a save names the revision that it was made from. */
  revision: z.int(),
  state: z.enum(jobStates),
  closed: z.nullable(z.enum(closedReasons)),
  opens_at: z.nullable(timestamp),
  posted_at: z.nullable(timestamp),
  recruiters: z.array(named),
  applications: z.int(),
})
export type EditedJob = z.infer<typeof editedJob>

export const createJob = endpoint({
  name: 'recruiting.createJob',
  method: 'POST',
  path: `${ADMIN}jobs/`,
  access: 'admin',
  feature: 'job_portal',
  rateLimit: perHour(120),
  idempotency: 'key',
  status: 201,
  summary: 'Add a job as a draft, which learners do not see',
  params: clientParams,
  body: z.object({ idempotency_key: z.uuid(), document: jobDocument }),
  response: editedJob,
})

export const getEditedJob = endpoint({
  name: 'recruiting.editedJob',
  method: 'GET',
  path: `${ADMIN}jobs/{jobId}/document/`,
  access: 'staff',
  feature: 'job_portal',
  summary: 'Get a whole job for editing',
  params: jobParams,
  response: editedJob,
})

export const saveEditedJob = endpoint({
  name: 'recruiting.saveJob',
  method: 'PUT',
  path: `${ADMIN}jobs/{jobId}/document/`,
  access: 'staff',
  feature: 'job_portal',
  summary: 'Save a job; 409 if somebody saved it since the named revision',
  params: jobParams,
  body: z.object({ revision: z.int().check(z.minimum(1)), document: jobDocument }),
  response: editedJob,
  alsoFails: [409],
})

export const setJobState = endpoint({
  name: 'recruiting.setJobState',
  method: 'PUT',
  path: `${ADMIN}jobs/{jobId}/state/`,
  access: 'staff',
  feature: 'job_portal',
  summary:
    'Publish, schedule, close or reopen a job, or extend its deadline; 409 for a change that does not fit',
  params: jobParams,
  body: z.object({
    state: z.enum(jobStates),
    /** Of `scheduled`. */
    opens_at: z._default(z.optional(z.nullable(timestamp)), null),
    /** A new last day. */
    deadline: z.optional(day),
  }),
  response: editedJob,
  alsoFails: [409],
})

/** A job that learners have seen is closed instead: applications and saved jobs refer to it. */
export const isDeletable = ({ state, applications }: Pick<EditedJob, 'state' | 'applications'>): boolean =>
  (state === 'draft' || state === 'scheduled') && applications === 0

export const deleteJob = endpoint({
  name: 'recruiting.deleteJob',
  method: 'DELETE',
  path: `${ADMIN}jobs/{jobId}/`,
  access: 'staff',
  feature: 'job_portal',
  summary: 'Delete a job that was never published; 409 for any other',
  params: jobParams,
  status: 204,
  response: empty,
  alsoFails: [409],
})

export const setJobRecruiters = endpoint({
  name: 'recruiting.setRecruiters',
  method: 'PUT',
  path: `${ADMIN}jobs/{jobId}/recruiters/`,
  access: 'admin',
  feature: 'job_portal',
  summary: 'Set which instructors handle a job and its applications',
  params: jobParams,
  body: z.object({ user_ids: z.array(id).check(z.maxLength(RECRUITERS_MAX)) }),
  response: editedJob,
})
