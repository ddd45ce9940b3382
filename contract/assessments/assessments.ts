/** Assessments as learners take them: list, instructions, phone verification, the running attempt. */
import * as z from 'zod/mini'
import {
  answerOutcomes,
  attemptSummary,
  attemptStates,
  band,
  endings,
  storedAnswer,
  localText,
  QUESTIONS_MAX,
  releases,
  sentAnswer,
  sentEvent,
  topicRef,
  variants,
} from './shapes.ts'
import { referralOf } from './referral.ts'
import { oneTimeCode, phoneNumber } from '../auth/auth.ts'
import { clientParams, id, idParam, inSomeLanguages, language, timestamp } from '../common.ts'
import { endpoint } from '../endpoint.ts'

const assessmentParams = z.object({ clientId: idParam, assessmentId: idParam })
const attemptParams = z.object({ clientId: idParam, attemptId: z.uuid() })

/* ---- list and instructions ---- */

/**
 * The buttons of a card, the main one first. `continue`: the phone is verified, the attempt has not started.
 */
export const assessmentActions = ['start', 'resume', 'continue', 'results'] as const
export type AssessmentAction = (typeof assessmentActions)[number]
export const notStartable = [
  'inactive',
  'not_open_yet',
  'closed',
  'no_attempts_left',
  'being_prepared',
] as const

export const assessmentCard = z.object({
  id,
  main_language: language,
  title: localText,
  description: localText,
  variant: z.enum(variants),
  status: z.enum(['active', 'inactive']),
  /** Every text about length shows this number; `extra_minutes` are added for this person. */
  duration_minutes: z.int(),
  extra_minutes: z.int(),
  questions: z.int(),
  opens_at: z.nullable(timestamp),
  closes_at: z.nullable(timestamp),
  phone_verification: z.boolean(),
  attempts_allowed: z.int(),
  attempts_used: z.int(),
  actions: z.array(z.enum(assessmentActions)),
  /** Why it cannot be started (again) now; null if it can, or if an attempt is running. */
  not_startable: z.nullable(z.enum(notStartable)),
  /** Newest first. */
  attempts: z.array(attemptSummary),
})
export type AssessmentCard = z.infer<typeof assessmentCard>

export const listAssessments = endpoint({
  name: 'assessments.list',
  method: 'GET',
  path: '/api/clients/{clientId}/assessments/',
  access: 'member',
  feature: 'assessment',
  summary: "List the tenant's assessments with the actions the caller can take",
  params: clientParams,
  response: z.object({ results: z.array(assessmentCard) }),
})

export const getAssessment = endpoint({
  name: 'assessments.get',
  method: 'GET',
  path: '/api/clients/{clientId}/assessments/{assessmentId}/',
  access: 'member',
  feature: 'assessment',
  summary: 'Get the instructions of one assessment',
  params: assessmentParams,
  response: z.extend(assessmentCard, {
    instructions: localText,
    /** Number of questions per topic. */
    topics: z.array(z.object({ topic: topicRef, questions: z.int() })),
    pass_percent: z.nullable(z.int()),
    bands: z.array(band),
    release: z.enum(releases),
    shuffled: z.object({ questions: z.boolean(), options: z.boolean() }),
    /** The caller’s verified number, middle digits hidden; null if not verified. */
    verified_phone: z.nullable(z.string()),
    /** For checking the device's clock. */
    server_time: timestamp,
  }),
})
export type AssessmentPage = z.infer<(typeof getAssessment)['response']>

/* ---- phone ---- */

export const sendPhoneCode = endpoint({
  name: 'assessments.sendPhoneCode',
  method: 'POST',
  path: '/api/clients/{clientId}/assessments/{assessmentId}/phone/',
  access: 'member',
  feature: 'assessment',
  summary: 'Send a six-digit code by text message; 409 if the number belongs to someone else’s attempt',
  params: assessmentParams,
  body: z.object({ phone: phoneNumber, language }),
  response: z.object({
    /** Middle digits hidden. */
    phone: z.string(),
    expires_at: timestamp,
    /** Seconds. */
    resend_after: z.int(),
  }),
  alsoFails: [409],
})

export const confirmPhone = endpoint({
  name: 'assessments.confirmPhone',
  method: 'POST',
  path: '/api/clients/{clientId}/assessments/{assessmentId}/phone/confirm/',
  access: 'member',
  feature: 'assessment',
  idempotency: 'natural',
  summary: 'Verify the number with its code; safe to repeat with the right code',
  params: assessmentParams,
  body: z.object({ phone: phoneNumber, code: oneTimeCode }),
  response: z.object({ phone: z.string() }),
  alsoFails: [409],
})

/* ---- the running attempt ---- */

const shownQuestion = z.object({
  position: z.int(),
  topic_id: id,
  main_language: language,
  /** Options in the order of this attempt: the first is A. */
  texts: inSomeLanguages(z.object({ prompt: z.string(), options: z.array(z.string()) })),
})
export type ShownQuestion = z.infer<typeof shownQuestion>

/** Part of every response about an attempt, so that the timer is set again each time. */
const clockFields = {
  state: z.enum(attemptStates),
  /** Until the deadline by the server's clock; 0 after it. */
  time_left_ms: z.int(),
  deadline_at: timestamp,
  extra_minutes: z.int(),
  /** Incremented by each device that takes the lease. */
  version: z.int(),
  /** Whether the calling device holds the lease. */
  held: z.boolean(),
}
const attemptClock = z.object(clockFields)
export type AttemptClock = z.infer<typeof attemptClock>

