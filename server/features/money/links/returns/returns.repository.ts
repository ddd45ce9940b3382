/** Money that was noted by hand and went back by hand. */
import { sql, type Selectable } from 'kysely'
import type { TenantDb } from '#server/core/db/database.ts'
import type { Tables } from '#server/core/db/tables.ts'

export type ReturnRow = Selectable<Tables['payment_return']>

const returns = (db: TenantDb, clientId: number) =>
  db.selectFrom('payment_return').selectAll().where('client_id', '=', clientId)

export const returnByReference = (
  db: TenantDb,
  clientId: number,
  reference: string,
): Promise<ReturnRow | undefined> =>
  returns(db, clientId).where('reference', '=', reference).where('state', '<>', 'refused').executeTakeFirst()

export const returnById = (
  db: TenantDb,
  clientId: number,
  { linkId, returnId }: { linkId: number; returnId: number },
): Promise<ReturnRow | undefined> =>
  returns(db, clientId).where('link_id', '=', linkId).where('id', '=', returnId).executeTakeFirst()

/** What went back of a payment, and what waits for approval to go back. */
export const returnedOf = async (db: TenantDb, clientId: number, noteId: number): Promise<number> => {
  const { rows } = await sql<{ sum: number }>`
    select coalesce(sum(amount_minor), 0)::bigint as sum from payment_return
    where client_id = ${clientId} and note_id = ${noteId} and state <> 'refused'`.execute(db)
  return rows[0]?.sum ?? 0
}

export const insertReturn = (
  db: TenantDb,
  clientId: number,
  row: Omit<ReturnRow, 'client_id' | 'id' | 'decided_by' | 'decided_at'>,
): Promise<ReturnRow> =>
  db
    .insertInto('payment_return')
    .values({ client_id: clientId, ...row })
    .returningAll()
    .executeTakeFirstOrThrow()

export interface ShownReturn extends ReturnRow {
  noted_by_name: string
  decided_by_name: string | null
}

/** Newest first. */
export const returnsOf = async (db: TenantDb, clientId: number, linkId: number): Promise<ShownReturn[]> => {
  const { rows } = await sql<ShownReturn>`
    select r.*, to_char(r.returned_on, 'YYYY-MM-DD') as returned_on, u.full_name as noted_by_name,
      d.full_name as decided_by_name
    from payment_return r
    join app_user u on u.client_id = r.client_id and u.id = r.noted_by
    left join app_user d on d.client_id = r.client_id and d.id = r.decided_by
    where r.client_id = ${clientId} and r.link_id = ${linkId} order by r.id desc`.execute(db)
  return rows
}
