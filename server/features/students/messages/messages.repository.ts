import './messages.tables.ts'
import { sql, type RawBuilder } from 'kysely'
import type { messageKinds, messageResults } from '#contract/students/messages.ts'
import type { TenantDb } from '#server/core/db/database.ts'

const client = sql<number>`current_client_id()`

/** False if it is there already. */
export const addMessage = async (
  db: TenantDb,
  message: { id: string; userId: number; by: number; subject: string; text: string; now: Date },
): Promise<boolean> => {
  const row = await db
    .insertInto('student_message')
    .values({
      client_id: client,
      id: message.id,
      user_id: message.userId,
      sender_id: message.by,
      subject: message.subject,
      text: message.text,
      sent_at: message.now,
    })
    .onConflict((conflict) => conflict.columns(['client_id', 'id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export const senderOf = async (
  db: TenantDb,
  userId: number,
): Promise<{ email: string; name: string } | undefined> => {
  const { rows } = await sql<{ email: string; name: string }>`
    select email, full_name as name from app_user
    where client_id = current_client_id() and id = ${userId}`.execute(db)
  return rows[0]
}

export interface MessageRow {
  id: string
  kind: (typeof messageKinds)[number]
  subject: string
  text: string | null
  by: string | null
  at: Date
  result: (typeof messageResults)[number]
}

const personal = (userId: number, sender: number | null) => sql`
  select m.id::text as id, 'person' as kind, m.subject, m.text, m.sender_id, m.sent_at as at, 'sent' as result
  from student_message m
  where m.client_id = current_client_id() and m.user_id = ${userId}
    and (${sender}::integer is null or m.sender_id = ${sender}::integer)`

/** Their rows are deleted after 30 days. */
const toMany = (userId: number) => sql`
  select b.id::text, 'many', b.action ->> 'subject', b.action ->> 'text', b.made_by, b.made_at, 'sent'
  from student_bulk_row r join student_bulk b on b.client_id = r.client_id and b.id = r.bulk_id
  where r.client_id = current_client_id() and r.user_id = ${userId} and r.result = 'done'
    and b.action ->> 'kind' = 'message'`

/** In the language in which the person got it, or else by the campaign's name. */
const ofCampaigns = (userId: number) => sql`
  select c.id::text, 'campaign', coalesce(nullif(c.content -> 'subject' ->> r.language, ''), c.name), null, null::integer,
    r.settled_at, r.state
  from email_recipient r join email_campaign c on c.client_id = r.client_id and c.id = r.campaign_id
  where r.client_id = current_client_id() and r.user_id = ${userId} and r.settled_at is not null
    and r.state in ('sent', 'failed', 'unknown')`

/** With a sender only what that one wrote. */
const messagesOf = (userId: number, sender: number | null): RawBuilder<unknown> =>
  sender === null
    ? sql`${personal(userId, null)} union all ${toMany(userId)} union all ${ofCampaigns(userId)}`
    : personal(userId, sender)

export const messagePage = async (
  db: TenantDb,
  { userId, sender }: { userId: number; sender: number | null },
  page: { limit: number; offset: number },
): Promise<{ count: number; rows: MessageRow[] }> => {
  const messages = messagesOf(userId, sender)
  const counted = await sql<{ count: number }>`
    select count(*)::integer as count from (${messages}) m`.execute(db)
  const { rows } = await sql<MessageRow>`
    select m.id, m.kind, m.subject, m.text, u.full_name as by, m.at, m.result from (${messages}) m
    left join app_user u on u.client_id = current_client_id() and u.id = m.sender_id
    order by m.at desc, m.id limit ${page.limit} offset ${page.offset}`.execute(db)
  return { count: counted.rows[0]?.count ?? 0, rows }
}
