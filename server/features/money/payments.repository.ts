/** Reading the ledger: payments, revenue, the journal. */
import { sql, type RawBuilder } from 'kysely'
import type { Language } from '#contract/languages.ts'
import type { ProgrammeSlug } from '#contract/money/programme-slugs.ts'
import type { Payment } from '#contract/money/payments.ts'
import { likePattern, lowerLikePattern } from '#server/core/db/like-pattern.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { MoneyPlace } from './chart.ts'

export interface PaymentFilters {
  search?: string | undefined
  kind?: Payment['kind'] | undefined
  place?: MoneyPlace | undefined
  month?: string | undefined
  course?: number | undefined
  programme?: ProgrammeSlug | undefined
  person?: number | undefined
  links?: 'true' | undefined
}

/** What `payments` are narrowed to, with the payers whom the search finds; `isBroad`: it finds too many to name. */
export type FoundFilters = PaymentFilters & {
  readonly people?: readonly number[]
  readonly isBroad?: boolean
}

/**
 * Payments of so many people are collected by an index. A search that finds more is answered by looking at payments one
 * by one, the newest first, until the page is full: among them one in few belongs to these people.
 */
const PAYERS_MAX = 5_000

export interface PaymentRow {
  id: number
  at: Date
  kind: Payment['kind']
  account: string
  amount_minor: number
  currency: string
  person_id: number | null
  person_name: string | null
  person_email: string | null
  course_id: number | null
  course_title: string | null
  programme_title: Partial<Record<Language, string>> | null
  link_id: number | null
  link_title: string | null
  purchase_id: number | null
  reference: string
  made_by: number | null
  made_by_name: string | null
  reversible: boolean
  by_exception: boolean
  /** `since`: from when the guarantee counts. */
  checkout: (Omit<NonNullable<Payment['checkout']>, 'needs_reason'> & { since: string }) | null
}

/** From the first moment of the month in the client's zone to the first of the next. */
const inMonth = (table: 'm' | 't', month: string, zone: string) => {
  const first = sql`${`${month}-01`}::timestamp`
  const at = sql.ref(`${table}.at`)
  return sql`${at} >= (${first} at time zone ${zone})
    and ${at} < ((${first} + interval '1 month') at time zone ${zone})`
}

/** Reads the payers once, for the sums and for the rows: behind row-level security no index finds a part of a name. */
export const withPeople = async (
  db: TenantDb,
  clientId: number,
  filters: PaymentFilters,
  payersMax = PAYERS_MAX,
): Promise<FoundFilters> => {
  if (!filters.search?.trim()) return filters
  const { rows } = await sql<{ id: number }>`
    select u.id from app_user u
    cross join lateral (
      select from ledger_entry e where e.client_id = u.client_id and e.person_id = u.id limit 1) payer
    where u.client_id = ${clientId} and u.search_text like ${lowerLikePattern(filters.search)}
    limit ${payersMax + 1}`.execute(db)
  if (rows.length > payersMax) return { ...filters, isBroad: true }
  return { ...filters, people: rows.map(({ id }) => id) }
}

/** The same as `found`, asked of one movement. Scalar subqueries: the planner must not collect all that match. */
const isFound = (clientId: number, search: string) => {
  const whole = search.trim()
  return sql`(
    (select u.search_text from ledger_entry e join app_user u on u.client_id = e.client_id and u.id = e.person_id
      where e.client_id = m.client_id and e.id = m.entry_id) like ${lowerLikePattern(search)}
    or (select coalesce(p.reference, n.reference, b.reference) from ledger_transaction t
      left join course_purchase p on p.client_id = t.client_id and p.id = t.purchase_id
      left join payment_note n on n.client_id = t.client_id and n.link_id = t.link_id
        and t.reference = 'note:' || n.id
      left join payment_return b on b.client_id = t.client_id and b.link_id = t.link_id
        and t.reference = 'note-return:' || b.id
      where t.client_id = m.client_id and t.id = m.transaction_id) ilike ${likePattern(search)}
    or m.transaction_id = any(array(select t.id from ledger_transaction t
      where t.client_id = ${clientId} and t.reference in (${whole}, ${`checkout:${whole}`}))))`
}

