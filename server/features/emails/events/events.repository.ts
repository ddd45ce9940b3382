/** Reports at the person's row and in the list of addresses that get no campaign. A repeat changes nothing. */
import '../emails.tables.ts'
import { sql } from 'kysely'
import type { TenantDb } from '#server/core/db/database.ts'
import { emailKey } from '../audience.ts'
import type { MailEvent } from './read-events.ts'

/** A report without an id is about a mail of the last days. */
const NEWEST_WITHIN = '5 days'
/** `<client.campaign.number@domain>`, as server/core/mail/smtp.ts writes it; other mails have `<client.number@domain>`. */
const OURS = /^<?(\d{1,10})\.(?:([0-9a-f]{8}-[0-9a-f-]{27})\.)?(\d{1,9})@/i

interface Place {
  campaign_id: string
  number: number
}

const find = async (
  db: TenantDb,
  clientId: number,
  { messageId }: MailEvent,
  { key, at }: { key: string; at: Date },
): Promise<Place | undefined> => {
  const [, client, campaign, number] = OURS.exec(messageId?.trim() ?? '') ?? []
  if (client !== undefined) {
    // A mail of another client, or none of a campaign.
    if (Number(client) !== clientId || campaign === undefined) return undefined
    const { rows } = await sql<Place>`
      select campaign_id, number from email_recipient
      where client_id = current_client_id() and campaign_id = ${campaign}::uuid
        and number = ${Number(number)}::integer and email_key = ${key}`.execute(db)
    return rows[0]
  }
  const { rows } = await sql<Place>`
    select campaign_id, number from email_recipient
    where client_id = current_client_id() and email_key = ${key} and state in ('sent', 'unknown')
      and settled_at between ${at}::timestamptz - ${NEWEST_WITHIN}::interval and ${at}::timestamptz + interval '1 hour'
    order by settled_at desc limit 1`.execute(db)
  return rows[0]
}

const mark = async (db: TenantDb, place: Place, { kind, detail }: MailEvent, at: Date): Promise<void> => {
  const set =
    kind === 'bounce'
      ? sql`bounced_at = coalesce(bounced_at, ${at}), bounce = coalesce(bounce, ${detail})`
      : sql`complained_at = coalesce(complained_at, ${at})`
  await sql`update email_recipient set ${set}
    where client_id = current_client_id() and campaign_id = ${place.campaign_id}::uuid
      and number = ${place.number}`.execute(db)
}

/** A complaint outweighs everything; a bounce does not hide that somebody unsubscribed. */
const suppress = async (
  db: TenantDb,
  { kind, detail }: MailEvent,
  { key, at }: { key: string; at: Date },
): Promise<void> => {
  await sql`
    insert into email_suppression as s (client_id, email_key, reason, since, detail)
    values (current_client_id(), ${key}, ${kind === 'bounce' ? 'bounced' : 'complained'}, ${at}, ${detail})
    on conflict (client_id, email_key) do update
      set reason = excluded.reason, since = excluded.since, detail = excluded.detail
      where excluded.reason = 'complained' and s.reason <> 'complained'`.execute(db)
}

export const applyEvent = async (
  db: TenantDb,
  clientId: number,
  event: MailEvent,
  now: Date,
): Promise<void> => {
  const key = emailKey(event.email)
  // The provider's clock may be ahead.
  const at = event.at && event.at < now ? event.at : now
  const place = await find(db, clientId, event, { key, at })
  if (place) await mark(db, place, event, at)
  if (event.isPermanent) await suppress(db, event, { key, at })
}

export interface EmailSettings {
  track_opens: boolean
  events_key: number
  last_event_at: Date | null
}

export const readEmailSettings = async (db: TenantDb): Promise<EmailSettings> => {
  const { rows } = await sql<EmailSettings>`
    select track_opens, events_key, last_event_at from email_settings
    where client_id = current_client_id()`.execute(db)
  return rows[0] ?? { track_opens: false, events_key: 1, last_event_at: null }
}

export const noteEvent = async (db: TenantDb, now: Date): Promise<void> => {
  await sql`insert into email_settings (client_id, last_event_at) values (current_client_id(), ${now})
    on conflict (client_id) do update set last_event_at = excluded.last_event_at`.execute(db)
}

export const writeOpenTracking = async (db: TenantDb, isOn: boolean): Promise<void> => {
  await sql`insert into email_settings (client_id, track_opens) values (current_client_id(), ${isOn})
    on conflict (client_id) do update set track_opens = excluded.track_opens`.execute(db)
}

export const renewKey = async (db: TenantDb): Promise<void> => {
  await sql`insert into email_settings as s (client_id, events_key) values (current_client_id(), 2)
    on conflict (client_id) do update set events_key = s.events_key + 1`.execute(db)
}
