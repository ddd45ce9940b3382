/** Assessments for staff: results, one attempt, monitor, release, extra time. */
import * as z from 'zod/mini'
import {
  appeal,
  attemptStates,
  decisions,
  endings,
  EXTRA_MINUTES_MAX,
  integrityDecision,
  lateAnswer,
  learnerRef as learner,
  letter,
  localText,
  REASON_MAX,
  releases,
  result,
  timelineEvent,
  topicRef,
  variants,
} from '../shapes.ts'
import {
  clientParams,
  day,
  id,
  idParam,
  inSomeLanguages,
  language,
  pageOf,
  pageQuery,
  timestamp,
} from '../../common.ts'
import { endpoint } from '../../endpoint.ts'
import { prose } from '../../problems/problems.ts'

const assessmentParams = z.object({ clientId: idParam, assessmentId: idParam })
const attemptParams = z.object({ clientId: idParam, attemptId: z.uuid() })
const personParams = z.object({ clientId: idParam, assessmentId: idParam, userId: idParam })
const reason = prose(1, REASON_MAX)

/* ---- overview and results ---- */

export const assessmentTotals = z.object({
  id,
  title: localText,
  main_language: language,
  variant: z.enum(variants),
  status: z.enum(['active', 'inactive']),
  release: z.enum(releases),
  /** When staff released the results; null for `by_hand` until then. */
  released_at: z.nullable(timestamp),
  /** Whether learners see their results now. */
  released: z.boolean(),
  opens_at: z.nullable(timestamp),
  closes_at: z.nullable(timestamp),
  open: z.int(),
  submitted: z.int(),
  /** Attempts with enough events to be reviewed and no decision yet. */
  flagged: z.int(),
  /** Appeals without an answer. */
  appeals: z.int(),
  /** Late answers that nobody has counted. */
  late: z.int(),
})
export type AssessmentTotals = z.infer<typeof assessmentTotals>

export const listAssessmentTotals = endpoint({
  name: 'assessmentAdmin.totals',
  method: 'GET',
  path: '/api/clients/{clientId}/admin/assessment-results/',
  access: 'staff',
  feature: 'admin_assessment_result',
  summary: 'List every assessment with its attempt counts',
  params: clientParams,
  response: z.object({ results: z.array(assessmentTotals) }),
})

const resultRow = z.object({
  attempt_id: z.uuid(),
  learner,
  number: z.int(),
  state: z.enum(attemptStates),
  started_at: timestamp,
  finished_at: z.nullable(timestamp),
  ended_by: z.nullable(z.enum(endings)),
  right: z.nullable(z.int()),
  questions: z.int(),
  answered: z.int(),
  percent: z.nullable(z.number()),
  percentile: z.nullable(z.number()),
  passed: z.nullable(z.boolean()),
  scholarship_percent: z.nullable(z.int()),
  result_version: z.nullable(z.int()),
  events: z.int(),
  flagged: z.boolean(),
  decision: z.nullable(z.enum(decisions)),
  /** Has an unanswered appeal. */
  appeal_open: z.boolean(),
  late: z.int(),
  ref: z.nullable(z.string()),
})
export type ResultRow = z.infer<typeof resultRow>

const percentText = z.coerce.number().check(z.minimum(0), z.maximum(100))
export const resultFilters = {
  /** Name or e-mail. */
  search: z.optional(z.string().check(z.maxLength(200))),
  state: z.optional(z.enum(attemptStates)),
  /** Scholarship percent of the band; 0 is "none". */
  band: z.optional(percentText),
  min_percent: z.optional(percentText),
  max_percent: z.optional(percentText),
  /** Start day of the attempt in UTC, both ends included. */
  from: z.optional(day),
  to: z.optional(day),
  /** Needs review: flagged without a decision, an open appeal, or a late answer. */
  flagged: z.optional(z.enum(['true', 'false'])),
}
export const resultOrders = ['-started_at', 'started_at', '-percent', 'percent', 'name'] as const

export const listResults = endpoint({
  name: 'assessmentAdmin.results',
  method: 'GET',
  path: '/api/clients/{clientId}/admin/assessments/{assessmentId}/results/',
  access: 'staff',
  feature: 'admin_assessment_result',
  summary: 'List filtered attempts of one assessment, with the distribution over all matches',
  params: assessmentParams,
  query: z.object({
    ...pageQuery,
    ...resultFilters,
    ordering: z._default(z.optional(z.enum(resultOrders)), '-started_at'),
  }),
  response: z.extend(pageOf(resultRow), {
    assessment: assessmentTotals,
    summary: z.object({
      finished: z.int(),
      average: z.nullable(z.number()),
      median: z.nullable(z.number()),
      /** Attempts with 0 to below 10 %, …, 90 to 100 %: ten numbers. */
      distribution: z.array(z.int()),
      bands: z.array(z.object({ scholarship_percent: z.int(), attempts: z.int() })),
      topics: z.array(z.object({ topic: topicRef, percent: z.number() })),
    }),
  }),
})
export type ResultsPage = z.infer<(typeof listResults)['response']>

