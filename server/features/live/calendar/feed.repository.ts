import '../live.tables.ts'
import { sql } from 'kysely'
import type { TenantDb } from '#server/core/db/database.ts'
import { isInvitedSql } from '../audience.ts'

/** What a calendar needs of a session, and no more: a feed has up to thousands. */
export interface FeedRow {
  uid: string
  sequence: number
  updated_at: Date
  starts_at: Date
  ends_at: Date
  cancelled_at: Date | null
  title: string
  description: string
  /** Their names, in order. */
  host_names: string | null
}

const isInFeed = (userId: number, from: Date) => sql`
  s.client_id = current_client_id() and s.ends_at > ${from} and ${isInvitedSql(userId)}`

/** The sessions that a person is invited to or hosts and that end after `from`, earliest first; cancelled ones too. */
export const feedRows = async (db: TenantDb, userId: number, from: Date): Promise<FeedRow[]> => {
  const { rows } = await sql<FeedRow>`
    select s.uid, s.sequence, s.updated_at, s.starts_at, s.ends_at, s.cancelled_at, s.title, s.description,
      (select string_agg(u.full_name, ', ' order by h.position, u.id) from live_session_host h
        join app_user u on u.client_id = h.client_id and u.id = h.user_id
        where h.client_id = s.client_id and h.session_id = s.id) as host_names
    from live_session s where ${isInFeed(userId, from)}
    order by s.starts_at, s.id`.execute(db)
  return rows
}

/**
 * The same for as long as the rows are, without reading what is in them: every change of a row gives it another xmin, and
 * a change of hosts changes their session too. Names of hosts change without it.
 */
export const feedVersion = async (db: TenantDb, userId: number, from: Date): Promise<string> => {
  const { rows } = await sql<{ version: string }>`
    select concat(
      (select md5(string_agg(s.id || ':' || s.xmin::text, ' ' order by s.id)) from live_session s
        where ${isInFeed(userId, from)}),
      (select md5(string_agg(u.id || ':' || u.full_name, ' ' order by u.id)) from app_user u
        where u.client_id = current_client_id() and exists (select from live_session_host h
          where h.client_id = u.client_id and h.user_id = u.id))) as version`.execute(db)
  return rows[0]?.version ?? ''
}
