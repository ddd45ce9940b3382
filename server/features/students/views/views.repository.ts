import './views.tables.ts'
import { sql } from 'kysely'
import type { StudentView, ViewSettings } from '#contract/students/views.ts'
import type { TenantDb } from '#server/core/db/database.ts'

const client = sql<number>`current_client_id()`

/** Those of the person and, for admins, those that others share; or the one of them that is asked for. */
export const viewRows = async (
  db: TenantDb,
  { userId, seesShared }: { userId: number; seesShared: boolean },
  id: number | null = null,
): Promise<StudentView[]> => {
  const { rows } = await sql<StudentView>`
    select v.id, v.name, v.is_shared, v.owner_id = ${userId} as is_own, u.full_name as owner, v.settings
    from student_view v join app_user u on u.client_id = v.client_id and u.id = v.owner_id
    where v.client_id = current_client_id() and (v.owner_id = ${userId} or (v.is_shared and ${seesShared}))
      and (${id}::integer is null or v.id = ${id}::integer)
    order by v.name_key, v.id`.execute(db)
  return rows
}

interface Written {
  owner: number
  name: string
  key: string
  isShared: boolean
  settings: ViewSettings
}

/** Null if the person has another view with this name. */
export const insertView = async (
  db: TenantDb,
  { owner, name, key, isShared, settings }: Written,
  now: Date,
): Promise<number | null> => {
  const row = await db
    .insertInto('student_view')
    .values({
      client_id: client,
      owner_id: owner,
      name,
      name_key: key,
      is_shared: isShared,
      settings: JSON.stringify(settings),
      created_at: now,
    })
    .onConflict((conflict) => conflict.columns(['client_id', 'owner_id', 'name_key']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

export const hasName = async (
  db: TenantDb,
  { owner, key, besides }: { owner: number; key: string; besides: number },
): Promise<boolean> => {
  const row = await db
    .selectFrom('student_view')
    .select('id')
    .where('client_id', '=', client)
    .where('owner_id', '=', owner)
    .where('name_key', '=', key)
    .where('id', '<>', besides)
    .executeTakeFirst()
  return row !== undefined
}

export const updateView = async (
  db: TenantDb,
  id: number,
  { owner, name, key, isShared, settings }: Written,
): Promise<void> => {
  await db
    .updateTable('student_view')
    .set({ name, name_key: key, is_shared: isShared, settings: JSON.stringify(settings) })
    .where('client_id', '=', client)
    .where('owner_id', '=', owner)
    .where('id', '=', id)
    .execute()
}

export const removeView = (db: TenantDb, id: number, owner: number) =>
  db
    .deleteFrom('student_view')
    .where('client_id', '=', client)
    .where('owner_id', '=', owner)
    .where('id', '=', id)
    .execute()
