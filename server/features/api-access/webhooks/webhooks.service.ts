/** What admins do with webhooks. Addresses are checked before anything is stored, and again at each delivery. */
import { BOTH_SECRETS_HOURS } from '#contract/api-access/events.ts'
import {
  WEBHOOKS_MAX,
  type createWebhook as createCall,
  type replaceWebhookSecret as replaceCall,
  type saveWebhook as saveCall,
  type testWebhook as testCall,
  type Webhook,
} from '#contract/api-access/webhooks.ts'
import type { BodyOf, ResponseOf } from '#contract/endpoint.ts'
import type { AuditAction } from '#contract/security/audit-actions.ts'
import type { Core } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { AppError, invalidField, notFound } from '#server/core/http/errors.ts'
import type { AdminScope } from '#server/core/http/scope.ts'
import { OutgoingError, type Outgoing } from '#server/core/security/outgoing.ts'
import { addTest } from './deliveries.repository.ts'
import { encryptSecret, newSecret } from './secrets.ts'
import * as rows from './webhooks.repository.ts'

export interface WebhooksContext {
  readonly core: Pick<Core, 'audit' | 'vault'>
  readonly outgoing: Outgoing
}

const HOUR_MS = 3_600_000

const toWebhook = (row: rows.WebhookRow, counts: rows.WebhookCounts | undefined, now: Date): Webhook => ({
  id: row.id,
  url: row.url,
  events: row.events,
  is_active: row.is_active,
  paused_for: row.paused_for,
  owner: row.owner_id === null ? null : { id: row.owner_id, name: row.owner_name ?? '' },
  made_at: row.made_at.toISOString(),
  secret_made_at: row.secret_made_at.toISOString(),
  former_secret_until: row.former_until && row.former_until > now ? row.former_until.toISOString() : null,
  waiting: counts?.waiting ?? 0,
  failed: counts?.failed ?? 0,
  last_delivered_at: counts?.last_delivered_at?.toISOString() ?? null,
})

const shown = async (db: TenantDb, scope: AdminScope, id: string): Promise<Webhook> => {
  const row = await requireWebhook(db, scope, id)
  const counts = await rows.deliveryCounts(db, scope.tenant.clientId, [id])
  return toWebhook(row, counts.get(id), scope.clock.now())
}

/** Locked until the end of the transaction. */
export const requireWebhook = async (
  db: TenantDb,
  scope: AdminScope,
  id: string,
): Promise<rows.WebhookRow> => {
  const row = await rows.webhookRow(db, scope.tenant.clientId, id)
  if (!row) throw notFound()
  return row
}

/** Whoever answers for an address is an admin until the end of the transaction: their account is locked. */
const requireAdminNow = async (db: TenantDb, scope: AdminScope): Promise<void> => {
  if (!(await rows.lockAdmin(db, scope.tenant.clientId, scope.actor.userId)))
    throw new AppError('forbidden', 'Only admins can do this.')
}

/** Outside of any transaction: names are resolved over the network. */
const requirePublic = async ({ outgoing }: WebhooksContext, url: string): Promise<void> => {
  try {
    await outgoing.check(url)
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error
    const isUnknown = error.failure === 'unknown-host'
    throw invalidField('url', {
      code: 'invalid',
      message: isUnknown
        ? 'There is no server with this name.'
        : 'This address is not a public one on the internet.',
      params: { reason: isUnknown ? 'unknown-host' : 'not-allowed' },
    })
  }
}

const record = (
  { core }: WebhooksContext,
  db: TenantDb,
  scope: AdminScope,
  entry: {
    action: AuditAction & `apiAccess.${string}`
    id: string
    detail?: Record<string, string | boolean>
  },
) =>
  core.audit.record(db, {
    action: entry.action,
    result: 'ok',
    actorId: scope.actor.userId,
    sessionId: scope.actor.sessionId,
    object: `webhook:${entry.id}`,
    detail: entry.detail ?? {},
    requestId: scope.request.id,
    ip: scope.request.ip,
  })

export const listWebhooks = (scope: AdminScope): Promise<{ results: Webhook[] }> =>
  scope.tx(async (db) => {
    const { clientId } = scope.tenant
    const found = await rows.webhookRows(db, clientId)
    const counts = await rows.deliveryCounts(
      db,
      clientId,
      found.map(({ id }) => id),
    )
    const now = scope.clock.now()
    return { results: found.map((row) => toWebhook(row, counts.get(row.id), now)) }
  })

