import { sql, type Insertable, type Selectable } from 'kysely'
import type { TenantDb } from '#server/core/db/database.ts'
import type { Tables } from '#server/core/db/tables.ts'

export const payoutByKey = (
  db: TenantDb,
  clientId: number,
  { userId, key }: { userId: number; key: string },
): Promise<Selectable<Tables['referral_payout']> | undefined> =>
  db
    .selectFrom('referral_payout')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('paid_by', '=', userId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst()

/** Undefined if the reference was used. */
export const insertPayout = async (
  db: TenantDb,
  row: Insertable<Tables['referral_payout']>,
): Promise<number | undefined> =>
  (
    await db
      .insertInto('referral_payout')
      .values(row)
      .onConflict((conflict) => conflict.columns(['client_id', 'reference']).doNothing())
      .returning('id')
      .executeTakeFirst()
  )?.id

export interface ExportRow {
  kind: 'due' | 'paid_out'
  person_id: number
  name: string
  email: string
  amount_minor: number
  currency: string
  reference: string | null
  paid_at: Date | null
  paid_by: string | null
}

export const exportRows = async (db: TenantDb, clientId: number, limit: number): Promise<ExportRow[]> => {
  const { rows } = await sql<ExportRow>`
    select m.kind, u.id as person_id, u.full_name as name, u.email, m.amount_minor, m.currency, m.reference,
      m.paid_at, b.full_name as paid_by
    from (
      select 'due' as kind, person_id, -sum(amount_minor)::bigint as amount_minor, currency, null as reference,
        null::timestamptz as paid_at, null::integer as by_id
      from ledger_entry where client_id = ${clientId} and account = 'rewards_payable'
      group by person_id, currency having sum(amount_minor) <> 0
      union all
      select 'paid_out', user_id, amount_minor, currency, reference, paid_at, paid_by
      from referral_payout where client_id = ${clientId}) m
    join app_user u on u.client_id = ${clientId} and u.id = m.person_id
    left join app_user b on b.client_id = ${clientId} and b.id = m.by_id
    order by m.kind, m.paid_at desc nulls first, u.id limit ${limit}`.execute(db)
  return rows
}
