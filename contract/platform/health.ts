/** Whether all is well with the installation, for superadmins. */
import * as z from 'zod/mini'
import { clientParams, timestamp } from '../common.ts'
import { endpoint } from '../endpoint.ts'

export const healthChecks = [
  'database',
  'changeFeed',
  'storage',
  'disk',
  'mail',
  'workers',
  'eventLoop',
  'migrations',
  'backups',
] as const
export type HealthCheck = (typeof healthChecks)[number]

/** `unknown`: not set up, or nobody told the product. */
export const healthStates = ['ok', 'warning', 'problem', 'unknown'] as const
export type HealthState = (typeof healthStates)[number]

const check = z.object({
  check: z.enum(healthChecks),
  state: z.enum(healthStates),
  /** Since when the state is as it is, as far as this server knows. */
  since: timestamp,
  /** What was measured, for the sentence about it. */
  facts: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
})
export type HealthReport = z.infer<typeof check>

const server = z.object({
  id: z.uuid(),
  name: z.string(),
  version: z.string(),
  started_at: timestamp,
  seen_at: timestamp,
  /** It has not reported for a minute: it crashed, or cannot reach the database. */
  is_silent: z.boolean(),
  checks: z.array(check),
})
export type ServerHealth = z.infer<typeof server>

export const getHealth = endpoint({
  name: 'platform.health',
  method: 'GET',
  path: '/api/clients/{clientId}/platform/health/',
  access: 'superadmin',
  feature: null,
  summary: 'Tell how each server of the installation is and since when',
  params: clientParams,
  response: z.object({ servers: z.array(server) }),
})