/** Entries whose person or reference has the text in it; a reference that nobody wrote is searched as a whole. */
const found = (clientId: number, search: string, people: readonly number[]) => {
  const pattern = likePattern(search)
  const whole = search.trim()
  return sql`m.entry_id in (
    select e.id from ledger_entry e
    where e.client_id = ${clientId} and e.person_id = any(${[...people]}::integer[])
    union all
    select e.id from course_purchase p
    join ledger_transaction t on t.client_id = p.client_id and t.purchase_id = p.id
    join ledger_entry e on e.client_id = t.client_id and e.transaction_id = t.id
    where p.client_id = ${clientId} and p.reference ilike ${pattern}
    union all
    select e.id from payment_note n
    join ledger_transaction t on t.client_id = n.client_id and t.reference = 'note:' || n.id
    join ledger_entry e on e.client_id = t.client_id and e.transaction_id = t.id
    where n.client_id = ${clientId} and n.reference ilike ${pattern}
    union all
    select e.id from payment_return r
    join ledger_transaction t on t.client_id = r.client_id and t.reference = 'note-return:' || r.id
    join ledger_entry e on e.client_id = t.client_id and e.transaction_id = t.id
    where r.client_id = ${clientId} and r.reference ilike ${pattern}
    union all
    select e.id from ledger_transaction t
    join ledger_entry e on e.client_id = t.client_id and e.transaction_id = t.id
    where t.client_id = ${clientId} and t.reference in (${whole}, ${`checkout:${whole}`}))`
}

/** The one entry of a payment or refund that moves money. Rewards that are paid out are no payments of learners. */
const matching = (clientId: number, zone: string, filters: FoundFilters) => {
  const conditions = [sql`m.client_id = ${clientId}`, sql`m.kind <> 'payout'`]
  const entriesWith = (condition: RawBuilder<unknown>) =>
    conditions.push(
      sql`m.entry_id in (select e.id from ledger_entry e where e.client_id = ${clientId} and ${condition})`,
    )
  if (filters.kind) conditions.push(sql`m.kind = ${filters.kind}`)
  if (filters.place) conditions.push(sql`m.place = ${filters.place}`)
  if (filters.month) conditions.push(inMonth('m', filters.month, zone))
  if (filters.course) entriesWith(sql`e.course_id = ${filters.course}`)
  if (filters.person) entriesWith(sql`e.person_id = ${filters.person}`)
  if (filters.programme)
    conditions.push(sql`m.transaction_id in (
      select t.id from programme_order o
      join ledger_transaction t on t.client_id = o.client_id and t.order_id = o.id
      where o.client_id = ${clientId} and o.programme = ${filters.programme})`)
  if (filters.links)
    conditions.push(sql`m.transaction_id in (
      select t.id from ledger_transaction t where t.client_id = ${clientId} and t.link_id is not null)`)
  if (filters.search?.trim())
    conditions.push(
      filters.isBroad
        ? isFound(clientId, filters.search)
        : found(clientId, filters.search, filters.people ?? []),
    )
  return sql.join(conditions, sql` and `)
}

export interface PaymentTotal {
  currency: string
  n: number
  received_minor: number
  returned_minor: number
}

