/** Marks and rank (spec 3, 7; rules: Learning). */
import * as z from 'zod/mini'
import { clientParams, singleLine, timestamp } from '../common.ts'
import { endpoint } from '../endpoint.ts'

/** Rows at the top of the list, and on each side of the caller's row. */
export const LEADERBOARD_TOP = 10
export const LEADERBOARD_NEIGHBOURS = 2

export const leaderboardRow = z.object({
  /** Rank: ties share it and the next rank is skipped. */
  standing: z.int(),
  name: z.string(),
  /** The course with most of the marks. */
  course: z.nullable(z.string()),
  marks: z.number(),
  is_me: z.boolean(),
})
export type LeaderboardRow = z.infer<typeof leaderboardRow>

export const getOverallLeaderboard = endpoint({
  name: 'leaderboard.overall',
  method: 'GET',
  path: '/api/clients/{clientId}/overall-leaderboard/',
  access: 'member',
  feature: null,
  offline: 'cache',
  summary:
    "Get the top learners by marks, the caller's row and its neighbours. At most five minutes old; without staff and, for others, without hidden learners",
  params: clientParams,
  response: z.object({
    leaderboard: z.array(leaderboardRow),
    /** Null for staff, who have no rank. */
    own: z.nullable(leaderboardRow),
    /** The caller's row and those next to it; empty without marks. */
    neighbours: z.array(leaderboardRow),
    /** Number of learners with marks. */
    learners: z.int(),
    updated_at: timestamp,
  }),
})

export const visibilities = ['shown', 'nickname', 'hidden'] as const
export type Visibility = (typeof visibilities)[number]
export const NICKNAME_MIN = 2
export const NICKNAME_MAX = 30

const visibilityChoice = z.object({ visibility: z.enum(visibilities), nickname: z.nullable(z.string()) })

export const getVisibility = endpoint({
  name: 'leaderboard.visibility',
  method: 'GET',
  path: '/api/clients/{clientId}/student/leaderboard-visibility/',
  access: 'member',
  feature: null,
  summary: 'Get how the caller appears on leaderboards: with the name, with a nickname, or hidden',
  params: clientParams,
  response: visibilityChoice,
})

export const setVisibility = endpoint({
  name: 'leaderboard.setVisibility',
  method: 'PUT',
  path: '/api/clients/{clientId}/student/leaderboard-visibility/',
  access: 'member',
  feature: null,
  summary:
    "Set how the caller appears, effective at once; a nickname must not be another person's name or nickname",
  params: clientParams,
  body: z.object({
    visibility: z.enum(visibilities),
    nickname: z._default(z.optional(z.nullable(singleLine(NICKNAME_MIN, NICKNAME_MAX))), null),
  }),
  response: visibilityChoice,
})
