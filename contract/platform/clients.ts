/** Every client of the installation, for superadmins: what it uses, what it may use at most, and whether it is on (TE1, TE12). */
import * as z from 'zod/mini'
import { email } from '../auth/auth.ts'
import { switchableFeatures } from '../client-info/settings-endpoints.ts'
import { clientParams, id, idParam, language, pageOf, pageQuery, singleLine, timestamp } from '../common.ts'
import { endpoint, perHour } from '../endpoint.ts'

const BASE = '/api/clients/{clientId}/platform/clients/' as const
/** `otherId` is the client it is about; `clientId` the one in which the superadmin is signed in. */
const otherParams = z.object({ clientId: idParam, otherId: idParam })

export const CLIENT_NAME_MAX = 80
export const SLUG_MAX = 60
const SLUG_PATTERN = /^[a-z0-9]+(-[a-z0-9]+)*$/
export const HOST_MAX = 253
const HOST_PATTERN = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$/
const CURRENCY_PATTERN = /^[A-Z]{3}$/
export const LIMIT_MAX = 1_000_000_000
/** One pebibyte. */
export const STORAGE_LIMIT_MAX = 2 ** 50
/** From this share of a limit on, a client counts as nearly full. */
export const NEARLY_FULL = 0.9

/** What a client may have at most; null: as much as it wants. */
const limits = z.object({
  /** Active accounts. */
  people: z.nullable(z.int().check(z.minimum(1), z.maximum(LIMIT_MAX))),
  storage_bytes: z.nullable(z.int().check(z.minimum(0), z.maximum(STORAGE_LIMIT_MAX))),
  /** Counted for each calendar month in UTC. Campaigns stop at the limit; codes and notices are always sent. */
  mails: z.nullable(z.int().check(z.minimum(0), z.maximum(LIMIT_MAX))),
})
export type ClientLimits = z.infer<typeof limits>
export const limitKinds = ['people', 'storage_bytes', 'mails'] as const
export type LimitKind = (typeof limitKinds)[number]

const count = z.int().check(z.minimum(0))
const platformClient = z.object({
  id,
  name: z.string(),
  slug: z.string(),
  hosts: z.array(z.string()),
  is_active: z.boolean(),
  /** The caller works in it: it cannot be switched off from there. */
  is_own: z.boolean(),
  created_at: timestamp,
  usage: z.object({
    people: count,
    storage_bytes: count,
    mails: count,
    /** When somebody last used a session; null: nobody yet. */
    last_active_at: z.nullable(timestamp),
    /** When a job counted them; null: not yet. */
    counted_at: z.nullable(timestamp),
  }),
  limits,
})
export type PlatformClient = z.infer<typeof platformClient>

export const clientStates = ['on', 'off', 'full'] as const
export const clientOrders = ['name', 'newest', 'people', 'storage_bytes', 'mails', 'active'] as const

export const listClients = endpoint({
  name: 'platform.clients',
  method: 'GET',
  path: BASE,
  access: 'superadmin',
  feature: null,
  summary: 'List the clients of the installation with what they use',
  params: clientParams,
  query: z.object({
    ...pageQuery,
    /** A part of the name, the short name in addresses, or a host name. */
    search: z.optional(z.string().check(z.maxLength(200))),
    /** `full`: at 90 % of a limit or above. */
    state: z.optional(z.enum(clientStates)),
    order: z._default(z.optional(z.enum(clientOrders)), 'name'),
  }),
  response: pageOf(platformClient),
})

export const createClient = endpoint({
  name: 'platform.createClient',
  method: 'POST',
  path: BASE,
  access: 'superadmin',
  feature: null,
  stepUp: true,
  idempotency: 'natural',
  rateLimit: perHour(60),
  status: 201,
  summary: 'Create a client with its first administrator, who gets a mail; a repeat is refused as taken',
  params: clientParams,
  body: z.object({
    name: singleLine(1, CLIENT_NAME_MAX),
    slug: z.string().check(z.maxLength(SLUG_MAX), z.regex(SLUG_PATTERN)),
    /** Without one the client is reached by its number only, which works in a demo. */
    host: z.nullable(z.string().check(z.maxLength(HOST_MAX), z.regex(HOST_PATTERN))),
    /** The client's own first. */
    languages: z.array(language).check(z.minLength(1), z.maxLength(20)),
    time_zone: z.string().check(z.maxLength(60)),
    currency: z.string().check(z.regex(CURRENCY_PATTERN)),
    /** Switched on. The others are off, and its admins cannot switch them on. */
    features: z.array(z.enum(switchableFeatures)).check(z.maxLength(switchableFeatures.length)),
    admin: z.object({ name: singleLine(1, 150), email, language }),
    limits,
  }),
  response: z.object({
    client: platformClient,
    /** Where the first administrator chooses a password, to be handed over if the mail is lost. */
    link: z.string(),
  }),
})
export type CreatedClient = z.infer<(typeof createClient)['response']>

export const setClientState = endpoint({
  name: 'platform.setClientState',
  method: 'PUT',
  path: `${BASE}{otherId}/state/`,
  access: 'superadmin',
  feature: null,
  stepUp: true,
  summary: 'Switch a client off or on; everything in it is kept',
  params: otherParams,
  body: z.object({ is_active: z.boolean() }),
  response: platformClient,
  alsoFails: [409],
})

export const setClientLimits = endpoint({
  name: 'platform.setClientLimits',
  method: 'PUT',
  path: `${BASE}{otherId}/limits/`,
  access: 'superadmin',
  feature: null,
  stepUp: true,
  summary: 'Set what a client may have at most',
  params: otherParams,
  body: limits,
  response: platformClient,
})
