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

/** The sessions that a person is invited to or hosts and that end after `from`, earliest first; cancelled ones too. */
export const feedRows = async (db: TenantDb, userId: number, from: Date): Promise<FeedRow[]> => {
  const { rows } = await sql<FeedRow>`
    select s.uid, s.sequence, s.updated_at, s.starts_at, s.ends_at, s.cancelled_at, s.title, s.description,
      (select string_agg(u.full_name, ', ' order by h.position, u.id) from live_session_host h
        join app_user u on u.client_id = h.client_id and u.id = h.user_id
        where h.client_id = s.client_id and h.session_id = s.id) as host_names
    from live_session s
    where s.client_id = current_client_id() and s.ends_at > ${from} and ${isInvitedSql(userId)}
    order by s.starts_at, s.id`.execute(db)
  return rows
}
