/** Learners who may give up, with the reasons. */
import * as z from 'zod/mini'
import { clientParams, id, language, pageOf, pageQuery, timestamp } from '../common.ts'
import { endpoint } from '../endpoint.ts'

/**
 * `inactive`: no study for some days in spite of an unfinished course. `behind`: far behind the pace of a course.
 * `quizzes`: failed several quizzes of a course. `attendance`: below the goal in a course's classes.
 * `payment`: a part of a programme is overdue; only those who see the payments see it.
 */
export const riskReasons = ['inactive', 'behind', 'quizzes', 'attendance', 'payment'] as const
export type RiskReason = (typeof riskReasons)[number]

/** Percentage points behind the pace of the course. */
export const BEHIND_POINTS = 25
/** Nobody is behind in the first days. */
export const BEHIND_AFTER_DAYS = 7
/** So many people have to finish before their time is a course's pace. */
export const PACE_FINISHERS = 5
/** Days after a section opens until its lessons are expected. */
export const DUE_AFTER_DAYS = 7
/** Quizzes of one course that were tried and not passed. */
export const FAILED_QUIZZES = 2
/** Days without progress in a course after which a learner counts as stopped at a lesson. */
export const STOPPED_DAYS = 14

const reason = z.object({
  reason: z.enum(riskReasons),
  /** Null for what is about no single course. */
  course: z.nullable(z.object({ id, title: z.string() })),
  /** Days without study; percent done; quizzes not passed; percent attended; days overdue. */
  value: z.int(),
  /** The percentage that the course's pace or the goal asks for. */
  expected: z.nullable(z.int()),
})

const learner = z.object({
  id,
  name: z.string(),
  picture: z.nullable(z.string()),
  /** Null for instructors. */
  email: z.nullable(z.string()),
  /** The language to write in. */
  language,
  reasons: z.array(reason),
})
export type RiskLearner = z.infer<typeof learner>

export const listAtRisk = endpoint({
  name: 'dashboard.atRisk',
  method: 'GET',
  path: '/api/clients/{clientId}/admin/dashboard/at-risk/',
  access: 'staff',
  feature: null,
  summary: 'List learners at risk with the reasons, those with most reasons first',
  params: clientParams,
  query: z.object({ ...pageQuery, reason: z.optional(z.enum(riskReasons)) }),
  response: z.extend(pageOf(learner), { counted_at: z.nullable(timestamp) }),
})
