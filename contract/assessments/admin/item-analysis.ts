/** How the questions of an assessment worked, and grading anew after a key was mended. */
import * as z from 'zod/mini'
import { assessmentTotals } from './results.ts'
import { learnerRef as learner, letter, localText, REASON_MAX, topicRef } from '../shapes.ts'
import { id, idParam, language, timestamp } from '../../common.ts'
import { endpoint } from '../../endpoint.ts'
import { prose } from '../../problems/problems.ts'

const assessmentParams = z.object({ clientId: idParam, assessmentId: idParam })
const reason = prose(1, REASON_MAX)

const letterCounts = z.object({ A: z.int(), B: z.int(), C: z.int(), D: z.int(), none: z.int() })
/** Letters here are the author's order, not a learner's. */
export const itemAnalysis = z.object({
  question_id: id,
  version: z.int(),
  /** The bank's newest version. */
  newest_version: z.int(),
  topic: topicRef,
  main_language: language,
  prompt: localText,
  options: z.array(localText),
  /** What counts as right now, mended keys included. */
  right: z.array(letter),
  /** The newest version has the same options and another key: most likely this one is wrong. */
  newest_right: z.nullable(z.array(letter)),
  attempts: z.int(),
  /** Share of right answers, 0 to 1. */
  difficulty: z.nullable(z.number()),
  /** Point-biserial correlation with the score on the other questions; null where it has no meaning. */
  discrimination: z.nullable(z.number()),
  chosen: letterCounts,
  /** As chosen by the best 27 % and the weakest 27 %. */
  upper: letterCounts,
  lower: letterCounts,
  /** Good learners prefer a wrong letter, or discrimination is below 0 by more than chance. */
  suspicious: z.boolean(),
  /** The key was mended. */
  mended: z.boolean(),
})
export type ItemAnalysis = z.infer<typeof itemAnalysis>

export const getItemAnalysis = endpoint({
  name: 'assessmentAdmin.items',
  method: 'GET',
  path: '/api/clients/{clientId}/admin/assessments/{assessmentId}/items/',
  access: 'staff',
  summary: 'How each question worked in the finished attempts',
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
  summary: 'Mend keys and grade finished attempts anew; with `dry_run` only says what would change',
  params: assessmentParams,
  body: z.object({
    dry_run: z.boolean(),
    reason,
    /**
     * Letters in the author’s order; all four: everybody gets the point. Empty: the keys that were mended in the bank
     * (`newest_right` of the analysis) are taken over.
     */
    keys: z
      .array(
        z.object({
          question_id: id,
          version: z.int().check(z.minimum(1)),
          right: z
            .array(letter)
            .check(z.minLength(1), z.maxLength(4))
            .check(z.refine((all) => new Set(all).size === all.length)),
        }),
      )
      .check(z.maxLength(50)),
  }),
  response: z.object({
    applied: z.boolean(),
    /** Attempts that hold one of the questions. */
    looked_at: z.int(),
    /** Only those whose result changes; at most 500 are listed. */
    changed: z.int(),
    changes: z.array(changedResult),
  }),
  alsoFails: [409],
})
export type RegradeResult = z.infer<(typeof regrade)['response']>
