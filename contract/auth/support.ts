/** The support view: an administrator sees the product as a learner does, changes nothing, and the learner is told. */
import * as z from 'zod/mini'
import { clientParams, id, idParam, singleLine, timestamp } from '../common.ts'
import { endpoint, perHour } from '../endpoint.ts'
import { signedIn } from './auth.ts'

/** A view ends by itself after this time, however it is used. */
export const SUPPORT_VIEW_MINUTES = 30
export const SUPPORT_REASON_MIN = 10
export const SUPPORT_REASON_MAX = 300

export const startSupportView = endpoint({
  name: 'support.start',
  method: 'POST',
  path: '/accounts/clients/{clientId}/admin/members/{userId}/support-view/',
  access: 'admin',
  feature: null,
  hasSecrets: true,
  stepUp: true,
  rateLimit: perHour(30),
  // A repeat ends the view before it.
  idempotency: 'natural',
  summary: 'Start a read-only view of the product as a learner; ends the running one of this session',
  params: z.object({ clientId: idParam, userId: idParam }),
  body: z.object({ reason: singleLine(SUPPORT_REASON_MIN, SUPPORT_REASON_MAX) }),
  response: z.extend(signedIn, { view_id: z.uuid(), expires_at: timestamp }),
  status: 201,
})
export type SupportViewStarted = z.infer<(typeof startSupportView)['response']>

const supportView = z.object({
  id: z.uuid(),
  /** Null once the administrator's account is gone. */
  by: z.nullable(z.object({ id, name: z.string() })),
  reason: z.string(),
  started_at: timestamp,
  /** When it ended, or ends at the latest. */
  ended_at: timestamp,
  is_running: z.boolean(),
})
export type SupportView = z.infer<typeof supportView>

export const listSupportViews = endpoint({
  name: 'support.views',
  method: 'GET',
  path: '/accounts/clients/{clientId}/user/support-views/',
  access: 'member',
  feature: null,
  hasSecrets: true,
  summary: "List when and why administrators viewed the caller's account, newest first",
  params: clientParams,
  response: z.object({ results: z.array(supportView) }),
})
