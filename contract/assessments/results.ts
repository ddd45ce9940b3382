/** After the attempt: result, review, receipt, appeal, roadmap. The attempt itself is in assessments.ts. */
import * as z from 'zod/mini'
import {
  appeal,
  attemptSummary,
  band,
  endings,
  integrityDecision,
  lateAnswer,
  letter,
  localText,
  releases,
  result,
  scoredAttempt,
  timelineEvent,
  topicRef,
  variants,
} from './shapes.ts'
import { clientParams, id, idParam, inSomeLanguages, language, timestamp } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { programmeSlugs } from '../money/programme-slugs.ts'
import { prose } from '../problems/problems.ts'

const assessmentParams = z.object({ clientId: idParam, assessmentId: idParam })
const attemptParams = z.object({ clientId: idParam, attemptId: z.uuid() })

export const getResult = endpoint({
  name: 'assessments.result',
  method: 'GET',
  path: '/api/clients/{clientId}/attempts/{attemptId}/result/',
  access: 'member',
  feature: 'assessment',
  summary: 'Get the result of an attempt once released, and the record of integrity events at any time',
  params: attemptParams,
  response: z.object({
    attempt: attemptSummary,
    assessment: z.object({
      id,
      title: localText,
      main_language: language,
      variant: z.enum(variants),
      duration_minutes: z.int(),
      release: z.enum(releases),
      pass_percent: z.nullable(z.int()),
      bands: z.array(band),
      closes_at: z.nullable(timestamp),
    }),
    questions: z.int(),
    answered: z.int(),
    answers_hash: z.string(),
    /** Null until released. */
    result: z.nullable(result),
    /** Share of finished attempts below, ties counted half; null until released or with too few attempts. */
    percentile: z.nullable(z.number()),
    /** Finished attempts that the percentile is based on. */
    finished: z.int(),
    /** Earlier results of a regraded attempt, newest first; empty until released. */
    earlier: z.array(result),
    /** The caller’s attempts at this assessment, this one included, newest first. */
    attempts: z.array(scoredAttempt),
    late: z.array(lateAnswer),
    timeline: z.array(timelineEvent),
    decision: z.nullable(integrityDecision),
    appeal: z.nullable(appeal),
    /** Last moment to appeal the decision; null if it cannot be appealed. */
    appeal_until: z.nullable(timestamp),
    may_start_again: z.boolean(),
  }),
})
export type ResultPage = z.infer<(typeof getResult)['response']>

/** Apart from the list of assessments, which is read during an attempt and carries no score (E8). */
export const listOwnResults = endpoint({
  name: 'assessments.ownResults',
  method: 'GET',
  path: '/api/clients/{clientId}/student/assessment-results/',
  access: 'member',
  feature: 'assessment',
  summary:
    "List the caller's finished attempts at all assessments, newest first, with their scores once released",
  params: clientParams,
  response: z.object({
    results: z.array(
      z.object({
        assessment: z.object({ id, title: localText, main_language: language }),
        attempt: scoredAttempt,
        /** The assessment has been taken more than once. */
        is_one_of_several: z.boolean(),
      }),
    ),
  }),
})
export type OwnResult = z.infer<(typeof listOwnResults)['response']>['results'][number]

const reviewText = z.object({ prompt: z.string(), options: z.array(z.string()), explanation: z.string() })
export const getReview = endpoint({
  name: 'assessments.review',
  method: 'GET',
  path: '/api/clients/{clientId}/attempts/{attemptId}/review/',
  access: 'member',
  feature: 'assessment',
  summary:
    "Review each question with the caller's answer, the right one and the explanation; 404 until the result is released",
  params: attemptParams,
  response: z.object({
    topics: z.array(topicRef),
    questions: z.array(
      z.object({
        position: z.int(),
        topic_id: id,
        main_language: language,
        texts: inSomeLanguages(reviewText),
        choice: z.nullable(letter),
        /** Usually one; several or all after a correction of the key. */
        right: z.array(letter),
        correct: z.boolean(),
        /** The key was corrected after the attempt. */
        key_corrected: z.boolean(),
      }),
    ),
  }),
})
export type Review = z.infer<(typeof getReview)['response']>

