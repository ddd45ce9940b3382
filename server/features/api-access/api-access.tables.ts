import type { Generated } from 'kysely'
import type { WebhookEvent, WebhookEventType } from '#contract/api-access/events.ts'
import type { Webhook, WebhookDelivery } from '#contract/api-access/webhooks.ts'
import type { ApiScope } from '#contract/api-access/scopes.ts'

interface ApiTokenTable {
  client_id: number
  id: string
  name: string
  prefix: string
  hash: Buffer
  scopes: ApiScope[]
  made_by: number | null
  made_at: Date
  expires_at: Date
  last_used_at: Date | null
  revoked_at: Date | null
  revoked_for: 'person' | 'maker' | null
}

interface WebhookTable {
  client_id: number
  id: string
  url: string
  events: WebhookEvent[]
  is_active: boolean
  paused_for: Webhook['paused_for']
  secret_enc: Buffer
  secret_made_at: Date
  former_enc: Buffer | null
  former_until: Date | null
  made_by: number | null
  made_at: Date
  /** The admin who answers for the address; null while it is paused for want of one. */
  owner_id: number | null
  /** The owner who left, until admins have been told. */
  lost_owner_id: number | null
}
interface WebhookEventTable {
  client_id: number
  id: string
  type: WebhookEventType
  at: Date
  data: object
}
interface WebhookDeliveryTable {
  client_id: number
  id: Generated<string>
  webhook_id: string
  event_id: string
  state: Generated<'waiting' | 'sending' | 'delivered' | 'failed'>
  tries: Generated<number>
  due_at: Date
  tried_at: Date | null
  status: number | null
  took_ms: number | null
  failure: WebhookDelivery['failure']
  answer: string | null
}

declare module '#server/core/db/tables.ts' {
  interface Tables {
    api_token: ApiTokenTable
    webhook: WebhookTable
    webhook_event: WebhookEventTable
    webhook_delivery: WebhookDeliveryTable
  }
}
