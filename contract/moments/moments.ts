/** Moments of joy: what a learner has just reached, each told once. */
import * as z from 'zod/mini'
import { badgeNames } from '../badges/badges.ts'
import { clientParams, id } from '../common.ts'
import { fallbackLanguage } from '../courses/shapes.ts'
import { endpoint } from '../endpoint.ts'

/** Largest first: of several moments at once the first one leads. */
export const momentKinds = [
  'course',
  'assessment',
  'certificate',
  'section',
  'badge',
  'streak',
  'lesson',
] as const
export type MomentKind = (typeof momentKinds)[number]

const titled = { title: z.string(), language: fallbackLanguage }

export const moment = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('course'), course_id: id, ...titled }),
  z.object({ kind: z.literal('section'), course_id: id, section_id: id, ...titled }),
  z.object({ kind: z.literal('lesson'), course_id: id, topic_id: id, ...titled }),
  z.object({ kind: z.literal('assessment'), attempt_id: z.uuid(), ...titled }),
  z.object({ kind: z.literal('certificate'), serial: z.string(), title: z.string() }),
  /** Days in a row, today included. */
  z.object({ kind: z.literal('streak'), days: z.int() }),
  z.object({ kind: z.literal('badge'), badge: z.enum(badgeNames) }),
])
export type Moment = z.infer<typeof moment>

export const claimMoments = endpoint({
  name: 'moments.claim',
  method: 'POST',
  path: '/api/clients/{clientId}/student/moments/',
  access: 'member',
  feature: null,
  idempotency: 'key',
  summary:
    'Take what the caller has just reached and has not been told yet, largest first; each moment goes to one call only',
  params: clientParams,
  body: z.object({
    idempotency_key: z.uuid(),
    /** Set by the page of a result: whether this attempt passed is told there and nowhere else. */
    attempt_id: z.optional(z.uuid()),
  }),
  response: z.object({ moments: z.array(moment) }),
})
