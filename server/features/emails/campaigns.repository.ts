import './emails.tables.ts'
import { sql, type Selectable } from 'kysely'
import {
  afterwards,
  type Afterwards,
  type CampaignState,
  type RecipientState,
} from '#contract/emails/campaigns.ts'
import type { Language } from '#contract/languages.ts'
import { lowerLikePattern } from '#server/core/db/like-pattern.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { Tables } from '#server/core/db/tables.ts'

export type CampaignRecord = Selectable<Tables['email_campaign']>
export type RecipientRecord = Selectable<Tables['email_recipient']>
const client = sql<number>`current_client_id()`

const one = (db: TenantDb, id: string) =>
  db.selectFrom('email_campaign').selectAll().where('client_id', '=', client).where('id', '=', id)

export const readCampaign = (db: TenantDb, id: string): Promise<CampaignRecord | undefined> =>
  one(db, id).executeTakeFirst()

/** Held until the end of the transaction: one decision about a campaign at a time. */
export const lockCampaign = (db: TenantDb, id: string): Promise<CampaignRecord | undefined> =>
  one(db, id).forUpdate().executeTakeFirst()

export const addCampaign = async (
  db: TenantDb,
  draft: Pick<CampaignRecord, 'id' | 'name' | 'purpose' | 'automation' | 'content' | 'audience'> & {
    by: number
    now: Date
  },
): Promise<void> => {
  await db
    .insertInto('email_campaign')
    .values({
      client_id: client,
      id: draft.id,
      name: draft.name,
      purpose: draft.purpose,
      automation: draft.automation,
      state: 'draft',
      content: JSON.stringify(draft.content),
      audience: JSON.stringify(draft.audience),
      made_by: draft.by,
      made_at: draft.now,
      changed_at: draft.now,
      scheduled_at: null,
      local_time: null,
      started_by: null,
      started_at: null,
      finished_at: null,
      on_since: null,
      looked_at: null,
      stopped_for: null,
      stopped_at: null,
    })
    .onConflict((conflict) => conflict.columns(['client_id', 'id']).doNothing())
    .execute()
}

export const updateCampaign = async (
  db: TenantDb,
  id: string,
  change: Partial<
    Pick<
      CampaignRecord,
      | 'name'
      | 'purpose'
      | 'state'
      | 'version'
      | 'changed_at'
      | 'scheduled_at'
      | 'local_time'
      | 'started_by'
      | 'started_at'
      | 'finished_at'
      | 'on_since'
      | 'stopped_for'
      | 'stopped_at'
    >
  > & { content?: string; audience?: string },
): Promise<void> => {
  await db
    .updateTable('email_campaign')
    .set(change)
    .where('client_id', '=', client)
    .where('id', '=', id)
    .execute()
}

export const removeCampaign = (db: TenantDb, id: string) =>
  db.deleteFrom('email_campaign').where('client_id', '=', client).where('id', '=', id).execute()

export interface CampaignRow extends Pick<
  CampaignRecord,
  | 'id'
  | 'name'
  | 'automation'
  | 'state'
  | 'changed_at'
  | 'scheduled_at'
  | 'started_at'
  | 'stopped_for'
  | 'stopped_at'
> {
  made_by: string | null
  total: number
  settled: number
}

export const campaignPage = async (
  db: TenantDb,
  filter: { kind: 'campaign' | 'automation'; search?: string | undefined; state?: CampaignState | undefined },
  page: { limit: number; offset: number },
): Promise<{ count: number; rows: CampaignRow[] }> => {
  const conditions = sql.join(
    [
      sql`c.client_id = current_client_id()`,
      filter.kind === 'campaign' ? sql`c.automation is null` : sql`c.automation is not null`,
      ...(filter.state ? [sql`c.state = ${filter.state}`] : []),
      ...(filter.search?.trim() ? [sql`lower(c.name) like ${lowerLikePattern(filter.search)}`] : []),
    ],
    sql` and `,
  )
  const counted = await sql<{ count: number }>`
    select count(*)::integer as count from email_campaign c where ${conditions}`.execute(db)
  const { rows } = await sql<CampaignRow>`
    select c.id, c.name, c.automation, c.state, c.changed_at, c.scheduled_at, c.started_at,
      c.stopped_for, c.stopped_at, u.full_name as made_by, n.total, n.settled
    from (select * from email_campaign c where ${conditions}
      order by c.changed_at desc, c.id limit ${page.limit} offset ${page.offset}) c
    left join app_user u on u.client_id = c.client_id and u.id = c.made_by
    cross join lateral (
      select (count(*) filter (where r.state <> 'left_out'))::integer as total,
        (count(*) filter (where r.state in ('sent', 'failed', 'unknown')))::integer as settled
      from email_recipient r where r.client_id = c.client_id and r.campaign_id = c.id) n
    order by c.changed_at desc, c.id`.execute(db)
  return { count: counted.rows[0]?.count ?? 0, rows }
}

