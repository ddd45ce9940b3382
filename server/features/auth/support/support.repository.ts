import '../auth.tables.ts'
import { sql } from 'kysely'
import type { TenantDb } from '#server/core/db/database.ts'
import { currentClient } from '../users.repository.ts'

export interface NewView {
  id: string
  userId: number
  adminId: number
  adminSessionId: string
  reason: string
  startedAt: Date
  expiresAt: Date
}

export const insertView = async (db: TenantDb, view: NewView): Promise<void> => {
  await db
    .insertInto('support_view')
    .values({
      client_id: currentClient,
      id: view.id,
      user_id: view.userId,
      admin_id: view.adminId,
      admin_session_id: view.adminSessionId,
      reason: view.reason,
      started_at: view.startedAt,
      expires_at: view.expiresAt,
    })
    .execute()
}

/** Views that were started from this session and have not ended. */
export const runningViews = async (db: TenantDb, adminSessionId: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('support_view')
    .select('id')
    .where('client_id', '=', currentClient)
    .where('admin_session_id', '=', adminSessionId)
    .where('ended_at', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}

/** Who looks; null once their account is gone. */
export const viewerOf = async (db: TenantDb, viewId: string): Promise<number | null> => {
  const row = await db
    .selectFrom('support_view')
    .select('admin_id')
    .where('client_id', '=', currentClient)
    .where('id', '=', viewId)
    .executeTakeFirst()
  return row?.admin_id ?? null
}

export interface ViewRow {
  id: string
  admin_id: number | null
  admin_name: string | null
  reason: string
  started_at: Date
  ended_at: Date
  is_running: boolean
}

/** The newest ones. A view whose administrator's session ran out counts as running until its time is over. */
export const viewsOf = async (db: TenantDb, userId: number, now: Date, limit: number): Promise<ViewRow[]> => {
  const { rows } = await sql<ViewRow>`
    select v.id, v.admin_id, a.full_name as admin_name, v.reason, v.started_at,
      coalesce(v.ended_at, v.expires_at) as ended_at, coalesce(v.ended_at, v.expires_at) > ${now} as is_running
    from support_view v
    left join app_user a on a.client_id = v.client_id and a.id = v.admin_id
    where v.client_id = current_client_id() and v.user_id = ${userId}
    order by v.started_at desc, v.id limit ${limit}`.execute(db)
  return rows
}
