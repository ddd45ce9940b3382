/**
 * Delivers events at least once. Each webhook has a lane of its own, so that a slow receiver holds up nobody else; a lane
 * ends with the first failed delivery. Order is not promised (docs/decisions/server/deliver-webhooks-at-least-once.md).
 */
import {
  EVENT_ID_HEADER,
  EVENTS_KEPT_DAYS,
  RETRY_AFTER_MINUTES,
  SIGNATURE_HEADER,
} from '#contract/api-access/events.ts'
import { ANSWER_KEPT_BYTES } from '#contract/api-access/webhooks.ts'
import type { Core } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { Tenant } from '#server/core/http/scope.ts'
import { createRepeatingJob, type RepeatingJob } from '#server/core/jobs/repeating.ts'
import { siteOf } from '#server/core/mail/site.ts'
import { createOutgoing, OutgoingError, type Outgoing } from '#server/core/security/outgoing.ts'
import { internetOf } from '#server/core/security/web-probe.ts'
import {
  deleteOldEvents,
  dueWebhooks,
  settleDelivery,
  takeDelivery,
  type Outcome,
  type TakenDelivery,
} from './deliveries.repository.ts'
import { notifyAdmins } from './paused.mail.ts'
import { secretsOf, signatureOf } from './secrets.ts'
import { takeLostOwners, updateWebhook } from './webhooks.repository.ts'

const FIRST_MS = 5_000
const EVERY_MS = 2_000
const SWEEP_EVERY_MS = 3_600_000
const DAY_MS = 86_400_000
/** Webhooks that are served at the same time by one server. */
const LANES_MAX = 20
const DELIVERIES_PER_LANE = 50

export interface WebhooksJobContext {
  readonly core: Pick<Core, 'db' | 'log' | 'clock' | 'vault' | 'outbox' | 'audit' | 'config'>
  readonly findTenant: (clientId: number) => Promise<Tenant | null>
  readonly outgoing?: Outgoing
}

/** The event as it is sent; the same at each try. */
const bodyOf = (clientId: number, { event_id: id, type, at, data }: TakenDelivery): string =>
  JSON.stringify({ id, type, created_at: at.toISOString(), client_id: clientId, data })

const send = async (
  { core }: WebhooksJobContext,
  outgoing: Outgoing,
  clientId: number,
  taken: TakenDelivery,
): Promise<Outcome> => {
  const startedAt = performance.now()
  const took = () => Math.round(performance.now() - startedAt)
  const body = bodyOf(clientId, taken)
  const now = core.clock.now()
  const secrets = secretsOf(core, { clientId, id: taken.webhook_id }, taken, now)
  try {
    const { status, body: answer } = await outgoing.send({
      url: taken.url,
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        [SIGNATURE_HEADER]: signatureOf(secrets, body, now),
        [EVENT_ID_HEADER]: taken.event_id,
      },
      body,
      keepBytes: ANSWER_KEPT_BYTES,
    })
    const isAccepted = status >= 200 && status < 300
    // PostgreSQL stores no NUL.
    const kept = answer.replaceAll('\0', '')
    return { status, failure: isAccepted ? null : 'status', answer: kept, tookMs: took() }
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error
    return { status: null, failure: error.failure, answer: null, tookMs: took() }
  }
}

/** Writes down what came of a try. After the last one the webhook is paused and its admins are told. */
const settle = ({ core }: WebhooksJobContext, clientId: number, taken: TakenDelivery, outcome: Outcome) =>
  core.db.withTenant(clientId, async (db) => {
    const minutes = RETRY_AFTER_MINUTES[taken.tries - 1]
    const isTest = taken.type === 'webhook.test'
    const isLast = outcome.failure !== null && (minutes === undefined || isTest)
    const dueAt =
      outcome.failure === null || minutes === undefined || isTest
        ? null
        : new Date(core.clock.now().getTime() + minutes * 60_000)
    const isSettled = await settleDelivery(db, clientId, taken, { ...outcome, dueAt })
    if (!isSettled || !isLast || isTest) return
    await updateWebhook(db, clientId, taken.webhook_id, { is_active: false, paused_for: 'failures' })
    await notifyAdmins(core.outbox, db, await siteOf(db, core.config, clientId), {
      clientId,
      url: taken.url,
      reason: 'failures',
    })
    await core.audit.record(db, {
      action: 'apiAccess.webhook_paused',
      result: 'ok',
      actorId: null,
      object: `webhook:${taken.webhook_id}`,
      detail: { url: taken.url, failure: outcome.failure, status: outcome.status },
    })
  })

