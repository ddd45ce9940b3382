import './outbox.tables.ts'
import { sql } from 'kysely'
import type { Clock } from '../clock.ts'
import type { Outbox, OutgoingMessage } from '../core.ts'

const CONTROL = /\p{Cc}+/gu

/** Replaces line breaks and other control characters, which could start a new header. */
const oneLine = (text: string) => text.replace(CONTROL, ' ').trim()

/** Exactly one recipient: mail libraries parse commas, semicolons and angle brackets as further ones. */
const RECIPIENT_PATTERN = {
  email: /^[^\s\p{Cc},;:<>"()[\]\\@]+@[^\s\p{Cc},;:<>"()[\]\\@]+$/u,
  sms: /^\+?[0-9 ()-]{3,24}$/,
} as const

export const isOneAddress = (email: string): boolean => RECIPIENT_PATTERN.email.test(email)

const refuseBadAddresses = ({ channel, to, replyTo }: OutgoingMessage): void => {
  if (!RECIPIENT_PATTERN[channel].test(to))
    throw new Error('outbox: the recipient is not exactly one address')
  if (replyTo !== undefined && !isOneAddress(replyTo))
    throw new Error('outbox: the address for answers is not exactly one address')
}

/** Stores messages in the caller's transaction; `createDelivery` sends them. */
export const createOutbox = (clock: Clock): Outbox => ({
  add: async (db, ...messages) => {
    if (messages.length === 0) return
    const now = clock.now()
    messages.forEach(refuseBadAddresses)
    await db
      .insertInto('outbox_message')
      .values(
        messages.map((message) => ({
          client_id: sql<number>`current_client_id()`,
          channel: message.channel,
          recipient: message.to,
          language: message.language,
          subject: oneLine(message.subject),
          body_text: message.text,
          body_html: message.html,
          unsubscribe_url: message.unsubscribeUrl ?? null,
          calendar: message.calendar ?? null,
          reply_to: message.replyTo ?? null,
          next_attempt_at: now,
          last_error: null,
          created_at: now,
          settled_at: null,
        })),
      )
      .execute()
  },
})
