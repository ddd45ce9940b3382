/** What a learner wants to learn for and about, and for how long a day: the three steps of the welcome. */
import * as z from 'zod/mini'
import { clientParams, singleLine } from '../common.ts'
import { endpoint } from '../endpoint.ts'

export const purposes = ['job', 'studies', 'skills', 'fun'] as const
export type Purpose = (typeof purposes)[number]
/** Minutes a day that the welcome offers; the weekly goal is seven times as much. */
export const DAILY_MINUTES = [10, 20, 30] as const
export type DailyMinutes = (typeof DAILY_MINUTES)[number]
export const INTERESTS_MAX = 10
const INTEREST_LENGTH_MAX = 100

const purpose = z.nullable(z.enum(purposes))

export const learnerPlan = z.object({
  /** False until the welcome was answered or skipped. */
  welcomed: z.boolean(),
  purpose,
  /** Tags of the catalogue. */
  interests: z.array(z.string()),
})
export type LearnerPlan = z.infer<typeof learnerPlan>

export const getLearnerPlan = endpoint({
  name: 'learnerPlan.get',
  method: 'GET',
  path: '/api/clients/{clientId}/student/learner-plan/',
  access: 'member',
  feature: null,
  offline: 'cache',
  summary: "Get the caller's purpose and interests, and whether the welcome is done",
  params: clientParams,
  response: learnerPlan,
})

export const saveLearnerPlan = endpoint({
  name: 'learnerPlan.save',
  method: 'PUT',
  path: '/api/clients/{clientId}/student/learner-plan/',
  access: 'member',
  feature: null,
  summary: 'Save purpose and interests, and with `daily_minutes` the weekly goal; ends the welcome',
  params: clientParams,
  body: z.object({
    purpose,
    interests: z.array(singleLine(1, INTEREST_LENGTH_MAX)).check(z.maxLength(INTERESTS_MAX)),
    /** Absent or null leaves the weekly goal as it is. */
    daily_minutes: z.optional(z.nullable(z.literal(DAILY_MINUTES))),
  }),
  response: learnerPlan,
})