export const attemptPage = z.object({
  ...clockFields,
  id: z.uuid(),
  assessment_id: id,
  number: z.int(),
  title: localText,
  main_language: language,
  variant: z.enum(variants),
  duration_minutes: z.int(),
  started_at: timestamp,
  finished_at: z.nullable(timestamp),
  /** The question to show first. */
  position: z.int(),
  topics: z.array(topicRef),
  questions: z.array(shownQuestion),
  /** One per question. */
  answers: z.array(storedAnswer),
  /** The learner's integrity events so far. */
  events: z.int(),
})
export type AttemptPage = z.infer<typeof attemptPage>

export const startAttempt = endpoint({
  name: 'assessments.start',
  method: 'POST',
  path: '/api/clients/{clientId}/assessments/{assessmentId}/start/',
  access: 'member',
  feature: 'assessment',
  idempotency: 'natural',
  summary: 'Start an attempt, or return the running one; repeats start no second attempt',
  params: assessmentParams,
  body: z.object({
    /** The page instance id: new each time a tab opens the attempt. */
    holder: z.uuid(),
    /** Referrer from the path; an odd one counts as none. */
    ref: z.pipe(z.optional(z.nullable(z.string())), z.transform(referralOf)),
    /** The person read what is recorded and agreed. */
    consent: z.literal(true),
  }),
  response: attemptPage,
  alsoFails: [409],
})

export const holdAttempt = endpoint({
  name: 'assessments.hold',
  method: 'POST',
  path: '/api/clients/{clientId}/attempts/{attemptId}/hold/',
  access: 'member',
  feature: 'assessment',
  idempotency: 'natural',
  summary: 'Move the attempt to this device; the previous device learns it with its next call',
  params: attemptParams,
  body: z.object({ holder: z.uuid() }),
  response: attemptPage,
})

export const getAttempt = endpoint({
  name: 'assessments.attempt',
  method: 'GET',
  path: '/api/clients/{clientId}/attempts/{attemptId}/',
  access: 'member',
  feature: 'assessment',
  inSupportView: 'refused',
  summary: 'Get the attempt without taking its lease',
  params: attemptParams,
  query: z.object({ holder: z.optional(z.uuid()) }),
  response: attemptPage,
})

/** The caller's running attempt, wherever it was started: `/assessment/quiz` has no id in its path. */
export const runningAttempt = endpoint({
  name: 'assessments.running',
  method: 'GET',
  path: '/api/clients/{clientId}/attempts/',
  access: 'member',
  feature: 'assessment',
  summary: 'List the caller’s open attempts, latest first',
  params: clientParams,
  response: z.object({
    results: z.array(
      z.object({
        id: z.uuid(),
        assessment_id: id,
        title: localText,
        main_language: language,
        time_left_ms: z.int(),
      }),
    ),
  }),
})

const answerItem = z.object({
  position: z.int(),
  /** The `seq` of the answer that was sent, for matching. */
  seq: z.int(),
  outcome: z.enum(answerOutcomes),
  /** The answer stored now. */
  kept: storedAnswer,
})
export type AnswerItem = z.infer<typeof answerItem>
const answerBody = {
  holder: z.uuid(),
  version: z.int().check(z.minimum(0)),
  answers: z.array(sentAnswer).check(z.maxLength(QUESTIONS_MAX)),
}

export const saveAnswers = endpoint({
  name: 'assessments.saveAnswers',
  method: 'PUT',
  path: '/api/clients/{clientId}/attempts/{attemptId}/answers/',
  access: 'member',
  feature: 'assessment',
  summary:
    'Save and submit answers, several at once. 409 `already_answered` if the only answer sent meets another final answer',
  params: attemptParams,
  body: z.object({
    ...answerBody,
    position: z.optional(z.int().check(z.minimum(1), z.maximum(QUESTIONS_MAX))),
  }),
  response: z.object({ ...clockFields, items: z.array(answerItem) }),
  alsoFails: [409],
})
export type SaveAnswersResult = z.infer<(typeof saveAnswers)['response']>

export const beat = endpoint({
  name: 'assessments.beat',
  method: 'POST',
  path: '/api/clients/{clientId}/attempts/{attemptId}/beat/',
  access: 'member',
  feature: 'assessment',
  idempotency: 'key',
  summary: 'Send a heartbeat with the current question and the recorded events; returns the time left',
  params: attemptParams,
  body: z.object({
    holder: z.uuid(),
    version: z.int().check(z.minimum(0)),
    position: z.int().check(z.minimum(1), z.maximum(QUESTIONS_MAX)),
    events: z._default(z.optional(z.array(sentEvent).check(z.maxLength(100))), []),
  }),
  response: z.object({ ...clockFields, events: z.int() }),
})

export const submitAttempt = endpoint({
  name: 'assessments.submit',
  method: 'POST',
  path: '/api/clients/{clientId}/attempts/{attemptId}/submit/',
  access: 'member',
  feature: 'assessment',
  idempotency: 'natural',
  summary:
    'Submit the attempt with the answers still on the device. A repeat gets the first response; 409 for a device without the lease',
  params: attemptParams,
  body: z.object(answerBody),
  response: z.object({
    id: z.uuid(),
    assessment_id: id,
    state: z.literal('submitted'),
    finished_at: timestamp,
    ended_by: z.enum(endings),
    questions: z.int(),
    answered: z.int(),
    /** SHA-256 of the receipt's list. */
    answers_hash: z.string(),
    release: z.enum(releases),
    /** Positions of the sent answers that do not count. */
    not_counted: z.array(z.int()),
  }),
  alsoFails: [409],
})
export type Submitted = z.infer<(typeof submitAttempt)['response']>
