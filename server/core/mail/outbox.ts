import './outbox.tables.ts'
import { sql } from 'kysely'
import type { Clock } from '../clock.ts'
import type { Outbox } from '../core.ts'

const CONTROL = /\p{Cc}+/gu

/** One line: whatever could start a new header becomes a space. */
const oneLine = (text: string) => text.replace(CONTROL, ' ').trim()

/** Stores a message in the caller's transaction; `createDelivery` takes it from there. */
export const createOutbox = (clock: Clock): Outbox => ({
  add: async (db, message) => {
    const now = clock.now()
    if (message.to !== oneLine(message.to)) throw new Error('outbox: the recipient holds control characters')
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
        next_attempt_at: now,
        last_error: null,
        created_at: now,
        settled_at: null,
      })
      .execute()
  },
})
