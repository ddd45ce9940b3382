/** The audit log as admins read it; superadmins read that of every client. */
import * as z from 'zod/mini'
import { clientParams, day, id, pageOf, pageQuery, timestamp } from '../common.ts'
import { endpoint, perHour, perMinute } from '../endpoint.ts'
import { eventKinds } from './audit-actions.ts'

const BASE = '/api/clients/{clientId}/admin/security-events/' as const

export const eventResults = ['ok', 'refused', 'failed'] as const
/** Most rows of one export: narrow the filters for older ones. */
export const EVENT_EXPORT_MAX = 10_000

const filters = {
  kind: z.optional(z.enum(eventKinds)),
  /** Name or e-mail of the person who did it, or whose account it was done to. */
  search: z.optional(z.string().check(z.maxLength(200))),
  result: z.optional(z.enum(eventResults)),
  /** What this person did, and what was done to their account. */
  about: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(2_147_483_647))),
  /** Days in UTC, both ends included. */
  from: z.optional(day),
  to: z.optional(day),
  /** Another client than the caller's; only for superadmins. */
  of: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(2_147_483_647))),
}

const securityEvent = z.object({
  id,
  at: timestamp,
  /** `feature.action`. */
  action: z.string(),
  result: z.enum(eventResults),
  /** Null for somebody who is not signed in; the name is null once the account is gone. */
  person: z.nullable(z.object({ id, name: z.nullable(z.string()) })),
  object: z.nullable(z.string()),
  /** The person whose account it was done to; the name is null once the account is gone. */
  about: z.nullable(z.object({ id, name: z.nullable(z.string()) })),
  detail: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  /** The first part of the address only. */
  network: z.nullable(z.string()),
  request_id: z.nullable(z.string()),
})
export type SecurityEvent = z.infer<typeof securityEvent>

export const listSecurityEvents = endpoint({
  name: 'security.events',
  method: 'GET',
  path: BASE,
  access: 'admin',
  feature: null,
  summary: 'List security events, newest first',
  params: clientParams,
  query: z.object({ ...pageQuery, ...filters }),
  response: z.extend(pageOf(securityEvent), {
    /** The clients that the caller may choose; empty for admins, who see their own. */
    clients: z.array(z.object({ id, name: z.string() })),
  }),
})

export const exportSecurityEvents = endpoint({
  name: 'security.export',
  method: 'GET',
  path: `${BASE}export/`,
  access: 'admin',
  feature: null,
  rateLimit: perHour(30),
  summary:
    'Export the newest matching security events as CSV; cells that a spreadsheet would run are escaped',
  params: clientParams,
  query: z.object(filters),
  response: z.object({ file_name: z.string(), rows: z.int(), csv: z.string() }),
})

export const verifySecurityEvents = endpoint({
  name: 'security.verify',
  method: 'POST',
  path: `${BASE}verify/`,
  access: 'admin',
  feature: null,
  rateLimit: perMinute(6),
  summary: 'Recompute the hash chain of the security events and tell whether one was changed or removed',
  params: clientParams,
  body: z.object({ of: filters.of }),
  response: z.object({
    ok: z.boolean(),
    checked: z.int(),
    /** The first fault, in technical English; null if there is none. */
    fault: z.nullable(z.string()),
    /** Keep it elsewhere: `npm run tenant -- audit` compares a later chain with it. */
    head: z.nullable(z.object({ seq: z.int(), hash: z.string() })),
  }),
  alsoFails: [409],
})
export type ChainReport = z.infer<(typeof verifySecurityEvents)['response']>
