/** What is open of programmes. `keepDues` writes it with each payment; pages read it without the ledger. */
import { sql } from 'kysely'
import type { Language } from '#contract/languages.ts'
import type { DueSpan } from '#contract/money/dues.ts'
import { standingOf, type Part } from '#contract/money/schedule.ts'
import type { TenantDb } from '#server/core/db/database.ts'

/** Days after the due date, from and to. */
const SPANS: Readonly<Record<DueSpan, readonly [from: number, to: number]>> = {
  week: [-6, 0],
  later: [-100_000, 0],
  late_7: [1, 7],
  late_30: [8, 30],
  late_60: [31, 60],
  late_more: [61, 100_000],
}

/** Due days in one order, so that payments at the same time lock the sums of the days one after another. */
export const keepDues = async (
  db: TenantDb,
  clientId: number,
  order: { id: number; currency: string },
  { parts, paidMinor }: { parts: readonly Part[]; paidMinor: number },
): Promise<void> => {
  const first = parts[0]?.dueOn
  if (first === undefined) return
  const { lines } = standingOf(parts, paidMinor, first)
  await sql`
    with line as (
      select l.due_on, l.open_minor, (l.number - 1)::integer as position
      from unnest(${lines.map(({ dueOn }) => dueOn)}::date[], ${lines.map(({ openMinor }) => openMinor)}::bigint[])
        with ordinality as l (due_on, open_minor, number)
    ), settled as (
      delete from programme_due d using line l
      where d.client_id = ${clientId} and d.order_id = ${order.id} and d.position = l.position and l.open_minor = 0
    )
    insert into programme_due (client_id, order_id, position, currency, due_on, open_minor)
    select ${clientId}, ${order.id}, position, ${order.currency}, due_on, open_minor
    from line where open_minor > 0 order by position
    on conflict (client_id, order_id, position) do update set open_minor = excluded.open_minor
    where programme_due.open_minor <> excluded.open_minor`.execute(db)
}

/** Nobody owes anything of an order that has ended. */
export const dropDues = async (db: TenantDb, clientId: number, orderId: number): Promise<void> => {
  await sql`delete from programme_due where client_id = ${clientId} and order_id = ${orderId}`.execute(db)
}

export interface DaySums {
  currency: string
  span: DueSpan
  open_minor: number
  parts: number
}

const spanRows = sql.join(
  Object.entries(SPANS).map(([span, [from, to]]) => sql`(${span}::text, ${from}::integer, ${to}::integer)`),
)

export const dueSums = async (db: TenantDb, clientId: number, today: string): Promise<DaySums[]> => {
  const { rows } = await sql<DaySums>`
    select d.currency, s.span, coalesce(sum(d.open_minor) filter (where ${today}::date - d.due_on between s.low and s.high), 0)::bigint
        as open_minor,
      coalesce(sum(d.parts) filter (where ${today}::date - d.due_on between s.low and s.high), 0)::integer as parts
    from programme_due_day d cross join (values ${spanRows}) s (span, low, high)
    where d.client_id = ${clientId} and d.parts > 0
    group by d.currency, s.span order by d.currency`.execute(db)
  return rows
}

export interface DueRow {
  order_id: number
  position: number
  due_on: string
  open_minor: number
  currency: string
  person_id: number
  person_name: string
  person_email: string
  programme_title: Partial<Record<Language, string>>
}

export const dueRows = async (
  db: TenantDb,
  clientId: number,
  { span, currency, today }: { span: DueSpan; currency: string | undefined; today: string },
  page: { limit: number; offset: number },
): Promise<DueRow[]> => {
  const [from, to] = SPANS[span]
  const { rows } = await sql<DueRow>`
    select d.order_id, d.position, to_char(d.due_on, 'YYYY-MM-DD') as due_on, d.open_minor, d.currency, u.id as person_id,
      u.full_name as person_name, u.email as person_email, g.title as programme_title
    from (select * from programme_due
      where client_id = ${clientId} ${currency === undefined ? sql`` : sql`and currency = ${currency}`}
        and due_on between ${today}::date - ${to}::integer and ${today}::date - ${from}::integer
      order by due_on, order_id, position limit ${page.limit} offset ${page.offset}) d
    join programme_order o on o.client_id = d.client_id and o.id = d.order_id
    join app_user u on u.client_id = o.client_id and u.id = o.user_id
    join programme g on g.client_id = o.client_id and g.slug = o.programme
    order by d.due_on, d.order_id, d.position`.execute(db)
  return rows
}
