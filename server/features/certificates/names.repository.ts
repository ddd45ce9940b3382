import './certificates.tables.ts'
import { sql } from 'kysely'
import type { TenantDb } from '#server/core/db/database.ts'

export interface NameRow {
  /** Null until it is confirmed. */
  name: string | null
  corrected_at: Date | null
  account_name: string
  first_issued_at: Date | null
}

/** What a person's certificates say, and since when. */
export const readName = async (db: TenantDb, clientId: number, userId: number): Promise<NameRow> => {
  const { rows } = await sql<NameRow>`
    select n.name, n.corrected_at, u.full_name as account_name,
      (select min(c.issued_at) from certificate c where c.client_id = u.client_id and c.user_id = u.id) as first_issued_at
    from app_user u left join certificate_name n on n.client_id = u.client_id and n.user_id = u.id
    where u.client_id = ${clientId} and u.id = ${userId}`.execute(db)
  const row = rows[0]
  if (!row) throw new Error('readName: no such person')
  return row
}

/** Changes of one person's name and certificates happen one after another. */
export const lockPerson = async (db: TenantDb, clientId: number, userId: number): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`certificates:${clientId}:${userId}`}, 0))`.execute(
    db,
  )
}

export const putName = async (
  db: TenantDb,
  clientId: number,
  userId: number,
  { name, now, isCorrection }: { name: string; now: Date; isCorrection: boolean },
): Promise<void> => {
  const corrected_at = isCorrection ? now : null
  await db
    .insertInto('certificate_name')
    .values({ client_id: clientId, user_id: userId, name, confirmed_at: now, corrected_at })
    .onConflict((conflict) =>
      conflict.columns(['client_id', 'user_id']).doUpdateSet({ name, confirmed_at: now, corrected_at }),
    )
    .execute()
}

/** Keeps a name that is there. */
export const addName = async (
  db: TenantDb,
  clientId: number,
  userId: number,
  { name, now }: { name: string; now: Date },
): Promise<void> => {
  await db
    .insertInto('certificate_name')
    .values({ client_id: clientId, user_id: userId, name, confirmed_at: now, corrected_at: null })
    .onConflict((conflict) => conflict.columns(['client_id', 'user_id']).doNothing())
    .execute()
}
