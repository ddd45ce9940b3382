import './outbox.tables.ts'
import { sql } from 'kysely'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { cut } from '#contract/text/truncate.ts'

export interface StoredMessage {
  clientId: number
  id: number
  channel: 'email' | 'sms'
  recipient: string
  language: string
  subject: string
  text: string
  html: string | null
  /** For the List-Unsubscribe header; null for mails that nobody can do without. */
  unsubscribeUrl?: string | null
  /** The tenant's name, for the From header. */
  senderName: string
}

/** Hands one message to a provider; throws when the provider did not take it. */
export type Deliver = (message: StoredMessage) => Promise<void>

export interface DeliveryOptions {
  db: Database
  clock: Clock
  log: { info: (fields: object, text: string) => void; warn: (fields: object, text: string) => void }
  /** Per channel; null = no provider is set: the outbox table is the mailbox. */
  providers: Record<'email' | 'sms', Deliver | null>
  senderName: (clientId: number) => Promise<string>
  /** Demo only: the log line carries the text, so that codes can be read without the outbox page. */
  logBodies: boolean
}

export interface Delivery {
  /** Delivers everything that is due now; how many messages were settled. */
  readonly deliverDue: () => Promise<number>
  readonly start: () => void
  /** Ends after the message in hand. */
  readonly stop: () => Promise<void>
}

const POLL_EVERY_MS = 1000
/** Longer than any provider call: an expired lease means that the process died with the message in hand. */
const LEASE_MS = 120_000
const DELIVER_TIMEOUT_MS = 60_000
/** Waits after the first, second … failed attempt; given up after the last. */
const RETRY_AFTER_MS = [10_000, 60_000, 300_000, 1_800_000, 7_200_000, 21_600_000] as const
const ERROR_MAX = 300

const withTimeout = async (work: Promise<void>): Promise<void> => {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the provider did not answer in time')), DELIVER_TIMEOUT_MS)
  })
  try {
    await Promise.race([work, timeout])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Takes messages out of the outbox, one at a time: claimed in a transaction of its own (SKIP LOCKED, leased), handed
 * over, settled. A crash between the last two repeats that one message and no other.
 */
export const createDelivery = (options: DeliveryOptions): Delivery => {
  const { db, clock, log, providers } = options
  let running: Promise<unknown> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  let stopping = false

  const claim = (clientId: number) =>
    db.withTenant(clientId, async (tx) => {
      const now = clock.now()
      const { rows } = await sql<{
        id: number
        channel: 'email' | 'sms'
        recipient: string
        language: string
        subject: string
        body_text: string
        body_html: string | null
        unsubscribe_url: string | null
        attempts: number
      }>`
        update outbox_message set state = 'sending', attempts = attempts + 1,
          next_attempt_at = ${new Date(now.getTime() + LEASE_MS)}
        where client_id = ${clientId} and id = (
          select id from outbox_message
          where client_id = ${clientId} and state in ('queued', 'sending') and next_attempt_at <= ${now}
          order by next_attempt_at, id limit 1 for update skip locked)
        returning id, channel, recipient, language, subject, body_text, body_html, unsubscribe_url, attempts`.execute(
        tx,
      )
      return rows[0]
    })

  const settle = (clientId: number, id: number, state: 'sent' | 'outbox') =>
    db.withTenant(clientId, (tx) =>
      tx
        .updateTable('outbox_message')
        // A message that reached the provider may hold a code: only that it was sent is kept.
        .set({
          state,
          settled_at: clock.now(),
          last_error: null,
          ...(state === 'sent' ? { body_text: '', body_html: null } : {}),
        })
        .where('client_id', '=', clientId)
        .where('id', '=', id)
        .execute(),
    )

  const postpone = (clientId: number, id: number, attempts: number, error: unknown) => {
    const wait = RETRY_AFTER_MS[attempts - 1]
    const now = clock.now()
    const reason = error instanceof Error ? error.message : String(error)
    log.warn(
      { clientId, message: id, attempts, givenUp: wait === undefined, reason },
      'message not delivered',
    )
    return db.withTenant(clientId, (tx) =>
      tx
        .updateTable('outbox_message')
        .set({
          state: wait === undefined ? 'failed' : 'queued',
          next_attempt_at: new Date(now.getTime() + (wait ?? 0)),
          last_error: cut(reason, ERROR_MAX),
          settled_at: wait === undefined ? now : null,
        })
        .where('client_id', '=', clientId)
        .where('id', '=', id)
        .execute(),
    )
  }

  /** False when the tenant has nothing due. */
  const deliverOne = async (clientId: number): Promise<boolean> => {
    const row = await claim(clientId)
    if (!row) return false
    const deliver = providers[row.channel]
    if (!deliver) {
      await settle(clientId, row.id, 'outbox')
      log.info(
        {
          clientId,
          message: row.id,
          channel: row.channel,
          ...(options.logBodies ? { to: row.recipient, subject: row.subject, text: row.body_text } : {}),
        },
        'message delivered to the outbox (no provider is set)',
      )
      return true
    }
    try {
      const message: StoredMessage = {
        clientId,
        id: row.id,
        channel: row.channel,
        recipient: row.recipient,
        language: row.language,
        subject: row.subject,
        text: row.body_text,
        html: row.body_html,
        unsubscribeUrl: row.unsubscribe_url,
        senderName: await options.senderName(clientId),
      }
      await withTimeout(deliver(message))
    } catch (error) {
      await postpone(clientId, row.id, row.attempts, error)
      return true
    }
    await settle(clientId, row.id, 'sent')
    return true
  }

  const deliverDue = async (): Promise<number> => {
    const { rows } = await db.withoutTenant((tx) =>
      sql<{ client_id: number }>`select outbox_due_clients(${clock.now()}) as client_id`.execute(tx),
    )
    let settled = 0
    // One message of each tenant in turn: a tenant with ten thousand mails does not hold up another's code.
    let busy = rows.map((row) => row.client_id)
    while (busy.length > 0 && !stopping) {
      const still: number[] = []
      for (const clientId of busy) {
        if (stopping) break
        if (!(await deliverOne(clientId))) continue
        settled += 1
        still.push(clientId)
      }
      busy = still
    }
    return settled
  }

  const tick = () => {
    if (stopping) return
    running = deliverDue()
      .catch((error: unknown) => log.warn({ err: error }, 'outbox delivery could not run'))
      .finally(() => {
        if (!stopping) timer = setTimeout(tick, POLL_EVERY_MS).unref()
      })
  }

  return {
    deliverDue,
    start: () => {
      stopping = false
      tick()
    },
    stop: async () => {
      stopping = true
      clearTimeout(timer)
      await running
    },
  }
}
