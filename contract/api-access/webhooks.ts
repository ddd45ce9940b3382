/** Webhooks (ST6): addresses of other systems to which the product reports what happens. */
import * as z from 'zod/mini'
import { clientParams, id, idParam, pageOf, pageQuery, timestamp } from '../common.ts'
import { endpoint, perHour } from '../endpoint.ts'
import { webhookEvents } from './events.ts'

const BASE = '/api/clients/{clientId}/admin/webhooks/' as const
const adminOnly = { access: 'admin', feature: null } as const
const webhookParams = z.object({ clientId: idParam, webhookId: z.uuid() })

export const WEBHOOKS_MAX = 20
export const ANSWER_KEPT_BYTES = 1_024

/** Why an address is refused, and why a delivery got no answer. */
export const addressFailures = ['unknown-host', 'not-allowed'] as const
export const deliveryFailures = [...addressFailures, 'no-answer', 'status'] as const

const webhook = z.object({
  id: z.uuid(),
  url: z.string(),
  events: z.array(z.enum(webhookEvents)),
  is_active: z.boolean(),
  /**
   * `failures`: the product paused it after ten failed tries of one event. `owner`: its owner administers no more, and
   * nobody has taken it over. Null while it is active.
   */
  paused_for: z.nullable(z.enum(['person', 'failures', 'owner'])),
  /** The admin who answers for the address: who created it, changed the address, or took the webhook over. */
  owner: z.nullable(z.object({ id, name: z.string() })),
  made_at: timestamp,
  secret_made_at: timestamp,
  /** Until then the secret before signs as well. */
  former_secret_until: z.nullable(timestamp),
  /** Deliveries that wait for their first or next try. */
  waiting: z.int(),
  /** Deliveries that were given up. */
  failed: z.int(),
  last_delivered_at: z.nullable(timestamp),
})
export type Webhook = z.infer<typeof webhook>

const address = z
  .string()
  .check(z.maxLength(500), z.regex(/^https:\/\/[^\s/?#@\\:]+(?::443)?(?:[/?][^\s#\\]*)?$/i))
const events = z.array(z.enum(webhookEvents)).check(z.minLength(1), z.maxLength(webhookEvents.length))

export const listWebhooks = endpoint({
  name: 'apiAccess.webhooks',
  method: 'GET',
  path: BASE,
  ...adminOnly,
  summary: 'List webhooks, the oldest first',
  params: clientParams,
  response: z.object({ results: z.array(webhook) }),
})

const withSecret = z.object({ webhook, secret: z.string() })

export const createWebhook = endpoint({
  name: 'apiAccess.createWebhook',
  method: 'POST',
  path: BASE,
  ...adminOnly,
  stepUp: true,
  hasSecrets: true,
  rateLimit: perHour(30),
  idempotency: 'natural',
  summary:
    'Create a webhook for a public https address. The answer is the only one with its secret; a repeat with the same id is 409',
  params: clientParams,
  body: z.object({ id: z.uuid(), url: address, events }),
  response: withSecret,
  status: 201,
  alsoFails: [409],
})

export const saveWebhook = endpoint({
  name: 'apiAccess.saveWebhook',
  method: 'PUT',
  path: `${BASE}{webhookId}/`,
  ...adminOnly,
  stepUp: true,
  summary:
    'Change the address and the events of a webhook, pause it or let it go on. One without an owner becomes that of the admin who turns it on',
  params: webhookParams,
  body: z.object({ url: address, events, is_active: z.boolean() }),
  response: webhook,
})

export const deleteWebhook = endpoint({
  name: 'apiAccess.deleteWebhook',
  method: 'DELETE',
  path: `${BASE}{webhookId}/`,
  ...adminOnly,
  summary: 'Delete a webhook with its deliveries; safe to repeat',
  params: webhookParams,
  response: z.undefined(),
  status: 204,
})

export const replaceWebhookSecret = endpoint({
  name: 'apiAccess.replaceSecret',
  method: 'POST',
  path: `${BASE}{webhookId}/secret/`,
  ...adminOnly,
  stepUp: true,
  hasSecrets: true,
  rateLimit: perHour(30),
  idempotency: 'natural',
  summary: 'Replace the secret; the one before signs for 24 more hours. A repeat is 409',
  params: webhookParams,
  /** When the secret was made that is to be replaced: a repeat would replace the new one. */
  body: z.object({ secret_made_at: timestamp }),
  response: withSecret,
  alsoFails: [409],
})

export const testWebhook = endpoint({
  name: 'apiAccess.testWebhook',
  method: 'POST',
  path: `${BASE}{webhookId}/test/`,
  ...adminOnly,
  rateLimit: perHour(60),
  idempotency: 'natural',
  summary: 'Send an event of the type webhook.test, even while the webhook is paused',
  params: webhookParams,
  /** Becomes the id of the event. */
  body: z.object({ id: z.uuid() }),
  response: webhook,
  status: 202,
})

const delivery = z.object({
  id: z.uuid(),
  event_id: z.uuid(),
  type: z.string(),
  created_at: timestamp,
  state: z.enum(['waiting', 'delivered', 'failed']),
  tries: z.int(),
  /** Of the last try; null before the first. */
  tried_at: z.nullable(timestamp),
  /** Of the next one. */
  due_at: z.nullable(timestamp),
  status: z.nullable(z.int()),
  took_ms: z.nullable(z.int()),
  failure: z.nullable(z.enum(deliveryFailures)),
  /** The first kilobyte of the answer. */
  answer: z.nullable(z.string()),
})
export type WebhookDelivery = z.infer<typeof delivery>

export const listDeliveries = endpoint({
  name: 'apiAccess.deliveries',
  method: 'GET',
  path: `${BASE}{webhookId}/deliveries/`,
  ...adminOnly,
  summary:
    'List the deliveries of a webhook with their last answer, the newest event first; kept for 30 days',
  params: webhookParams,
  query: z.object({ ...pageQuery, state: z.optional(z.enum(['waiting', 'delivered', 'failed'])) }),
  response: pageOf(delivery),
})

export const replayDelivery = endpoint({
  name: 'apiAccess.replayDelivery',
  method: 'POST',
  path: `${BASE}{webhookId}/deliveries/{deliveryId}/replay/`,
  ...adminOnly,
  idempotency: 'natural',
  summary: 'Deliver an event again, with the same id; what already waits is tried at once',
  params: z.object({ clientId: idParam, webhookId: z.uuid(), deliveryId: z.uuid() }),
  response: delivery,
  status: 202,
})
