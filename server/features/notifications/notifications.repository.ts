import './notifications.tables.ts'
import { sql } from 'kysely'
import {
  KEPT_DAYS,
  KEPT_MAX,
  type NotificationKind,
  type UnreadState,
} from '#contract/notifications/notifications.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { NotificationParams } from './notifications.tables.ts'

export interface NotificationRow {
  id: number
  user_id: number
  kind: NotificationKind
  params: NotificationParams
  link: string
  created_at: Date
  read_at: Date | null
}

interface Own {
  clientId: number
  userId: number
}

const COLUMNS = sql`n.id, n.user_id, n.kind, n.params, n.link, n.created_at, n.read_at`
/** What stands in the bell. */
const SHOWN = sql`n.in_app and not n.withdrawn`

/** The state of several people's bells at once. */
export const statesOf = async (
  db: TenantDb,
  clientId: number,
  userIds: readonly number[],
): Promise<Map<number, UnreadState>> => {
  const { rows } = await sql<UnreadState & { user_id: number }>`
    select named.id as user_id,
      (select count(*)::int from notification n where n.client_id = ${clientId} and n.user_id = named.id
        and ${SHOWN} and n.read_at is null) as unread,
      coalesce((select n.id from notification n where n.client_id = ${clientId} and n.user_id = named.id and ${SHOWN}
        order by n.id desc limit 1), 0) as latest_id
    from unnest(${[...userIds]}::int[]) named (id)`.execute(db)
  return new Map(rows.map(({ user_id, unread, latest_id }) => [user_id, { unread, latest_id }]))
}

export const stateOf = async (db: TenantDb, { clientId, userId }: Own): Promise<UnreadState> =>
  (await statesOf(db, clientId, [userId])).get(userId) ?? { unread: 0, latest_id: 0 }

/** One page with how many there are in all. */
export const page = async (
  db: TenantDb,
  { clientId, userId }: Own,
  of: { before: number | undefined; unread: boolean; limit: number; offset: number },
): Promise<{ count: number; rows: NotificationRow[] }> => {
  const where = sql`from notification n where n.client_id = ${clientId} and n.user_id = ${userId} and ${SHOWN}
    ${of.before === undefined ? sql`` : sql`and n.id < ${of.before}`}
    ${of.unread ? sql`and n.read_at is null` : sql``}`
  const counted = await sql<{ n: number }>`select count(*)::int as n ${where}`.execute(db)
  const { rows } = await sql<NotificationRow>`
    select ${COLUMNS} ${where} order by n.id desc limit ${of.limit} offset ${of.offset}`.execute(db)
  return { count: counted.rows[0]?.n ?? 0, rows }
}

export const byIds = async (
  db: TenantDb,
  clientId: number,
  ids: readonly number[],
): Promise<NotificationRow[]> => {
  const { rows } = await sql<NotificationRow>`
    select ${COLUMNS} from notification n
    where n.client_id = ${clientId} and n.id = any (${[...ids]}::int[]) and ${SHOWN} order by n.id`.execute(
    db,
  )
  return rows
}

/**
 * What came after an event, oldest first. Ids are given when a row is written and seen when its transaction ends, so a
 * lower one may appear after a higher one: whatever is little older than the event counts as possibly unseen.
 */
export const since = async (
  db: TenantDb,
  { clientId, userId }: Own,
  of: { lastId: number; overlapMs: number; limit: number },
): Promise<NotificationRow[]> => {
  const { rows } = await sql<NotificationRow>`
    select * from (
      select ${COLUMNS} from notification n
      where n.client_id = ${clientId} and n.user_id = ${userId} and ${SHOWN} and n.id <> ${of.lastId}
        and (n.id > ${of.lastId} or n.created_at > (
          select l.created_at from notification l where l.client_id = ${clientId} and l.id = ${of.lastId}
        ) - ${of.overlapMs} * interval '1 millisecond')
      order by n.id desc limit ${of.limit}) newest order by id`.execute(db)
  return rows
}

/** The occasions that were unread until now. What is read is not mailed or pushed any more. */
export const markRead = async (
  db: TenantDb,
  { clientId, userId }: Own,
  of: { ids: readonly number[]; upTo: number; at: Date },
): Promise<{ kind: NotificationKind; dedupe_key: string }[]> => {
  const { rows } = await sql<{ kind: NotificationKind; dedupe_key: string }>`
    update notification set read_at = ${of.at}, push_at = null, mail_at = null
    where client_id = ${clientId} and user_id = ${userId} and read_at is null
      and (id = any (${[...of.ids]}::int[]) or id <= ${of.upTo})
    returning kind, dedupe_key`.execute(db)
  return rows
}

/** Forgets what is old, and what is beyond the newest few of each person. */
export const prune = async (db: TenantDb, clientId: number, now: Date): Promise<void> => {
  await sql`delete from notification where client_id = ${clientId}
    and created_at < ${new Date(now.getTime() - KEPT_DAYS * 86_400_000)}`.execute(db)
  await sql`
    delete from notification n using (
      select user_id, (array_agg(id order by id desc))[${KEPT_MAX}] as last_kept from notification
      where client_id = ${clientId} group by user_id having count(*) > ${KEPT_MAX}) crowded
    where n.client_id = ${clientId} and n.user_id = crowded.user_id and n.id < crowded.last_kept`.execute(db)
}
