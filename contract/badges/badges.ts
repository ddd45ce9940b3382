/** Badges and how far one is from each (RULES "Learning"). */
import * as z from 'zod/mini'
import { clientParams, timestamp } from '../common.ts'
import { endpoint } from '../endpoint.ts'

/** In the order in which they are shown. */
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
  summary: 'Every badge that the client’s features allow, with the own progress; what was earned once stays',
  params: clientParams,
  response: z.object({
    badges: z.array(
      z.object({
        badge: z.enum(badgeNames),
        earned_at: z.nullable(timestamp),
        /** Lessons, days, courses, problems, percent, threads, upvotes, or (top 3 of the week) minutes of this week. */
        value: z.int(),
        target: z.int(),
      }),
    ),
  }),
})
