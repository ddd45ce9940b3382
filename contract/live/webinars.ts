/** Webinars: everybody signed in sees the schedule and may register (rules: Live classes). */
import * as z from 'zod/mini'
import { clientParams, id, idParam, pageOf, pageQuery, timestamp } from '../common.ts'
import { endpoint, perHour } from '../endpoint.ts'
import { sessionStates } from './session-state.ts'
import { recordingSummary } from './shapes.ts'

const WEBINARS = '/api/clients/{clientId}/webinars/' as const
const webinarParams = z.extend(clientParams, { sessionId: idParam })

export const webinar = z.object({
  id,
  title: z.string(),
  description: z.string(),
  hosts: z.array(z.object({ id, name: z.string() })),
  starts_at: timestamp,
  ends_at: timestamp,
  time_zone: z.string(),
  state: z.enum(sessionStates),
  capacity: z.nullable(z.int()),
  registered: z.int(),
  /** Whether the caller is registered. */
  is_registered: z.boolean(),
  /** Everybody signed in may watch it: everybody could register. */
  recording: recordingSummary,
  /** Whether the caller may change it and see who registered. */
  may_manage: z.boolean(),
})
export type Webinar = z.infer<typeof webinar>

export const webinarViews = ['upcoming', 'mine', 'past'] as const

export const listWebinars = endpoint({
  name: 'webinars.list',
  method: 'GET',
  path: WEBINARS,
  access: 'member',
  feature: 'admin_webinar_management',
  summary:
    'List webinars: coming ones soonest first, past ones newest first; `mine`: coming ones registered for',
  params: clientParams,
  query: z.object({
    ...pageQuery,
    view: z._default(z.optional(z.enum(webinarViews)), 'upcoming'),
    search: z.optional(z.string().check(z.maxLength(200))),
  }),
  response: pageOf(webinar),
})

export const registerForWebinar = endpoint({
  name: 'webinars.register',
  method: 'PUT',
  path: `${WEBINARS}{sessionId}/registration/`,
  access: 'member',
  feature: 'admin_webinar_management',
  rateLimit: perHour(60),
  summary: 'Register for a webinar; 409 when it is full or over',
  params: webinarParams,
  response: webinar,
  alsoFails: [409],
})

export const leaveWebinar = endpoint({
  name: 'webinars.leave',
  method: 'DELETE',
  path: `${WEBINARS}{sessionId}/registration/`,
  access: 'member',
  feature: 'admin_webinar_management',
  rateLimit: perHour(60),
  summary: 'Give up the seat of a webinar; 409 when it is over',
  params: webinarParams,
  response: webinar,
  alsoFails: [409],
})

export const listRegistrations = endpoint({
  name: 'webinars.registrations',
  method: 'GET',
  path: '/api/clients/{clientId}/admin/webinars/{sessionId}/registrations/',
  access: 'staff',
  feature: 'admin_webinar_management',
  summary:
    "List who registered for one of the caller's webinars (any for an admin), newest first. Admins also see and search addresses",
  params: webinarParams,
  query: z.object({ ...pageQuery, search: z.optional(z.string().check(z.maxLength(200))) }),
  response: pageOf(
    z.object({
      id,
      name: z.string(),
      /** For admins only; null for instructors. */
      email: z.nullable(z.string()),
      registered_at: timestamp,
      joined_at: z.nullable(timestamp),
    }),
  ),
})
