/** How well each question worked, and regrading after a key was corrected. */
import * as z from 'zod/mini'
import { assessmentTotals } from './results.ts'
import { learnerRef as learner, letter, localText, REASON_MAX, topicRef } from '../shapes.ts'
import { id, idParam, language, timestamp } from '../../common.ts'
import { endpoint } from '../../endpoint.ts'
import { prose } from '../../problems/problems.ts'

const assessmentParams = z.object({ clientId: idParam, assessmentId: idParam })
const reason = prose(1, REASON_MAX)

const letterCounts = z.object({ A: z.int(), B: z.int(), C: z.int(), D: z.int(), none: z.int() })
/** Letters are in the author's order, not in a learner's. */
export const itemAnalysis = z.object({
  question_id: id,
  version: z.int(),
  /** The newest version in the question bank. */
  newest_version: z.int(),
  topic: topicRef,
  main_language: language,
  prompt: localText,
  options: z.array(localText),
  /** What counts as right now, corrected keys included. */
  right: z.array(letter),
  /**
   * Key of the newest version if the options are equal and the key differs: this version's key is probably
   * wrong.
   */
  newest_right: z.nullable(z.array(letter)),
  attempts: z.int(),
  /** Share of right answers, 0 to 1. */
  difficulty: z.nullable(z.number()),
  /** Point-biserial correlation with the score on the other questions; null where undefined. */
  discrimination: z.nullable(z.number()),
  chosen: letterCounts,
  /** Choices of the best 27 % and the weakest 27 %. */
  upper: letterCounts,
  lower: letterCounts,
  /** Good learners prefer a wrong letter, or discrimination is below 0 by more than chance. */
  suspicious: z.boolean(),
  /** The key was corrected. */
  key_corrected: z.boolean(),
})
export type ItemAnalysis = z.infer<typeof itemAnalysis>

export const getItemAnalysis = endpoint({
  name: 'assessmentAdmin.items',
  method: 'GET',
  path: '/api/clients/{clientId}/admin/assessments/{assessmentId}/items/',
  access: 'staff',
  feature: 'admin_assessment_result',
  summary: 'Analyse how each question worked in the finished attempts',
  params: assessmentParams,
  response: z.object({
    assessment: assessmentTotals,
    attempts: z.int(),
    counted_at: timestamp,
    results: z.array(itemAnalysis),
  }),
})

const changedResult = z.object({
  attempt_id: z.uuid(),
  learner,
  before: z.object({ right: z.int(), percent: z.number(), scholarship_percent: z.int() }),
  after: z.object({ right: z.int(), percent: z.number(), scholarship_percent: z.int() }),
})
export type ChangedResult = z.infer<typeof changedResult>

export const regrade = endpoint({
  name: 'assessmentAdmin.regrade',
  method: 'POST',
  path: '/api/clients/{clientId}/admin/assessments/{assessmentId}/regrade/',
  access: 'staff',
  feature: 'admin_assessment_result',
  summary: 'Correct keys and regrade finished attempts; with `dry_run` only report what would change',
  params: assessmentParams,
  body: z.object({
    dry_run: z.boolean(),
    reason,
    /**
     * Letters in the author’s order. All four letters: everybody gets the point. Empty: use the keys that
     * were corrected
     * in the bank (`newest_right` of the analysis).
     */
    keys: z
      .array(
        z.object({
          question_id: id,
          version: z.int().check(z.minimum(1)),
          right: z
            .array(letter)
            .check(z.minLength(1), z.maxLength(4))
            .check(z.refine((list) => new Set(list).size === list.length)),
        }),
      )
      .check(z.maxLength(50)),
  }),
  response: z.object({
    applied: z.boolean(),
    /** Attempts that contain one of the questions. */
    looked_at: z.int(),
    /** Number of attempts whose result changes; at most 500 are listed. */
    changed: z.int(),
    changes: z.array(changedResult),
  }),
  alsoFails: [409],
})
export type RegradeResult = z.infer<(typeof regrade)['response']>