export const nameOf = async (db: TenantDb, userId: number | null): Promise<string | null> => {
  const { rows } = await sql<{ name: string }>`
    select full_name as name from app_user
    where client_id = current_client_id() and id = ${userId}::integer`.execute(db)
  return rows[0]?.name ?? null
}

export interface OwnAddress {
  email: string
  full_name: string
  language: Language
}
export const addressOf = async (db: TenantDb, userId: number): Promise<OwnAddress | undefined> => {
  const { rows } = await sql<OwnAddress>`
    select email, full_name, language from app_user
    where client_id = current_client_id() and id = ${userId}`.execute(db)
  return rows[0]
}

/** Whether the person may still send in the client's name. */
export const isAdmin = async (db: TenantDb, userId: number | null): Promise<boolean> => {
  const { rows } = await sql<{ id: number }>`
    select id from app_user where client_id = current_client_id() and id = ${userId}::integer
      and disabled_at is null and role in ('admin', 'superadmin')`.execute(db)
  return rows.length > 0
}

export const courseOptions = async (db: TenantDb): Promise<{ id: number; title: string }[]> => {
  const { rows } = await sql<{ id: number; title: string }>`
    select id, title from course where client_id = current_client_id() and status = 'published'
    order by title, id`.execute(db)
  return rows
}

export const groupOptions = async (db: TenantDb): Promise<{ id: number; name: string }[]> => {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from student_group where client_id = current_client_id() and archived_at is null
    order by name, id`.execute(db)
  return rows
}

export const clientZone = async (db: TenantDb): Promise<string> => {
  const { rows } = await sql<{ zone: string }>`
    select time_zone as zone from client where client_id = current_client_id()`.execute(db)
  return rows[0]?.zone ?? 'UTC'
}

export interface LocalTimes {
  client: Date
  /** Of all zones in which people of the client live. */
  first: Date
  last: Date
}

/** When it is this time by the client's clock, and by the first and the last person's clock. */
export const localTimes = async (db: TenantDb, time: string): Promise<LocalTimes> => {
  const { rows } = await sql<LocalTimes>`
    with own as (select time_zone as zone from client where client_id = current_client_id()),
    zones as (select zone from own union select time_zone from app_user where client_id = current_client_id()),
    times as (select ${time}::timestamp at time zone zone as at from zones)
    select (select ${time}::timestamp at time zone zone from own) as client, min(at) as first, max(at) as last
    from times`.execute(db)
  const [times] = rows
  if (!times) throw new Error('the client has no time zone')
  return times
}

export interface StateCount extends Record<Afterwards, number> {
  state: RecipientState
  count: number
}
export const countRecipients = async (db: TenantDb, id: string): Promise<StateCount[]> => {
  const { rows } = await sql<StateCount>`
    select state, count(*)::integer as count, count(unsubscribed_at)::integer as unsubscribed,
      count(bounced_at)::integer as bounced, count(complained_at)::integer as complained,
      count(opened_at)::integer as opened, count(clicked_at)::integer as clicked
    from email_recipient where client_id = current_client_id() and campaign_id = ${id}::uuid
    group by state`.execute(db)
  return rows
}

const isAfterwards = (state: string): state is Afterwards => afterwards.some((each) => each === state)

export const recipientPage = async (
  db: TenantDb,
  id: string,
  filter: { state?: RecipientState | Afterwards | undefined; search?: string | undefined },
  page: { limit: number; offset: number },
): Promise<{ count: number; rows: RecipientRecord[] }> => {
  const conditions = sql.join(
    [
      sql`client_id = current_client_id() and campaign_id = ${id}::uuid`,
      ...(filter.state
        ? [
            isAfterwards(filter.state)
              ? sql`${sql.ref(`${filter.state}_at`)} is not null`
              : sql`state = ${filter.state}`,
          ]
        : []),
      ...(filter.search?.trim()
        ? [
            sql`(email_key like ${lowerLikePattern(filter.search)} or lower(name) like ${lowerLikePattern(filter.search)})`,
          ]
        : []),
    ],
    sql` and `,
  )
  const counted = await sql<{ count: number }>`
    select count(*)::integer as count from email_recipient where ${conditions}`.execute(db)
  const { rows } = await sql<RecipientRecord>`
    select * from email_recipient where ${conditions}
    order by number limit ${page.limit} offset ${page.offset}`.execute(db)
  return { count: counted.rows[0]?.count ?? 0, rows }
}
