/** Badges and the progress towards each (rules: Learning). */
import * as z from 'zod/mini'
import { clientParams, timestamp } from '../common.ts'
import { endpoint } from '../endpoint.ts'

/** In display order. */
export const badgeNames = [
  'first_lesson',
  'streak_3',
  'streak_7',
  'streak_30',
  'first_course',
  'five_courses',
  'first_problem',
  'problems_25',
  'perfect_quiz',
  'first_thread',
  'upvotes_10',
  'top_3_week',
] as const
export type BadgeName = (typeof badgeNames)[number]

export const getBadges = endpoint({
  name: 'badges.list',
  method: 'GET',
  path: '/api/clients/{clientId}/student/badges/',
  access: 'member',
  feature: null,
  offline: 'cache',
  summary:
    "List the badges the client's features allow, with the caller's progress; earned badges stay earned",
  params: clientParams,
  response: z.object({
    badges: z.array(
      z.object({
        badge: z.enum(badgeNames),
        earned_at: z.nullable(timestamp),
        /**
         * Lessons, days, courses, problems, percent, threads, upvotes, or minutes of this week
         * (`top_3_week`).
         */
        value: z.int(),
        target: z.int(),
      }),
    ),
  }),
})
