/** Marks and standing (spec §3 "Leaderboard row", §7; RULES "Learning"). */
import * as z from 'zod/mini'
import { clientParams, line, timestamp } from '../common.ts'
import { endpoint } from '../endpoint.ts'

/** Rows at the top of the list, and on each side of one's own. */
export const LEADERBOARD_TOP = 10
export const LEADERBOARD_NEIGHBOURS = 2

export const leaderboardRow = z.object({
  /** Ties share it and the next one skips. */
  standing: z.int(),
  name: z.string(),
  /** The course that brought most of the marks. */
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
  summary:
    'The first learners by marks, the own row and its neighbours. At most five minutes old; staff are left out, and whoever hides is seen by nobody else',
  params: clientParams,
  response: z.object({
    leaderboard: z.array(leaderboardRow),
    /** Null for staff, who have no standing. */
    own: z.nullable(leaderboardRow),
    /** The own row with those right above and below it; empty without marks. */
    neighbours: z.array(leaderboardRow),
    /** How many have marks. */
    learners: z.int(),
    updated_at: timestamp,
  }),
})

export const visibilities = ['shown', 'nickname', 'hidden'] as const
export type Visibility = (typeof visibilities)[number]
export const NICKNAME_MIN = 2
export const NICKNAME_MAX = 30

const choice = z.object({ visibility: z.enum(visibilities), nickname: z.nullable(z.string()) })

export const getVisibility = endpoint({
  name: 'leaderboard.visibility',
  method: 'GET',
  path: '/api/clients/{clientId}/student/leaderboard-visibility/',
  access: 'member',
  summary: 'How one appears on leaderboards: with the name, with a nickname, or not at all',
  params: clientParams,
  response: choice,
})

export const setVisibility = endpoint({
  name: 'leaderboard.setVisibility',
  method: 'PUT',
  path: '/api/clients/{clientId}/student/leaderboard-visibility/',
  access: 'member',
  summary: 'Chooses it; holds at once. A nickname is nobody else’s name or nickname in the client',
  params: clientParams,
  body: z.object({
    visibility: z.enum(visibilities),
    nickname: z._default(z.optional(z.nullable(line(NICKNAME_MIN, NICKNAME_MAX))), null),
  }),
  response: choice,
})