export const createWebhook = async (
  context: WebhooksContext,
  scope: AdminScope,
  { id, url, events }: BodyOf<typeof createCall>,
): Promise<ResponseOf<typeof createCall>> => {
  await requirePublic(context, url)
  return scope.tx(async (db) => {
    const { clientId } = scope.tenant
    const now = scope.clock.now()
    const secret = newSecret()
    await requireAdminNow(db, scope)
    if ((await rows.lockWebhooks(db, clientId)) >= WEBHOOKS_MAX)
      throw new AppError('conflict', `There can be ${WEBHOOKS_MAX} webhooks. Delete one first.`)
    const isNew = await rows.insertWebhook(db, {
      client_id: clientId,
      id,
      url,
      events: [...new Set(events)],
      is_active: true,
      paused_for: null,
      secret_enc: encryptSecret(context.core, clientId, { id, secret }),
      secret_made_at: now,
      former_enc: null,
      former_until: null,
      made_by: scope.actor.userId,
      made_at: now,
      owner_id: scope.actor.userId,
      lost_owner_id: null,
    })
    if (!isNew)
      throw new AppError('conflict', 'This webhook was created already. Replace its secret to see a new one.')
    await record(context, db, scope, {
      action: 'apiAccess.webhook_create',
      id,
      detail: { url, events: events.join(' ') },
    })
    return { webhook: await shown(db, scope, id), secret }
  })
}

export const saveWebhook = async (
  context: WebhooksContext,
  scope: AdminScope,
  id: string,
  { url, events, is_active: isActive }: BodyOf<typeof saveCall>,
): Promise<Webhook> => {
  // Of another client, or gone: the address is nobody's business then.
  const known = await scope.tx((db) => requireWebhook(db, scope, id))
  if (url !== known.url || isActive) await requirePublic(context, url)
  return scope.tx(async (db) => {
    await requireAdminNow(db, scope)
    const before = await requireWebhook(db, scope, id)
    const isTakenOver = url !== before.url || (isActive && before.owner_id === null)
    const pausedFor = isTakenOver && before.paused_for === 'owner' ? 'person' : before.paused_for
    await rows.updateWebhook(db, scope.tenant.clientId, id, {
      url,
      events: [...new Set(events)],
      is_active: isActive,
      paused_for: isActive ? null : (pausedFor ?? 'person'),
      ...(isTakenOver && { owner_id: scope.actor.userId }),
    })
    if (isTakenOver && before.owner_id !== scope.actor.userId)
      await record(context, db, scope, { action: 'apiAccess.webhook_take_over', id, detail: { url } })
    await record(context, db, scope, {
      action: 'apiAccess.webhook_save',
      id,
      detail: { url, events: events.join(' '), is_active: isActive },
    })
    return shown(db, scope, id)
  })
}

export const deleteWebhook = (context: WebhooksContext, scope: AdminScope, id: string): Promise<void> =>
  scope.tx(async (db) => {
    const deleted = await rows.deleteWebhook(db, scope.tenant.clientId, id)
    if (deleted)
      await record(context, db, scope, {
        action: 'apiAccess.webhook_delete',
        id,
        detail: { url: deleted.url },
      })
  })

export const replaceSecret = (
  context: WebhooksContext,
  scope: AdminScope,
  id: string,
  body: BodyOf<typeof replaceCall>,
): Promise<ResponseOf<typeof replaceCall>> =>
  scope.tx(async (db) => {
    const { clientId } = scope.tenant
    const row = await requireWebhook(db, scope, id)
    if (row.secret_made_at.getTime() !== new Date(body.secret_made_at).getTime())
      throw new AppError('conflict', 'This secret was replaced already. Load the page again.')
    const secret = newSecret()
    // Later than the one before, so that a repeat within the same millisecond finds it replaced.
    const now = new Date(Math.max(scope.clock.now().getTime(), row.secret_made_at.getTime() + 1))
    await rows.updateWebhook(db, clientId, id, {
      secret_enc: encryptSecret(context.core, clientId, { id, secret }),
      secret_made_at: now,
      former_enc: row.secret_enc,
      former_until: new Date(now.getTime() + BOTH_SECRETS_HOURS * HOUR_MS),
    })
    await record(context, db, scope, { action: 'apiAccess.webhook_secret', id })
    return { webhook: await shown(db, scope, id), secret }
  })

export const testWebhook = (
  scope: AdminScope,
  webhookId: string,
  { id }: BodyOf<typeof testCall>,
): Promise<Webhook> =>
  scope.tx(async (db) => {
    await requireWebhook(db, scope, webhookId)
    await addTest(db, scope.tenant.clientId, { webhookId, id, now: scope.clock.now() })
    return shown(db, scope, webhookId)
  })
