import './outbox.tables.ts'
import type { Database } from '../db/database.ts'

/** The format of `/dev/outbox/` (rules: Running it). */
export interface OutboxEntry {
  to: string
  channel: 'email' | 'sms'
  subject: string
  text: string
  html: string | null
  created_at: string
}

const SHOWN_MAX = 200

/** The newest messages of some tenants to one address, or to all; newest first. Demo mode only. */
export const readOutbox = async (
  db: Database,
  clientIds: readonly number[],
  to: string | undefined,
): Promise<OutboxEntry[]> => {
  const perTenant = await Promise.all(
    clientIds.map((clientId) =>
      db.withTenant(clientId, (tx) => {
        const all = tx
          .selectFrom('outbox_message')
          .select(['id', 'recipient', 'channel', 'subject', 'body_text', 'body_html', 'created_at'])
          .where('client_id', '=', clientId)
        const filtered =
          to === undefined ? all : all.where((eb) => eb(eb.fn('lower', ['recipient']), '=', to.toLowerCase()))
        return filtered.orderBy('id', 'desc').limit(SHOWN_MAX).execute()
      }),
    ),
  )
  return perTenant
    .flat()
    .sort((a, b) => b.created_at.getTime() - a.created_at.getTime() || b.id - a.id)
    .slice(0, SHOWN_MAX)
    .map((row) => ({
      to: row.recipient,
      channel: row.channel,
      subject: row.subject,
      text: row.body_text,
      html: row.body_html,
      created_at: row.created_at.toISOString(),
    }))
}