export const exportResults = endpoint({
  name: 'assessmentAdmin.export',
  method: 'GET',
  path: '/api/clients/{clientId}/admin/assessments/{assessmentId}/results/export/',
  access: 'staff',
  feature: 'admin_assessment_result',
  stepUp: true,
  summary: 'Export the filtered attempts as CSV; cells that a spreadsheet would run are escaped',
  params: assessmentParams,
  query: z.object(resultFilters),
  response: z.object({ file_name: z.string(), rows: z.int(), csv: z.string() }),
})

/* ---- one attempt ---- */

const staffText = z.object({ prompt: z.string(), options: z.array(z.string()), explanation: z.string() })
export const attemptDetail = z.object({
  row: resultRow,
  assessment: assessmentTotals,
  deadline_at: timestamp,
  extra_minutes: z.int(),
  /** The full verified number: staff may have to call. */
  phone: z.nullable(z.string()),
  answers_hash: z.nullable(z.string()),
  last_seen_at: z.nullable(timestamp),
  topics: z.array(topicRef),
  answers: z.array(
    z.object({
      position: z.int(),
      question_id: id,
      version: z.int(),
      topic_id: id,
      main_language: language,
      texts: inSomeLanguages(staffText),
      choice: z.nullable(letter),
      right: z.array(letter),
      correct: z.boolean(),
      final: z.boolean(),
      marked: z.boolean(),
      saved_at: z.nullable(timestamp),
      submitted_at: z.nullable(timestamp),
    }),
  ),
  /** Newest first; empty while the attempt is open. */
  results: z.array(z.extend(result, { by: z.nullable(z.string()) })),
  late: z.array(lateAnswer),
  timeline: z.array(timelineEvent),
  decision: z.nullable(integrityDecision),
  appeal: z.nullable(appeal),
  /** Extra minutes granted, with their reasons. */
  extra: z.array(z.object({ minutes: z.int(), reason: z.string(), by: z.string(), at: timestamp })),
  attempts_allowed: z.int(),
  attempts_used: z.int(),
})
export type AttemptDetail = z.infer<typeof attemptDetail>

export const getAttemptDetail = endpoint({
  name: 'assessmentAdmin.attempt',
  method: 'GET',
  path: '/api/clients/{clientId}/admin/attempts/{attemptId}/',
  access: 'staff',
  feature: 'admin_assessment_result',
  summary: 'Get one attempt with its answers, events, late answers and results',
  params: attemptParams,
  response: attemptDetail,
})

export const addExtraTime = endpoint({
  name: 'assessmentAdmin.extraTime',
  method: 'POST',
  path: '/api/clients/{clientId}/admin/attempts/{attemptId}/extra-time/',
  access: 'staff',
  feature: 'admin_assessment_result',
  idempotency: 'key',
  summary: 'Give a running attempt more minutes; a repeat with the same key gives them once',
  params: attemptParams,
  body: z.object({
    idempotency_key: z.uuid(),
    minutes: z.int().check(z.minimum(1), z.maximum(EXTRA_MINUTES_MAX)),
    reason,
  }),
  response: z.object({ deadline_at: timestamp, extra_minutes: z.int() }),
  alsoFails: [409],
})

export const countLateAnswer = endpoint({
  name: 'assessmentAdmin.countLate',
  method: 'POST',
  path: '/api/clients/{clientId}/admin/attempts/{attemptId}/late-answers/{lateId}/count/',
  access: 'staff',
  feature: 'admin_assessment_result',
  idempotency: 'natural',
  summary: 'Count an answer that came late or from a previous device; creates a new version of the result',
  params: z.object({ clientId: idParam, attemptId: z.uuid(), lateId: idParam }),
  body: z.object({ reason }),
  response: attemptDetail,
  alsoFails: [409],
})

export const decideIntegrity = endpoint({
  name: 'assessmentAdmin.decide',
  method: 'PUT',
  path: '/api/clients/{clientId}/admin/attempts/{attemptId}/decision/',
  access: 'staff',
  feature: 'admin_assessment_result',
  summary: 'Decide what the integrity events mean; never changes the score',
  params: attemptParams,
  body: z.object({ decision: z.enum(decisions), note: prose(1, 2000) }),
  response: attemptDetail,
  alsoFails: [409],
})

