/** Payments that came by hand, and the limit above which somebody else approves them. */
import { sql, type Selectable } from 'kysely'
import type { TenantDb } from '#server/core/db/database.ts'
import type { Tables } from '#server/core/db/tables.ts'

export type NoteRow = Selectable<Tables['payment_note']>

/** One reference is noted by one call at a time, here and for courses. */
export const lockReference = async (db: TenantDb, clientId: number, reference: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`payment-reference:${clientId}:${reference}`}, 0))`.execute(
    db,
  )
}

export const noteByReference = (
  db: TenantDb,
  clientId: number,
  reference: string,
): Promise<NoteRow | undefined> =>
  db
    .selectFrom('payment_note')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('reference', '=', reference)
    .where('state', '<>', 'refused')
    .executeTakeFirst()

/** Whether a purchase of a course was noted with the reference. */
export const isCourseReference = async (
  db: TenantDb,
  clientId: number,
  reference: string,
): Promise<boolean> => {
  const { rows } = await sql`
    select from course_purchase
    where client_id = ${clientId} and source = 'manual' and reference = ${reference}`.execute(db)
  return rows.length > 0
}

/** The manual reference of a purchase of a course. */
export const referenceOfPurchase = async (
  db: TenantDb,
  clientId: number,
  purchaseId: number,
): Promise<string | undefined> => {
  const { rows } = await sql<{ reference: string }>`
    select reference from course_purchase
    where client_id = ${clientId} and id = ${purchaseId} and source = 'manual'`.execute(db)
  return rows[0]?.reference
}

export const insertNote = (
  db: TenantDb,
  clientId: number,
  note: Pick<
    NoteRow,
    'link_id' | 'amount_minor' | 'place' | 'reference' | 'received_on' | 'state' | 'noted_by' | 'noted_at'
  >,
): Promise<NoteRow> =>
  db
    .insertInto('payment_note')
    .values({ client_id: clientId, ...note })
    .returningAll()
    .executeTakeFirstOrThrow()

export const noteById = (
  db: TenantDb,
  clientId: number,
  { linkId, noteId }: { linkId: number; noteId: number },
): Promise<NoteRow | undefined> =>
  db
    .selectFrom('payment_note')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('link_id', '=', linkId)
    .where('id', '=', noteId)
    .executeTakeFirst()

/** Writes the decision about a payment noted by hand, or about its return. */
export const writeDecision = async (
  db: TenantDb,
  table: 'payment_note' | 'payment_return',
  decision: { clientId: number; id: number; approve: boolean; userId: number; at: Date },
): Promise<void> => {
  await db
    .updateTable(table)
    .set({
      state: decision.approve ? 'posted' : 'refused',
      decided_by: decision.userId,
      decided_at: decision.at,
    })
    .where('client_id', '=', decision.clientId)
    .where('id', '=', decision.id)
    .execute()
}

export interface ShownNote extends NoteRow {
  noted_by_name: string
  decided_by_name: string | null
}

export const notesOf = async (db: TenantDb, clientId: number, linkId: number): Promise<ShownNote[]> => {
  const { rows } = await sql<ShownNote>`
    select n.*, to_char(n.received_on, 'YYYY-MM-DD') as received_on, u.full_name as noted_by_name,
      d.full_name as decided_by_name
    from payment_note n
    join app_user u on u.client_id = n.client_id and u.id = n.noted_by
    left join app_user d on d.client_id = n.client_id and d.id = n.decided_by
    where n.client_id = ${clientId} and n.link_id = ${linkId} order by n.id desc`.execute(db)
  return rows
}

export const limitsOf = (
  db: TenantDb,
  clientId: number,
): Promise<{ currency: string; amount_minor: number }[]> =>
  db
    .selectFrom('payment_note_limit')
    .select(['currency', 'amount_minor'])
    .where('client_id', '=', clientId)
    .orderBy('currency')
    .execute()

export const writeLimit = async (
  db: TenantDb,
  clientId: number,
  { currency, amountMinor }: { currency: string; amountMinor: number | null },
): Promise<void> => {
  if (amountMinor === null)
    await db
      .deleteFrom('payment_note_limit')
      .where('client_id', '=', clientId)
      .where('currency', '=', currency)
      .execute()
  else
    await db
      .insertInto('payment_note_limit')
      .values({ client_id: clientId, currency, amount_minor: amountMinor })
      .onConflict((conflict) =>
        conflict.columns(['client_id', 'currency']).doUpdateSet({ amount_minor: amountMinor }),
      )
      .execute()
}
