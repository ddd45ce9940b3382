import './outbox.tables.ts'
import { sql } from 'kysely'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { newJobState, trackRun } from '../jobs/job-state.ts'
import type { VisibleJob } from '../jobs/repeating.ts'
import { cut } from '#contract/text/truncate.ts'

/** The client's own address, whose mails are signed for its domain (DKIM, RFC 6376). */
export interface OwnAddress {
  readonly address: string
  readonly domain: string
  readonly selector: string
  /** PEM. */
  readonly privateKey: string
}

export interface StoredMessage {
  clientId: number
  id: number
  channel: 'email' | 'sms'
  recipient: string
  language: string
  subject: string
  text: string
  html: string | null
  /** For the List-Unsubscribe header; null for mails that cannot be turned off. */
  unsubscribeUrl?: string | null
  /** An iCalendar file; null for none. */
  calendar?: string | null
  /** Names a mail that did not come out of the outbox, for its Message-ID; the same for every attempt. */
  key?: string
  /** The tenant's name, for the From header. */
  senderName: string
  /** For the Reply-To header; without it answers go to the address that sent the mail. */
  replyTo?: string | null
  /** The client's own address for the From header, with the key that signs for it. */
  own?: OwnAddress | null
}

/** Sends one message through a provider; throws if the provider did not accept it. */
export type Deliver = (message: StoredMessage) => Promise<void>

export interface DeliveryOptions {
  db: Database
  clock: Clock
  log: { info: (fields: object, text: string) => void; warn: (fields: object, text: string) => void }
  /** By channel; null if no provider is configured: the messages stay in the outbox table. */
  providers: Record<'email' | 'sms', Deliver | null>
  senderName: (clientId: number) => Promise<string>
  /** Demo only: log the text, so that codes can be read without the outbox page. */
  logBodies: boolean
}

export interface Delivery extends VisibleJob {
  /** Delivers everything that is due; returns the number of settled messages. */
  readonly deliverDue: () => Promise<number>
  readonly start: () => void
  /** Stops after the current message. */
  readonly stop: () => Promise<void>
}

const POLL_EVERY_MS = 1000
/** Longer than any provider call, so an expired lease means that the process crashed during the delivery. */
const LEASE_MS = 120_000
const DELIVER_TIMEOUT_MS = 60_000
/** Delays after the first, second … failed attempt; after the last one the message is given up. */
const RETRY_AFTER_MS = [10_000, 60_000, 300_000, 1_800_000, 7_200_000, 21_600_000] as const
const ERROR_MAX = 300

/** Rejects when the provider takes too long. */
export const withTimeout = async (work: Promise<void>): Promise<void> => {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the provider did not respond in time')), DELIVER_TIMEOUT_MS)
  })
  try {
    await Promise.race([work, timeout])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Takes messages out of the outbox one at a time: claim it in its own transaction (SKIP LOCKED, with a lease), send
 * it, settle it. A crash between the last two steps repeats only that message.
 */
export const createDelivery = (options: DeliveryOptions): Delivery => {
  const { db, clock, log, providers } = options
  let running: Promise<unknown> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  let isStopping = false

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
        calendar: string | null
        reply_to: string | null
        attempts: number
      }>`
        update outbox_message set state = 'sending', attempts = attempts + 1,
          next_attempt_at = ${new Date(now.getTime() + LEASE_MS)}
        where client_id = ${clientId} and id = (
          select id from outbox_message
          where client_id = ${clientId} and state in ('queued', 'sending') and next_attempt_at <= ${now}
          order by next_attempt_at, id limit 1 for update skip locked)
        returning id, channel, recipient, language, subject, body_text, body_html, unsubscribe_url, calendar,
          reply_to, attempts`.execute(tx)
      return rows[0]
    })

  const settle = (clientId: number, id: number, state: 'sent' | 'outbox') =>
    db.withTenant(clientId, (tx) =>
      tx
        .updateTable('outbox_message')
        // A sent message may contain a code, so its text is deleted.
        .set({
          state,
          settled_at: clock.now(),
          last_error: null,
          ...(state === 'sent' ? { body_text: '', body_html: null, calendar: null } : {}),
        })
        .where('client_id', '=', clientId)
        .where('id', '=', id)
        .execute(),
    )

  const postpone = (clientId: number, id: number, attempts: number, error: unknown) => {
    const delayMs = RETRY_AFTER_MS[attempts - 1]
    const now = clock.now()
    const reason = error instanceof Error ? error.message : String(error)
    log.warn(
      { clientId, message: id, attempts, givenUp: delayMs === undefined, reason },
      'message not delivered',
    )
    return db.withTenant(clientId, (tx) =>
      tx
        .updateTable('outbox_message')
        .set({
          state: delayMs === undefined ? 'failed' : 'queued',
          next_attempt_at: new Date(now.getTime() + (delayMs ?? 0)),
          last_error: cut(reason, ERROR_MAX),
          settled_at: delayMs === undefined ? now : null,
        })
        .where('client_id', '=', clientId)
        .where('id', '=', id)
        .execute(),
    )
  }

  /** False if nothing is due for the tenant. */
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
        'message kept in the outbox (no provider is configured)',
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
        calendar: row.calendar,
        replyTo: row.reply_to,
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
    // One message per tenant in turn, so that ten thousand mails of one tenant do not delay another tenant's code.
    let pending = rows.map((row) => row.client_id)
    while (pending.length > 0 && !isStopping) {
      const remaining: number[] = []
      for (const clientId of pending) {
        if (isStopping) break
        if (!(await deliverOne(clientId))) continue
        settled += 1
        remaining.push(clientId)
      }
      pending = remaining
    }
    return settled
  }

  const state = newJobState('mailDelivery', POLL_EVERY_MS)
  const tick = () => {
    if (isStopping) return
    running = trackRun(state, deliverDue)
      .catch((error: unknown) => log.warn({ err: error }, 'outbox delivery failed'))
      .finally(() => {
        state.nextAt = Date.now() + POLL_EVERY_MS
        if (!isStopping) timer = setTimeout(tick, POLL_EVERY_MS).unref()
      })
  }

  return {
    state,
    // It looks every second anyway.
    runNow: () => undefined,
    deliverDue,
    start: () => {
      isStopping = false
      tick()
    },
    stop: async () => {
      isStopping = true
      clearTimeout(timer)
      await running
    },
  }
}