export const answerAppeal = endpoint({
  name: 'assessmentAdmin.answerAppeal',
  method: 'POST',
  path: '/api/clients/{clientId}/admin/attempts/{attemptId}/appeal/',
  access: 'staff',
  feature: 'admin_assessment_result',
  idempotency: 'natural',
  summary: 'Answer an appeal, once; accepting it clears the decision',
  params: attemptParams,
  body: z.object({ outcome: z.enum(['accepted', 'declined']), text: prose(1, 3000) }),
  response: attemptDetail,
  alsoFails: [409],
})

/* ---- monitor ---- */

export const getMonitor = endpoint({
  name: 'assessmentAdmin.monitor',
  method: 'GET',
  path: '/api/clients/{clientId}/admin/assessments/{assessmentId}/monitor/',
  access: 'staff',
  feature: 'admin_assessment_result',
  summary: 'List the attempts that are running and those that finished within the last hour',
  params: assessmentParams,
  response: z.object({
    assessment: assessmentTotals,
    server_time: timestamp,
    rows: z.array(
      z.object({
        attempt_id: z.uuid(),
        learner,
        state: z.enum(attemptStates),
        started_at: timestamp,
        finished_at: z.nullable(timestamp),
        last_seen_at: timestamp,
        /** Set after two missed heartbeats: offline since then. */
        offline_since: z.nullable(timestamp),
        position: z.int(),
        questions: z.int(),
        answered: z.int(),
        final: z.int(),
        time_left_ms: z.int(),
        extra_minutes: z.int(),
        events: z.int(),
        flagged: z.boolean(),
        /** How often the attempt moved to another device. */
        moves: z.int(),
      }),
    ),
  }),
})
export type Monitor = z.infer<(typeof getMonitor)['response']>

/* ---- release, grants, accommodations ---- */

export const releaseResults = endpoint({
  name: 'assessmentAdmin.release',
  method: 'PUT',
  path: '/api/clients/{clientId}/admin/assessments/{assessmentId}/release/',
  access: 'staff',
  feature: 'admin_assessment_result',
  summary: 'Release the results to learners now, or undo a manual release; safe to repeat',
  params: assessmentParams,
  body: z.object({ released: z.boolean() }),
  response: assessmentTotals,
})

export const findLearners = endpoint({
  name: 'assessmentAdmin.learners',
  method: 'GET',
  path: '/api/clients/{clientId}/admin/assessments/{assessmentId}/learners/',
  access: 'staff',
  feature: 'admin_assessment_result',
  summary: 'Find learners by name or e-mail with their extra time and attempts',
  params: assessmentParams,
  query: z.object({
    ...pageQuery,
    search: z.optional(z.string().check(z.maxLength(200))),
    /** Only learners with extra time or granted attempts. */
    special: z.optional(z.enum(['true', 'false'])),
  }),
  response: pageOf(
    z.object({
      learner,
      extra_minutes: z.int(),
      extra_reason: z.nullable(z.string()),
      attempts_allowed: z.int(),
      attempts_used: z.int(),
      grants: z.array(z.object({ attempts: z.int(), reason: z.string(), by: z.string(), at: timestamp })),
    }),
  ),
})
export type LearnerLine = z.infer<(typeof findLearners)['response']>['results'][number]

export const grantAttempt = endpoint({
  name: 'assessmentAdmin.grant',
  method: 'POST',
  path: '/api/clients/{clientId}/admin/assessments/{assessmentId}/learners/{userId}/grants/',
  access: 'staff',
  feature: 'admin_assessment_result',
  idempotency: 'key',
  summary: 'Allow one more attempt; a repeat with the same key allows it once',
  params: personParams,
  body: z.object({ idempotency_key: z.uuid(), reason }),
  response: z.object({ attempts_allowed: z.int(), attempts_used: z.int() }),
})

export const setAccommodation = endpoint({
  name: 'assessmentAdmin.accommodation',
  method: 'PUT',
  path: '/api/clients/{clientId}/admin/assessments/{assessmentId}/learners/{userId}/accommodation/',
  access: 'staff',
  feature: 'admin_assessment_result',
  summary: 'Set extra minutes for one learner’s future attempts; 0 removes them',
  params: personParams,
  body: z.object({ extra_minutes: z.int().check(z.minimum(0), z.maximum(EXTRA_MINUTES_MAX)), reason }),
  response: z.object({ extra_minutes: z.int(), extra_reason: z.nullable(z.string()) }),
})