/** A trigger has paused the webhooks of an owner who left. One that was taken over meanwhile needs no mail. */
const reportLostOwners = async ({ core }: WebhooksJobContext, db: TenantDb, clientId: number) => {
  for (const { id, url, owner_id: ownerId, former_id: formerId } of await takeLostOwners(db, clientId)) {
    if (ownerId === null)
      await notifyAdmins(core.outbox, db, await siteOf(db, core.config, clientId), {
        clientId,
        url,
        reason: 'owner',
      })
    await core.audit.record(db, {
      action: 'apiAccess.webhook_owner_lost',
      result: 'ok',
      actorId: null,
      object: `webhook:${id}`,
      detail: { url, owner_id: formerId },
    })
  }
}

export interface WebhooksJob extends RepeatingJob<void> {
  /** Resolves when every lane that was started has come to its end. */
  readonly idle: () => Promise<void>
}

export const createWebhooksJob = (context: WebhooksJobContext): WebhooksJob => {
  const { core, outgoing = createOutgoing(internetOf(core.config)) } = context
  const lanes = new Map<string, Promise<void>>()
  const sweptAt = new Map<number, number>()
  let isStopping = false

  const runLane = async (clientId: number, webhookId: string) => {
    for (let left = DELIVERIES_PER_LANE; left > 0 && !isStopping; left -= 1) {
      const now = core.clock.now()
      const taken = await core.db.withTenant(clientId, (db) => takeDelivery(db, clientId, { webhookId, now }))
      if (!taken) return
      const outcome = await send(context, outgoing, clientId, taken)
      await settle(context, clientId, taken, outcome)
      if (outcome.failure !== null) return
    }
  }
  const startLane = (clientId: number, webhookId: string) => {
    const key = `${clientId}/${webhookId}`
    if (lanes.has(key) || lanes.size >= LANES_MAX) return
    const lane = runLane(clientId, webhookId)
      .catch((error: unknown) =>
        core.log.error({ err: error, clientId, webhookId }, 'a webhook did not go on'),
      )
      .finally(() => lanes.delete(key))
    lanes.set(key, lane)
  }
  const visit = async (clientId: number) => {
    const now = core.clock.now()
    const isSweep = now.getTime() - (sweptAt.get(clientId) ?? 0) >= SWEEP_EVERY_MS
    const due = await core.db.withTenant(clientId, async (db) => {
      if (isSweep) await deleteOldEvents(db, clientId, new Date(now.getTime() - EVENTS_KEPT_DAYS * DAY_MS))
      await reportLostOwners(context, db, clientId)
      return dueWebhooks(db, clientId, now)
    })
    if (isSweep) sweptAt.set(clientId, now.getTime())
    if (due.length === 0 || !(await context.findTenant(clientId))?.isActive) return
    for (const webhookId of due) startLane(clientId, webhookId)
  }
  const job = createRepeatingJob(core, {
    name: 'webhooks',
    firstMs: FIRST_MS,
    everyMs: EVERY_MS,
    failure: 'webhooks did not go on',
    look: async (tenants) => {
      for await (const clientId of tenants()) await visit(clientId)
    },
  })
  const idle = async () => void (await Promise.all(lanes.values()))
  return {
    ...job,
    idle,
    stop: async () => {
      isStopping = true
      await job.stop()
      await idle()
    },
  }
}
