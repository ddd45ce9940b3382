/** Links with which people join: an admin hands one out, whoever opens it signs in or signs up and joins. */
import * as z from 'zod/mini'
import { clientParams, id, idParam, timestamp } from '../common.ts'
import { endpoint, perHour, perMinute } from '../endpoint.ts'

const LINKS = '/api/clients/{clientId}/admin/invite-links/'
const onPage = { feature: 'admin_manage_students' } as const

/** Links that are open. */
export const INVITE_LINKS_MAX = 100
export const INVITE_DAYS = [1, 7, 30, 90, 180] as const
export const INVITE_PEOPLE_MAX = 10_000

/** `ended`: by an admin, or because whoever made it administers no more. */
export const inviteStates = ['open', 'expired', 'full', 'ended'] as const
export type InviteState = (typeof inviteStates)[number]

const named = z.nullable(z.object({ id, name: z.string() }))
const inviteLink = z.object({
  id: z.uuid(),
  /** Below the client's own address. */
  path: z.string(),
  course: named,
  group: named,
  made_by: z.nullable(z.string()),
  expires_at: timestamp,
  people_max: z.nullable(z.int()),
  people: z.int(),
  state: z.enum(inviteStates),
})
export type InviteLink = z.infer<typeof inviteLink>

export const listInviteLinks = endpoint({
  name: 'students.inviteLinks',
  method: 'GET',
  path: LINKS,
  access: 'admin',
  ...onPage,
  summary: 'List the newest links with which people join, and how many did',
  params: clientParams,
  response: z.object({ links: z.array(inviteLink) }),
})

export const createInviteLink = endpoint({
  name: 'students.createInviteLink',
  method: 'POST',
  path: LINKS,
  access: 'admin',
  ...onPage,
  rateLimit: perHour(60),
  idempotency: 'key',
  status: 201,
  summary: `Make a link with which people join, with a course and a group if wanted; at most ${INVITE_LINKS_MAX} are open`,
  params: clientParams,
  body: z.object({
    idempotency_key: z.uuid(),
    course_id: z.nullable(id),
    group_id: z.nullable(id),
    days: z.union(INVITE_DAYS.map((days) => z.literal(days))),
    people_max: z.nullable(z.int().check(z.minimum(1), z.maximum(INVITE_PEOPLE_MAX))),
  }),
  response: inviteLink,
  alsoFails: [409],
})

export const endInviteLink = endpoint({
  name: 'students.endInviteLink',
  method: 'POST',
  path: `${LINKS}{linkId}/end/`,
  access: 'admin',
  ...onPage,
  rateLimit: perMinute(60),
  idempotency: 'natural',
  summary: 'End a link: nobody joins with it any more; who joined stays',
  params: z.object({ clientId: idParam, linkId: z.uuid() }),
  response: inviteLink,
})

const INVITATION = '/api/clients/{clientId}/invitations/{code}/' as const
const codeParams = z.object({ clientId: idParam, code: z.string().check(z.regex(/^[A-Za-z0-9_-]{1,40}$/)) })

/** What came of the course; null without one. */
export const joinOutcomes = ['done', 'already', 'full', 'premium', 'closed'] as const
const course = z.nullable(z.object({ id, title: z.string() }))

export const getInvitation = endpoint({
  name: 'students.invitation',
  method: 'GET',
  path: INVITATION,
  access: 'member',
  ...onPage,
  rateLimit: perMinute(30),
  summary: 'Get what a link invites to',
  params: codeParams,
  response: z.object({ state: z.enum(inviteStates), course, has_joined: z.boolean() }),
})

export const acceptInvitation = endpoint({
  name: 'students.acceptInvitation',
  method: 'POST',
  path: INVITATION,
  access: 'member',
  ...onPage,
  rateLimit: perMinute(30),
  idempotency: 'natural',
  summary: 'Join by a link: its course is begun and its group gets a member; a repeat changes nothing',
  params: codeParams,
  response: z.object({ course, outcome: z.nullable(z.enum(joinOutcomes)) }),
  alsoFails: [409],
})
