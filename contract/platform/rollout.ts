/** Switching a feature for many clients at once, with a look at whom it affects first; for superadmins. */
import * as z from 'zod/mini'
import { switchableFeatures } from '../client-info/settings-endpoints.ts'
import { clientParams, id } from '../common.ts'
import { endpoint, perMinute } from '../endpoint.ts'

const BASE = '/api/clients/{clientId}/platform/rollout/' as const
const slug = z.enum(switchableFeatures)
const count = z.int().check(z.minimum(0))

/** `off`: its admins may switch it on again. `forbid`: off and kept from them. `on`: on, and theirs again. */
export const rolloutActions = ['on', 'off', 'forbid'] as const
export type RolloutAction = (typeof rolloutActions)[number]
const ROLLOUT_CLIENTS_MAX = 500
export const ROLLOUT_SHOWN = 50

const target = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('all') }),
  /** Always the same clients for a feature: a larger share has those of a smaller one in it. */
  z.object({ kind: z.literal('percent'), percent: z.int().check(z.minimum(1), z.maximum(100)) }),
  z.object({
    kind: z.literal('clients'),
    ids: z.array(id).check(z.minLength(1), z.maxLength(ROLLOUT_CLIENTS_MAX)),
  }),
])
export type RolloutTarget = z.infer<typeof target>
const rollout = z.object({ slug, action: z.enum(rolloutActions), target })
export type Rollout = z.infer<typeof rollout>

const featureState = z.object({
  slug,
  area: z.enum(['student', 'admin']),
  /** Clients that have it on, could switch it on, and may not. */
  on: count,
  off: count,
  forbidden: count,
})
export type FeatureState = z.infer<typeof featureState>

export const getRollout = endpoint({
  name: 'platform.rollout',
  method: 'GET',
  path: BASE,
  access: 'superadmin',
  feature: null,
  summary: 'Tell for each feature how many clients have it',
  params: clientParams,
  response: z.object({ clients: count, features: z.array(featureState) }),
})

export const previewRollout = endpoint({
  name: 'platform.previewRollout',
  method: 'POST',
  path: `${BASE}preview/`,
  access: 'superadmin',
  feature: null,
  idempotency: 'natural',
  rateLimit: perMinute(120),
  summary: 'Tell which clients a change of a feature would affect; nothing is changed',
  params: clientParams,
  body: rollout,
  response: z.object({
    /** Clients that would change, and the active accounts in them. */
    affected: count,
    people: count,
    /** Meant as well, but like that already. */
    unchanged: count,
    /** The first of those that would change, by name. */
    clients: z.array(z.object({ id, name: z.string(), people: count })),
  }),
})
export type RolloutPreview = z.infer<(typeof previewRollout)['response']>

export const applyRollout = endpoint({
  name: 'platform.applyRollout',
  method: 'POST',
  path: BASE,
  access: 'superadmin',
  feature: null,
  stepUp: true,
  idempotency: 'natural',
  rateLimit: perMinute(20),
  summary: 'Switch a feature for these clients; those that are like that already stay as they are',
  params: clientParams,
  body: rollout,
  response: z.object({ changed: count }),
})