export const getReceipt = endpoint({
  name: 'assessments.receipt',
  method: 'GET',
  path: '/api/clients/{clientId}/attempts/{attemptId}/receipt/',
  access: 'member',
  feature: 'assessment',
  summary:
    'Get the receipt: each submitted answer with its time, and the checksum; available right after submission',
  params: attemptParams,
  response: z.object({
    attempt_id: z.uuid(),
    assessment_id: id,
    title: localText,
    main_language: language,
    learner: z.string(),
    number: z.int(),
    started_at: timestamp,
    finished_at: timestamp,
    ended_by: z.enum(endings),
    answers: z.array(
      z.object({
        position: z.int(),
        question_id: id,
        version: z.int(),
        choice: z.nullable(letter),
        /** Text of the choice. */
        option: z.nullable(localText),
        final: z.boolean(),
        /** By the server's clock. */
        saved_at: z.nullable(timestamp),
        submitted_at: z.nullable(timestamp),
      }),
    ),
    late: z.array(lateAnswer),
    /** The exact text (UTF-8) that was hashed, so that the learner can verify it. */
    canonical: z.string(),
    /** SHA-256 of `canonical`, hexadecimal. */
    answers_hash: z.string(),
  }),
})
export type Receipt = z.infer<(typeof getReceipt)['response']>

export const appealDecision = endpoint({
  name: 'assessments.appeal',
  method: 'POST',
  path: '/api/clients/{clientId}/attempts/{attemptId}/appeal/',
  access: 'member',
  feature: 'assessment',
  idempotency: 'natural',
  summary: 'Appeal an integrity decision, once and within seven days',
  params: attemptParams,
  body: z.object({ text: prose(1, 3000) }),
  response: appeal,
  alsoFails: [409],
})

/* ---- roadmap ---- */

export const stageKinds = ['foundation', 'core', 'projects', 'interview', 'placement'] as const
export type StageKind = (typeof stageKinds)[number]
export const stageStates = ['done', 'in_progress', 'open'] as const
export const getRoadmap = endpoint({
  name: 'assessments.roadmap',
  method: 'GET',
  path: '/api/clients/{clientId}/assessments/{assessmentId}/roadmap/',
  access: 'member',
  feature: 'assessment',
  summary:
    'Get the stages from the result to a placement; 404 before a result of this assessment is released',
  params: assessmentParams,
  response: z.object({
    assessment: z.object({ id, title: localText, main_language: language }),
    attempt_id: z.uuid(),
    percent: z.number(),
    scholarship_percent: z.int(),
    /** What score earns which scholarship. */
    bands: z.array(band),
    pass_percent: z.nullable(z.int()),
    /** Whose price the scholarship lowers. */
    programmes: z.array(z.object({ slug: z.enum(programmeSlugs), title: localText })),
    stages: z.array(
      z.object({
        kind: z.enum(stageKinds),
        state: z.enum(stageStates),
        /** Without courses that are sold out for the caller. */
        courses: z.array(
          z.object({
            course_id: id,
            title: z.string(),
            cover: z.nullable(z.string()),
            /** The weak topic this course is for: "42 % in Logical". Null in other stages. */
            reason: z.nullable(z.object({ topic: topicRef, percent: z.number() })),
            enrolled: z.boolean(),
            completed: z.boolean(),
            progress_percent: z.int(),
          }),
        ),
        /** Pages of the app that belong to the stage, for example `/jobs`. */
        pages: z.array(z.string()),
      }),
    ),
  }),
})
export type Roadmap = z.infer<(typeof getRoadmap)['response']>
