import './notifications.tables.ts'
import { sql } from 'kysely'
import {
  KEPT_DAYS,
  KEPT_MAX,
  type NotificationKind,
  type UnreadState,
} from '#contract/notifications/notifications.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { enabledKinds } from './enabled-kinds.ts'
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

interface UserRef {
  clientId: number
  userId: number
}

const COLUMNS = sql`n.id, n.user_id, n.kind, n.params, n.link, n.created_at, n.read_at`
/** Shown in the list: not withdrawn, and of a feature that is on. */
const isVisible = (clientId: number) =>
  sql`n.in_app and not n.withdrawn and n.kind = any (${enabledKinds(clientId)})`

/** The unread state of several people at once. */
export const statesOf = async (
  db: TenantDb,
  clientId: number,
  userIds: readonly number[],
): Promise<Map<number, UnreadState>> => {
  const { rows } = await sql<UnreadState & { user_id: number }>`
    select named.id as user_id,
      (select count(*)::int from notification n where n.client_id = ${clientId} and n.user_id = named.id
        and ${isVisible(clientId)} and n.read_at is null) as unread,
      coalesce((select n.id from notification n where n.client_id = ${clientId} and n.user_id = named.id and ${isVisible(clientId)}
        order by n.id desc limit 1), 0) as latest_id
    from unnest(${[...userIds]}::int[]) named (id)`.execute(db)
  return new Map(rows.map(({ user_id, unread, latest_id }) => [user_id, { unread, latest_id }]))
}

export const stateOf = async (db: TenantDb, { clientId, userId }: UserRef): Promise<UnreadState> =>
  (await statesOf(db, clientId, [userId])).get(userId) ?? { unread: 0, latest_id: 0 }

/** One page and the total. */
export const page = async (
  db: TenantDb,
  { clientId, userId }: UserRef,
  filter: { before: number | undefined; unread: boolean; limit: number; offset: number },
): Promise<{ count: number; rows: NotificationRow[] }> => {
  const where = sql`from notification n where n.client_id = ${clientId} and n.user_id = ${userId} and ${isVisible(clientId)}
    ${filter.before === undefined ? sql`` : sql`and n.id < ${filter.before}`}
    ${filter.unread ? sql`and n.read_at is null` : sql``}`
  const total = await sql<{ n: number }>`select count(*)::int as n ${where}`.execute(db)
  const { rows } = await sql<NotificationRow>`
    select ${COLUMNS} ${where} order by n.id desc limit ${filter.limit} offset ${filter.offset}`.execute(db)
  return { count: total.rows[0]?.n ?? 0, rows }
}

export const byIds = async (
  db: TenantDb,
  clientId: number,
  ids: readonly number[],
): Promise<NotificationRow[]> => {
  const { rows } = await sql<NotificationRow>`
    select ${COLUMNS} from notification n
    where n.client_id = ${clientId} and n.id = any (${[...ids]}::int[]) and ${isVisible(clientId)} order by n.id`.execute(
    db,
  )
  return rows
}

/**
 * Notifications after an event, oldest first. Ids are assigned on insert but become visible on commit, so a lower id may
 * appear after a higher one: rows slightly older than the event count as possibly unseen.
 */
export const notificationsSince = async (
  db: TenantDb,
  { clientId, userId }: UserRef,
  range: { lastId: number; overlapMs: number; limit: number },
): Promise<NotificationRow[]> => {
  const { rows } = await sql<NotificationRow>`
    select * from (
      select ${COLUMNS} from notification n
      where n.client_id = ${clientId} and n.user_id = ${userId} and ${isVisible(clientId)} and n.id <> ${range.lastId}
        and (n.id > ${range.lastId} or n.created_at > (
          select l.created_at from notification l where l.client_id = ${clientId} and l.id = ${range.lastId}
        ) - ${range.overlapMs} * interval '1 millisecond')
      order by n.id desc limit ${range.limit}) newest order by id`.execute(db)
  return rows
}

/** Marks notifications as read and returns those that were unread. They are no longer mailed or pushed. */
export const markRead = async (
  db: TenantDb,
  { clientId, userId }: UserRef,
  input: { ids: readonly number[]; upTo: number; at: Date },
): Promise<{ kind: NotificationKind; dedupe_key: string }[]> => {
  const { rows } = await sql<{ kind: NotificationKind; dedupe_key: string }>`
    update notification set read_at = ${input.at}, push_at = null, mail_at = null
    where client_id = ${clientId} and user_id = ${userId} and read_at is null
      and kind = any (${enabledKinds(clientId)}) and (id = any (${[...input.ids]}::int[]) or id <= ${input.upTo})
    returning kind, dedupe_key`.execute(db)
  return rows
}

/** Deletes old notifications, and those beyond the newest few of each person. */
export const prune = async (db: TenantDb, clientId: number, now: Date): Promise<void> => {
  await sql`delete from notification where client_id = ${clientId}
    and created_at < ${new Date(now.getTime() - KEPT_DAYS * 86_400_000)}`.execute(db)
  await sql`
    delete from notification n using (
      select user_id, (array_agg(id order by id desc))[${KEPT_MAX}] as last_kept from notification
      where client_id = ${clientId} group by user_id having count(*) > ${KEPT_MAX}) crowded
    where n.client_id = ${clientId} and n.user_id = crowded.user_id and n.id < crowded.last_kept`.execute(db)
}
