/** Orders of programmes, as admins list them. */
import { sql } from 'kysely'
import type { orderStandings } from '#contract/money/admin-programmes.ts'
import type { Language } from '#contract/languages.ts'
import type { PaymentPlan } from '#contract/money/programmes.ts'
import type { ProgrammeSlug } from '#contract/money/programme-slugs.ts'
import { lowerLikePattern } from '#server/core/db/like-pattern.ts'
import type { TenantDb } from '#server/core/db/database.ts'

interface OrderFilters {
  search?: string | undefined
  programme?: ProgrammeSlug | undefined
  standing?: (typeof orderStandings)[number] | undefined
}

export interface ListedOrder {
  id: number
  person_id: number
  person_name: string
  person_email: string
  programme: ProgrammeSlug
  title: Partial<Record<Language, string>>
  plan: PaymentPlan
  state: 'booked' | 'paid' | 'ended'
  booked_at: Date
  currency: string
  owed_minor: number
  paid_minor: number
  open_minor: number
  next_due_on: string | null
}

const openParts = sql`select from programme_due d where d.client_id = o.client_id and d.order_id = o.id`

/** A refund may open an order again that was paid, so the open parts decide. */
const standings = (today: string) => ({
  running: sql`o.state <> 'ended' and exists (${openParts})`,
  late: sql`o.state <> 'ended' and exists (${openParts} and d.due_on < ${today}::date)`,
  paid: sql`o.state <> 'ended' and not exists (${openParts})`,
  ended: sql`o.state = 'ended'`,
})

const matching = (clientId: number, today: string, { search, programme, standing }: OrderFilters) => {
  const conditions = [sql`o.client_id = ${clientId}`, sql`o.booked_at is not null`]
  if (programme) conditions.push(sql`o.programme = ${programme}`)
  if (standing) conditions.push(standings(today)[standing])
  if (search?.trim())
    conditions.push(sql`o.user_id in (
      select u.id from app_user u where u.client_id = ${clientId} and u.search_text like ${lowerLikePattern(search)})`)
  return sql.join(conditions, sql` and `)
}

export const countOrders = async (
  db: TenantDb,
  clientId: number,
  today: string,
  filters: OrderFilters,
): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from programme_order o
    where ${matching(clientId, today, filters)}`.execute(db)
  return rows[0]?.n ?? 0
}

/** Newest first. */
export const listedOrders = async (
  db: TenantDb,
  clientId: number,
  today: string,
  filters: OrderFilters,
  page: { limit: number; offset: number },
): Promise<ListedOrder[]> => {
  const { rows } = await sql<ListedOrder>`
    select o.id, u.id as person_id, u.full_name as person_name, u.email as person_email, o.programme, p.title, o.plan,
      o.state, o.booked_at, o.currency, o.owed_minor,
      (select coalesce(sum(e.amount_minor), 0)::bigint from ledger_transaction t
        join ledger_entry e on e.client_id = t.client_id and e.transaction_id = t.id
        where t.client_id = o.client_id and t.order_id = o.id
          and split_part(e.account, ':', 1) in ('bank', 'cash', 'clearing')) as paid_minor,
      (select coalesce(sum(d.open_minor), 0)::bigint from programme_due d
        where d.client_id = o.client_id and d.order_id = o.id) as open_minor,
      (select to_char(min(d.due_on), 'YYYY-MM-DD') from programme_due d
        where d.client_id = o.client_id and d.order_id = o.id) as next_due_on
    from (select * from programme_order o where ${matching(clientId, today, filters)}
      order by o.booked_at desc, o.id desc limit ${page.limit} offset ${page.offset}) o
    join app_user u on u.client_id = o.client_id and u.id = o.user_id
    join programme p on p.client_id = o.client_id and p.slug = o.programme
    order by o.booked_at desc, o.id desc`.execute(db)
  return rows
}
