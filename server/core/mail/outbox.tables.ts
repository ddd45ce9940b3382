import type { Generated } from 'kysely'

declare module '../db/tables.ts' {
  interface Tables {
    outbox_message: {
      client_id: number
      id: Generated<number>
      channel: 'email' | 'sms'
      recipient: string
      language: string
      subject: string
      body_text: string
      body_html: string | null
      unsubscribe_url: Generated<string | null>
      calendar: Generated<string | null>
      reply_to: Generated<string | null>
      state: Generated<'queued' | 'sending' | 'sent' | 'outbox' | 'failed'>
      attempts: Generated<number>
      next_attempt_at: Date
      last_error: string | null
      created_at: Date
      settled_at: Date | null
    }
  }
}
