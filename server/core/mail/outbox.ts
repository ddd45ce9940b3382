import './outbox.tables.ts'
import { sql } from 'kysely'
import type { Clock } from '../clock.ts'
import type { Outbox } from '../core.ts'

const CONTROL = /\p{Cc}+/gu

/** One line: whatever could start a new header becomes a space. */
const oneLine = (text: string) => text.replace(CONTROL, ' ').trim()

/** Mail libraries read commas, semicolons and angle brackets as further recipients: none of them gets that far. */
const ONE_RECIPIENT = {
  email: /^[^\s\p{Cc},;:<>"()[\]\\@]+@[^\s\p{Cc},;:<>"()[\]\\@]+$/u,
  sms: /^\+?[0-9 ()-]{3,24}$/,
} as const

/** Stores a message in the caller's transaction; `createDelivery` takes it from there. */
export const createOutbox = (clock: Clock): Outbox => ({
  add: async (db, message) => {
    const now = clock.now()
    if (!ONE_RECIPIENT[message.channel].test(message.to))
      throw new Error('outbox: the recipient is not exactly one address')
    await db
      .insertInto('outbox_message')
      .values({
        client_id: sql<number>`current_client_id()`,
        channel: message.channel,
        recipient: message.to,
        language: message.language,
        subject: oneLine(message.subject),
        body_text: message.text,
        body_html: message.html,
        unsubscribe_url: message.unsubscribeUrl ?? null,
        next_attempt_at: now,
        last_error: null,
        created_at: now,
        settled_at: null,
      })
      .execute()
  },
})