/** Counted anew only where the sums that the ledger keeps do not tell. */
export const paymentTotals = async (
  db: TenantDb,
  clientId: number,
  zone: string,
  filters: FoundFilters,
): Promise<PaymentTotal[]> => {
  const { month, course, person, programme, links, search } = filters
  const isKept = !month && !course && !person && !programme && !links && !search?.trim()
  const counted = isKept
    ? sql`select m.currency, m.kind, m.movements, m.amount_minor from ledger_movement_total m`
    : sql`select m.currency, m.kind, 1 as movements, m.amount_minor from ledger_movement m`
  const { rows } = await sql<PaymentTotal>`
    select c.currency, sum(c.movements)::integer as n,
      coalesce(sum(c.amount_minor) filter (where c.kind = 'payment'), 0)::bigint as received_minor,
      coalesce(-sum(c.amount_minor) filter (where c.kind <> 'payment'), 0)::bigint as returned_minor
    from (${counted} where ${matching(clientId, zone, filters)}) c
    group by c.currency order by c.currency`.execute(db)
  return rows
}

/** How many there are, but never more than `max`. */
export const countPayments = async (
  db: TenantDb,
  clientId: number,
  zone: string,
  filters: FoundFilters,
  max: number,
): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from (
      select from ledger_movement m where ${matching(clientId, zone, filters)}
      order by m.at desc, m.transaction_id desc limit ${max}) counted`.execute(db)
  return rows[0]?.n ?? 0
}

/** Of a payment by a provider: what can go back through it, and what is on its way. */
const checkoutOfRow = sql`case when t.kind = 'payment' and t.reference ~ '^checkout:[0-9a-f-]{36}$' then (
  select json_build_object('id', x.id, 'is_test', x.provider = 'test', 'is_ended', coalesce(o.state = 'ended', true),
    'since', coalesce(o.booked_at, p.purchased_at, t.at),
    'left_minor', case when x.provider_ref is null then 0 else x.amount_minor - x.refunded_minor
      - coalesce(sum(r.amount_minor) filter (where r.state in ('requested', 'sent')), 0) end,
    'refunds', coalesce(json_agg(json_build_object('id', r.id, 'amount_minor', r.amount_minor, 'state', r.state)
      order by r.requested_at) filter (where r.state <> 'confirmed'), '[]'))
  from payment_checkout x
  left join payment_refund r on r.client_id = x.client_id and r.checkout_id = x.id
  where x.client_id = t.client_id and x.id = substr(t.reference, 10)::uuid
  group by x.client_id, x.id) end`

/** Newest first. */
export const paymentRows = async (
  db: TenantDb,
  clientId: number,
  zone: string,
  filters: FoundFilters,
  page: { limit: number; offset: number },
): Promise<PaymentRow[]> => {
  const { rows } = await sql<PaymentRow>`
    select t.id, t.at, t.kind, e.account, e.amount_minor, e.currency,
      u.id as person_id, u.full_name as person_name, u.email as person_email,
      c.id as course_id, c.title as course_title, g.title as programme_title, t.link_id,
      l.title as link_title, t.purchase_id, coalesce(p.reference, n.reference, b.reference, t.reference) as reference,
      t.made_by, m.full_name as made_by_name,
      (t.kind = 'refund' and p.source = 'manual' and p.refund_state = 'refunded' and not exists (
        select from ledger_transaction r where r.client_id = t.client_id and r.reverses = t.id)) is true as reversible,
      (t.kind = 'payment' and p.source = 'manual' and p.refund_state is null) is true as by_exception,
      ${checkoutOfRow} as checkout
    from (
      select m.* from ledger_movement m where ${matching(clientId, zone, filters)}
      order by m.at desc, m.transaction_id desc limit ${page.limit} offset ${page.offset}) w
    join ledger_transaction t on t.client_id = w.client_id and t.id = w.transaction_id
    join ledger_entry e on e.client_id = w.client_id and e.id = w.entry_id
    left join course_purchase p on p.client_id = t.client_id and p.id = t.purchase_id
    left join payment_note n on n.client_id = t.client_id and n.link_id = t.link_id
      and t.reference = 'note:' || n.id
    left join payment_return b on b.client_id = t.client_id and b.link_id = t.link_id
      and t.reference = 'note-return:' || b.id
    left join app_user u on u.client_id = e.client_id and u.id = e.person_id
    left join course c on c.client_id = e.client_id and c.id = e.course_id
    left join app_user m on m.client_id = t.client_id and m.id = t.made_by
    left join payment_link l on l.client_id = t.client_id and l.id = t.link_id
    left join programme_order o on o.client_id = t.client_id and o.id = t.order_id
    left join programme g on g.client_id = o.client_id and g.slug = o.programme
    order by t.at desc, t.id desc`.execute(db)
  return rows
}

export interface RevenueRow {
  course_id: number | null
  course_title: string | null
  programme: ProgrammeSlug | null
  programme_title: Partial<Record<Language, string>> | null
  currency: string
  month: string
  sold_minor: number
  refunded_minor: number
}

/** Sold (less discounts) and refunded by course or programme and month, from the month `since` to the month `until`. */
export const revenueRows = async (
  db: TenantDb,
  clientId: number,
  { since, until }: { since: string; until: string },
): Promise<RevenueRow[]> => {
  const { rows } = await sql<RevenueRow>`
    select c.id as course_id, c.title as course_title, g.slug as programme, g.title as programme_title, r.currency,
      to_char(r.month, 'YYYY-MM') as month, r.sold_minor, r.refunded_minor
    from ledger_revenue_month r
    left join course c on c.client_id = r.client_id and c.id = r.course_id
    left join programme g on g.client_id = r.client_id and g.slug = r.programme
    where r.client_id = ${clientId} and r.month between ${`${since}-01`}::date and ${`${until}-01`}::date
    order by 2, 1, 3, 5, 6`.execute(db)
  return rows
}

/** When the first transaction was; null in an empty ledger. */
export const firstTransactionAt = async (db: TenantDb, clientId: number): Promise<Date | null> => {
  const { rows } = await sql<{ at: Date | null }>`
    select min(at) as at from ledger_transaction where client_id = ${clientId}`.execute(db)
  return rows[0]?.at ?? null
}

export interface JournalRow {
  transaction_id: number
  at: Date
  kind: string
  reference: string
  account: string
  amount_minor: number
  currency: string
  person_id: number | null
  course_id: number | null
}

/** Every entry in the order of posting; one more than `limit` tells that there are more. */
export const journalRows = async (
  db: TenantDb,
  clientId: number,
  zone: string,
  { month, limit }: { month?: string | undefined; limit: number },
): Promise<JournalRow[]> => {
  const { rows } = await sql<JournalRow>`
    select t.id as transaction_id, t.at, t.kind, coalesce(p.reference, t.reference) as reference, e.account,
      e.amount_minor, e.currency, e.person_id, e.course_id
    from ledger_transaction t
    join ledger_entry e on e.client_id = t.client_id and e.transaction_id = t.id
    left join course_purchase p on p.client_id = t.client_id and p.id = t.purchase_id
    where t.client_id = ${clientId} ${month ? sql`and ${inMonth('t', month, zone)}` : sql``}
    order by t.at, t.id, e.id limit ${limit + 1}`.execute(db)
  return rows
}

export interface PersonRow {
  id: number
  name: string
  email: string
}

export const personById = async (
  db: TenantDb,
  clientId: number,
  userId: number,
): Promise<PersonRow | undefined> => {
  const { rows } = await sql<PersonRow>`
    select id, full_name as name, email from app_user where client_id = ${clientId} and id = ${userId}`.execute(
    db,
  )
  return rows[0]
}

export const courseById = async (
  db: TenantDb,
  clientId: number,
  courseId: number,
): Promise<{ id: number; title: string } | undefined> => {
  const { rows } = await sql<{ id: number; title: string }>`
    select id, title from course where client_id = ${clientId} and id = ${courseId}`.execute(db)
  return rows[0]
}

export const zoneOf = async (db: TenantDb, clientId: number): Promise<string> =>
  (
    await db
      .selectFrom('client')
      .select('time_zone')
      .where('client_id', '=', clientId)
      .executeTakeFirstOrThrow()
  ).time_zone
