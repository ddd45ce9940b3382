/** Comparisons with providers and what they found. */
import { sql, type Selectable } from 'kysely'
import { FINDINGS_MAX } from '#contract/money/comparison.ts'
import type { Language } from '#contract/languages.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { Tables } from '#server/core/db/tables.ts'
import type { Difference, OwnPayment } from './compare.ts'

export type FindingRow = Selectable<Tables['payment_finding']>

/** Checkouts of a time, and those that the provider names. */
export const ownPayments = async (
  db: TenantDb,
  clientId: number,
  { provider, since, ids }: { provider: string; since: Date; ids: readonly string[] },
): Promise<OwnPayment[]> => {
  const { rows } = await sql<OwnPayment>`
    select c.id, c.provider_ref, c.state, c.amount_minor, c.refunded_minor, c.currency,
      (select coalesce(sum(r.amount_minor), 0)::bigint from payment_refund r where r.client_id = c.client_id
        and r.checkout_id = c.id and r.state in ('requested', 'sent')) as open_refunds
    from payment_checkout c
    where c.client_id = ${clientId} and c.provider = ${provider}
      and (c.created_at >= ${since} or c.id = any(${ids}::uuid[]))`.execute(db)
  return rows
}

export const writeComparison = async (
  db: TenantDb,
  clientId: number,
  { provider, at, isComplete }: { provider: string; at: Date; isComplete: boolean },
): Promise<void> => {
  const found = { compared_at: at, is_complete: isComplete }
  await db
    .insertInto('payment_comparison')
    .values({ client_id: clientId, provider, ...found })
    .onConflict((conflict) => conflict.columns(['client_id', 'provider']).doUpdateSet(found))
    .execute()
}

/** Adds what is new, and settles what a complete comparison did not find again. */
export const writeFindings = async (
  db: TenantDb,
  clientId: number,
  { provider, at, found }: { provider: string; at: Date; found: readonly Difference[] },
): Promise<void> => {
  for (const each of found)
    await sql`
      insert into payment_finding (client_id, provider, kind, ref, checkout_id, payment_ref, currency, theirs_minor,
        ours_minor, found_at)
      values (${clientId}, ${provider}, ${each.kind}, ${each.ref}, ${each.checkoutId}, ${each.paymentRef},
        ${each.currency}, ${each.theirsMinor}, ${each.oursMinor}, ${at})
      on conflict do nothing`.execute(db)
  const still = new Set(found.map((each) => `${each.kind} ${each.ref} ${each.theirsMinor} ${each.oursMinor}`))
  const open = await db
    .selectFrom('payment_finding')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('provider', '=', provider)
    .where('state', '=', 'open')
    .execute()
  for (const row of open)
    if (!still.has(`${row.kind} ${row.ref} ${row.theirs_minor} ${row.ours_minor}`))
      await settleFinding(db, row, { state: 'gone', at, by: null })
}

export const settleFinding = async (
  db: TenantDb,
  { client_id: clientId, id }: Pick<FindingRow, 'client_id' | 'id'>,
  { state, at, by }: { state: 'repaired' | 'gone'; at: Date; by: number | null },
): Promise<void> => {
  await db
    .updateTable('payment_finding')
    .set({ state, settled_at: at, repaired_by: by })
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .execute()
}

/** Locked: two repairs run one after the other. */
export const lockFinding = (db: TenantDb, clientId: number, id: number): Promise<FindingRow | undefined> =>
  db
    .selectFrom('payment_finding')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

export interface ShownFinding extends FindingRow {
  person_id: number | null
  person_name: string | null
  programme_title: Partial<Record<Language, string>> | null
  /** Of a course or a payment link. */
  other_title: string | null
}

export const openFindings = async (db: TenantDb, clientId: number): Promise<ShownFinding[]> => {
  const { rows } = await sql<ShownFinding>`
    select f.*, u.id as person_id, u.full_name as person_name, p.title as programme_title,
      coalesce(r.title, l.title) as other_title
    from payment_finding f
    left join payment_checkout c on c.client_id = f.client_id and c.id = f.checkout_id
    left join app_user u on u.client_id = c.client_id and u.id = c.user_id
    left join programme_order o on o.client_id = c.client_id and o.id = c.order_id
    left join programme p on p.client_id = o.client_id and p.slug = o.programme
    left join course r on r.client_id = c.client_id and r.id = c.course_id
    left join payment_link l on l.client_id = c.client_id and l.id = c.link_id
    where f.client_id = ${clientId} and f.state = 'open'
    order by f.found_at desc, f.id desc limit ${FINDINGS_MAX}`.execute(db)
  return rows
}

export const comparisons = (
  db: TenantDb,
  clientId: number,
): Promise<Selectable<Tables['payment_comparison']>[]> =>
  db
    .selectFrom('payment_comparison')
    .selectAll()
    .where('client_id', '=', clientId)
    .orderBy('compared_at', 'desc')
    .execute()
