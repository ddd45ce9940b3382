import './bulk.tables.ts'
import { sql, type Selectable } from 'kysely'
import type { BulkAction } from '#contract/students/bulk.ts'
import type { StudentRefusal } from '#contract/students/students.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { Tables } from '#server/core/db/tables.ts'
import type { Outcome } from '../row-results.ts'

export type BulkRecord = Selectable<Tables['student_bulk']>
const client = sql<number>`current_client_id()`

/** False if it is there already. */
export const addBulk = async (
  db: TenantDb,
  bulk: { id: string; by: number; now: Date; expiresAt: Date; action: BulkAction },
): Promise<boolean> => {
  const row = await db
    .insertInto('student_bulk')
    .values({
      client_id: client,
      id: bulk.id,
      made_by: bulk.by,
      made_at: bulk.now,
      action: JSON.stringify(bulk.action),
      step_by: bulk.by,
      finished_at: null,
      expires_at: bulk.expiresAt,
    })
    .onConflict((conflict) => conflict.columns(['client_id', 'id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Ids of nobody are left out. */
export const addPeople = async (db: TenantDb, id: string, userIds: readonly number[]): Promise<void> => {
  await sql`insert into student_bulk_row (client_id, bulk_id, user_id)
    select u.client_id, ${id}::uuid, u.id from app_user u
    where u.client_id = current_client_id() and u.id = any(${[...userIds]}::integer[])`.execute(db)
}

const one = (db: TenantDb, id: string) =>
  db.selectFrom('student_bulk').selectAll().where('client_id', '=', client).where('id', '=', id)

export const readBulk = (db: TenantDb, id: string): Promise<BulkRecord | undefined> =>
  one(db, id).executeTakeFirst()

/** Held until the end of the transaction: one step at a time. */
export const lockBulk = (db: TenantDb, id: string): Promise<BulkRecord | undefined> =>
  one(db, id).forUpdate().executeTakeFirst()

/** One that has work left and that no other process works on. */
export const takeBulk = async (db: TenantDb): Promise<BulkRecord | undefined> => {
  const { rows } = await sql<BulkRecord>`
    select * from student_bulk where client_id = current_client_id() and state in ('running', 'undoing')
    order by made_at limit 1 for update skip locked`.execute(db)
  return rows[0]
}

export const updateBulk = async (
  db: TenantDb,
  id: string,
  change: Partial<Pick<BulkRecord, 'state' | 'step_by' | 'finished_at'>>,
): Promise<void> => {
  await db
    .updateTable('student_bulk')
    .set(change)
    .where('client_id', '=', client)
    .where('id', '=', id)
    .execute()
}

export const removeExpired = (db: TenantDb, now: Date) =>
  db.deleteFrom('student_bulk').where('client_id', '=', client).where('expires_at', '<=', now).execute()

export interface OpenRow {
  user_id: number
  former: string | null
}

/** In ascending order, so that two actions lock people in one order. */
export const openRows = async (
  db: TenantDb,
  id: string,
  step: 'running' | 'undoing',
  limit: number,
): Promise<OpenRow[]> => {
  const isOpen = step === 'running' ? sql`result is null` : sql`result = 'done' and undo is null`
  const { rows } = await sql<OpenRow>`
    select user_id, former from student_bulk_row
    where client_id = current_client_id() and bulk_id = ${id}::uuid and ${isOpen}
    order by user_id limit ${limit}`.execute(db)
  return rows
}

export const writeOutcome = async (
  db: TenantDb,
  id: string,
  userId: number,
  { result, reason, former }: Outcome & { former: string | null },
): Promise<void> => {
  await sql`update student_bulk_row set result = ${result}, reason = ${reason}, former = ${former}
    where client_id = current_client_id() and bulk_id = ${id}::uuid and user_id = ${userId}`.execute(db)
}

export const writeUndo = async (
  db: TenantDb,
  id: string,
  userId: number,
  undo: 'restored' | 'kept',
): Promise<void> => {
  await sql`update student_bulk_row set undo = ${undo}
    where client_id = current_client_id() and bulk_id = ${id}::uuid and user_id = ${userId}`.execute(db)
}

export interface BulkCounts {
  total: number
  open: number
  done: number
  unchanged: number
  refused: number
  restored: number
  kept: number
}

export const countPeople = async (db: TenantDb, id: string): Promise<BulkCounts> => {
  const { rows } = await sql<BulkCounts>`
    select count(*)::integer as total,
      (count(*) filter (where result is null))::integer as open,
      (count(*) filter (where result = 'done'))::integer as done,
      (count(*) filter (where result = 'unchanged'))::integer as unchanged,
      (count(*) filter (where result = 'refused'))::integer as refused,
      (count(*) filter (where undo = 'restored'))::integer as restored,
      (count(*) filter (where undo = 'kept'))::integer as kept
    from student_bulk_row where client_id = current_client_id() and bulk_id = ${id}::uuid`.execute(db)
  const [counts] = rows
  if (!counts) throw new Error('a count has no row')
  return counts
}

export const refusedPeople = async (
  db: TenantDb,
  id: string,
  limit: number,
): Promise<{ id: number; name: string; reason: StudentRefusal }[]> => {
  const { rows } = await sql<{ id: number; name: string; reason: StudentRefusal }>`
    select u.id, u.full_name as name, r.reason from student_bulk_row r
    join app_user u on u.client_id = r.client_id and u.id = r.user_id
    where r.client_id = current_client_id() and r.bulk_id = ${id}::uuid and r.result = 'refused'
    order by u.full_name, u.id limit ${limit}`.execute(db)
  return rows
}
