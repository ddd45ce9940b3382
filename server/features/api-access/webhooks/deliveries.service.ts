/** The log of deliveries, and delivering one again. */
import { listDeliveries, type WebhookDelivery } from '#contract/api-access/webhooks.ts'
import { pathFor, type QueryOf, type ResponseOf } from '#contract/endpoint.ts'
import { notFound } from '#server/core/http/errors.ts'
import { pageLinks } from '#server/core/http/page-links.ts'
import type { AdminScope } from '#server/core/http/scope.ts'
import { deliveryPage, deliveryRow, replay, type DeliveryRow } from './deliveries.repository.ts'
import { requireWebhook } from './webhooks.service.ts'

const toDelivery = (row: DeliveryRow): WebhookDelivery => ({
  id: row.id,
  event_id: row.event_id,
  type: row.type,
  created_at: row.at.toISOString(),
  state: row.state === 'sending' ? 'waiting' : row.state,
  tries: row.tries,
  tried_at: row.tried_at?.toISOString() ?? null,
  due_at: row.state === 'waiting' ? row.due_at.toISOString() : null,
  status: row.status,
  took_ms: row.took_ms,
  failure: row.failure,
  answer: row.answer,
})

export const deliveries = (
  scope: AdminScope,
  webhookId: string,
  query: QueryOf<typeof listDeliveries>,
): Promise<ResponseOf<typeof listDeliveries>> =>
  scope.tx(async (db) => {
    const { clientId } = scope.tenant
    await requireWebhook(db, scope, webhookId)
    const { page, page_size: limit, state } = query
    const asked = { webhookId, state, limit, offset: (page - 1) * limit }
    const { count, rows } = await deliveryPage(db, clientId, asked)
    const path = pathFor(listDeliveries, { clientId, webhookId })
    return { ...pageLinks(path, query, count), results: rows.map(toDelivery) }
  })

export const replayDelivery = (scope: AdminScope, webhookId: string, id: string): Promise<WebhookDelivery> =>
  scope.tx(async (db) => {
    const { clientId } = scope.tenant
    await requireWebhook(db, scope, webhookId)
    await replay(db, clientId, { webhookId, id, now: scope.clock.now() })
    const row = await deliveryRow(db, clientId, { webhookId, id })
    if (!row) throw notFound()
    return toDelivery(row)
  })
