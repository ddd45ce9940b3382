/** Applying to a job, and what became of one's own applications. */
import * as z from 'zod/mini'
import { clientParams, day, id, idParam, pageOf, pageQuery, timestamp } from '../common.ts'
import { PHONE_NUMBER, PHONE_NUMBER_MAX } from '../auth/phone-number.ts'
import { endpoint, perHour } from '../endpoint.ts'
import { closedReasons, JOB_QUESTIONS_MAX, questionKinds } from '../jobs/shapes.ts'
import { resume } from './resume.ts'

/** In the order of the pipeline (rules: Jobs). */
export const applicationStates = [
  'applied',
  'viewed',
  'shortlisted',
  'interview',
  'offered',
  'rejected',
  'withdrawn',
] as const
export type ApplicationState = (typeof applicationStates)[number]
/** After these nothing is open any more: the learner cannot withdraw. */
const decided: readonly ApplicationState[] = ['offered', 'rejected', 'withdrawn']
export const isDecided = (state: ApplicationState): boolean => decided.includes(state)

export const rejectionReasons = ['experience', 'skills', 'salary', 'location', 'filled', 'other'] as const
export type RejectionReason = (typeof rejectionReasons)[number]

export const COVER_NOTE_MAX_CHARS = 4000
export const ANSWER_MAX_CHARS = 2000
export const PROOFS_MAX = 50

/** Something that the platform itself vouches for: a completed course or a passed assessment. */
export const proof = z.object({
  kind: z.enum(['course', 'assessment']),
  id,
  title: z.string(),
  /** The best released result; null for courses. */
  percent: z.nullable(z.number()),
  at: timestamp,
})
export type Proof = z.infer<typeof proof>

/** The question as it was when the answer was given. */
export const givenAnswer = z.object({ question_id: z.uuid(), label: z.string(), value: z.string() })
export type GivenAnswer = z.infer<typeof givenAnswer>

const jobOf = z.object({
  id,
  title: z.string(),
  company: z.string(),
  location: z.string(),
  /** The last day, until 23:59 in the client's zone. */
  deadline: day,
  deadline_at: timestamp,
  closed: z.nullable(z.enum(closedReasons)),
})
export type JobOfApplication = z.infer<typeof jobOf>

export const applicationLine = z.object({
  id,
  job: jobOf,
  state: z.enum(applicationStates),
  applied_at: timestamp,
  changed_at: timestamp,
  can_withdraw: z.boolean(),
})
export type ApplicationLine = z.infer<typeof applicationLine>

export const shownQuestion = z.object({
  id: z.uuid(),
  kind: z.enum(questionKinds),
  label: z.string(),
  options: z.array(z.string()),
  required: z.boolean(),
})
export type ShownQuestion = z.infer<typeof shownQuestion>

const jobParams = z.object({ clientId: idParam, jobId: idParam })
const applicationParams = z.object({ clientId: idParam, applicationId: idParam })
const JOB = '/api/clients/{clientId}/jobs/{jobId}/application/'
const MINE = '/api/clients/{clientId}/job-applications/'

export const getApplyForm = endpoint({
  name: 'jobApplications.form',
  method: 'GET',
  path: JOB,
  access: 'member',
  feature: 'job_portal',
  inSupportView: 'refused',
  opensFiles: true,
  summary: "Get what an application to a job needs, what the caller can send, and the caller's application",
  params: jobParams,
  response: z.object({
    job: jobOf,
    questions: z.array(shownQuestion),
    profile: z.object({ name: z.string(), email: z.string(), phone: z.string() }),
    resume: z.nullable(resume),
    proofs: z.array(proof),
    application: z.nullable(applicationLine),
  }),
})
export type ApplyForm = z.infer<(typeof getApplyForm)['response']>

export const apply = endpoint({
  name: 'jobApplications.apply',
  method: 'POST',
  path: JOB,
  access: 'member',
  feature: 'job_portal',
  rateLimit: perHour(120),
  idempotency: 'natural',
  summary: 'Apply to an open job, once: a repeat returns the first application; 409 after the deadline',
  params: jobParams,
  body: z.object({
    phone: z.string().check(z.minLength(1), z.maxLength(PHONE_NUMBER_MAX), z.regex(PHONE_NUMBER)),
    cover_note: z._default(z.optional(z.string().check(z.maxLength(COVER_NOTE_MAX_CHARS))), ''),
    answers: z
      .array(z.object({ question_id: z.uuid(), value: z.string().check(z.maxLength(ANSWER_MAX_CHARS)) }))
      .check(z.maxLength(JOB_QUESTIONS_MAX)),
    /** Which proofs the employer may see. */
    shared: z.array(z.object({ kind: proof.shape.kind, id })).check(z.maxLength(PROOFS_MAX)),
  }),
  response: applicationLine,
  status: 201,
  alsoFails: [409],
})

export const listApplications = endpoint({
  name: 'jobApplications.list',
  method: 'GET',
  path: MINE,
  access: 'member',
  feature: 'job_portal',
  summary: "List the caller's applications, newest first",
  params: clientParams,
  query: z.object(pageQuery),
  response: pageOf(applicationLine),
})

export const applicationEvent = z.object({
  id,
  kind: z.enum(['state', 'message']),
  /** What it became; null for messages. */
  state: z.nullable(z.enum(applicationStates)),
  text: z.string(),
  at: timestamp,
})
export type ApplicationEvent = z.infer<typeof applicationEvent>

export const getApplication = endpoint({
  name: 'jobApplications.one',
  method: 'GET',
  path: `${MINE}{applicationId}/`,
  access: 'member',
  feature: 'job_portal',
  inSupportView: 'refused',
  opensFiles: true,
  summary:
    "Get one of the caller's applications: what was sent, its history, and after a rejection what closes the gap",
  params: applicationParams,
  response: z.object({
    application: applicationLine,
    sent: z.object({
      name: z.string(),
      email: z.string(),
      phone: z.string(),
      resume: z.object({ name: z.string(), url: z.string() }),
      cover_note: z.string(),
      answers: z.array(givenAnswer),
      proofs: z.array(proof),
    }),
    events: z.array(applicationEvent),
    /** Courses that the job asks for and the learner has not completed. */
    gap: z.array(z.object({ id, title: z.string() })),
  }),
})
export type OwnApplication = z.infer<(typeof getApplication)['response']>

export const withdrawApplication = endpoint({
  name: 'jobApplications.withdraw',
  method: 'POST',
  path: `${MINE}{applicationId}/withdrawal/`,
  access: 'member',
  feature: 'job_portal',
  idempotency: 'natural',
  summary: "Withdraw one of the caller's applications before a decision; safe to repeat",
  params: applicationParams,
  response: applicationLine,
  alsoFails: [409],
})
