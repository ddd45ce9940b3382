/** The list of payment links and its sums. */
import { sql } from 'kysely'
import type { LinkState, linkKinds } from '#contract/money/payment-links.ts'
import { likePattern } from '#server/core/db/like-pattern.ts'
import type { TenantDb } from '#server/core/db/database.ts'

export interface LinkFilters {
  search?: string | undefined
  state?: LinkState | undefined
  kind?: (typeof linkKinds)[number] | undefined
  currency?: string | undefined
  waiting?: 'true' | undefined
}

export interface ListedLink {
  id: number
  code: string
  title: string
  amount_minor: number
  currency: string
  part_minor: number | null
  email: string | null
  state: LinkState
  received_minor: number
  returned_minor: number
  waiting_minor: number
  expires_at: Date
  created_at: Date
  created_by: string
}

/** As people see it: the job that writes it down comes later. */
const stateAt = (now: Date) => sql<LinkState>`
  case when l.state in ('created', 'part_paid') and l.expires_at <= ${now} then 'expired' else l.state end`

/** Payments by hand, and returns of them, that nobody has approved. */
const waitsFor = sql`
  exists (select from payment_note n where n.client_id = l.client_id and n.link_id = l.id and n.state = 'waiting')
  or exists (select from payment_return r where r.client_id = l.client_id and r.link_id = l.id and r.state = 'waiting')`

const matching = (clientId: number, now: Date, filters: LinkFilters) => {
  const conditions = [sql`l.client_id = ${clientId}`]
  if (filters.state) conditions.push(sql`${stateAt(now)} = ${filters.state}`)
  if (filters.currency) conditions.push(sql`l.currency = ${filters.currency}`)
  if (filters.kind)
    conditions.push(filters.kind === 'person' ? sql`l.email is not null` : sql`l.email is null`)
  if (filters.waiting) conditions.push(sql`(${waitsFor})`)
  if (filters.search?.trim()) {
    const pattern = likePattern(filters.search)
    conditions.push(sql`(l.title ilike ${pattern} or l.email ilike ${pattern} or exists (
      select from payment_note n where n.client_id = l.client_id and n.link_id = l.id
        and n.reference ilike ${pattern}) or exists (
      select from payment_return r where r.client_id = l.client_id and r.link_id = l.id
        and r.reference ilike ${pattern}))`)
  }
  return sql.join(conditions, sql` and `)
}

/** Money that came for links and that went back, from the ledger. */
const money = (clientId: number) => sql`
  select t.link_id,
    coalesce(sum(e.amount_minor) filter (where t.kind = 'payment'), 0)::bigint as received,
    coalesce(-sum(e.amount_minor) filter (where t.kind <> 'payment'), 0)::bigint as returned
  from ledger_transaction t join ledger_entry e on e.client_id = t.client_id and e.transaction_id = t.id
  where t.client_id = ${clientId} and t.link_id is not null
    and split_part(e.account, ':', 1) in ('bank', 'cash', 'clearing')
  group by t.link_id`

const columns = (now: Date) => sql`
  l.id, l.code, l.title, l.amount_minor, l.currency, l.part_minor, l.email, ${stateAt(now)} as state,
  coalesce(m.received, 0)::bigint as received_minor, coalesce(m.returned, 0)::bigint as returned_minor,
  (select coalesce(sum(n.amount_minor), 0)::bigint from payment_note n where n.client_id = l.client_id
    and n.link_id = l.id and n.state = 'waiting') as waiting_minor,
  l.expires_at, l.created_at, u.full_name as created_by`

/** Newest first. */
export const listedLinks = async (
  db: TenantDb,
  clientId: number,
  now: Date,
  filters: LinkFilters,
  page: { limit: number; offset: number },
): Promise<ListedLink[]> => {
  const { rows } = await sql<ListedLink>`
    select ${columns(now)} from payment_link l
    join app_user u on u.client_id = l.client_id and u.id = l.created_by
    left join (${money(clientId)}) m on m.link_id = l.id
    where ${matching(clientId, now, filters)}
    order by l.created_at desc, l.id desc limit ${page.limit} offset ${page.offset}`.execute(db)
  return rows
}

export const listedLink = async (
  db: TenantDb,
  clientId: number,
  now: Date,
  id: number,
): Promise<ListedLink | undefined> => {
  const { rows } = await sql<ListedLink>`
    select ${columns(now)} from payment_link l
    join app_user u on u.client_id = l.client_id and u.id = l.created_by
    left join (${money(clientId)}) m on m.link_id = l.id
    where l.client_id = ${clientId} and l.id = ${id}`.execute(db)
  return rows[0]
}

export interface LinkTotal {
  state: LinkState
  currency: string
  count: number
  amount_minor: number
  paid_minor: number
}

export const linkTotals = async (
  db: TenantDb,
  clientId: number,
  now: Date,
  filters: LinkFilters,
): Promise<LinkTotal[]> => {
  const { rows } = await sql<LinkTotal>`
    select ${stateAt(now)} as state, l.currency, count(*)::integer as count,
      sum(l.amount_minor)::bigint as amount_minor,
      coalesce(sum(least(coalesce(m.received, 0), l.amount_minor)), 0)::bigint as paid_minor
    from payment_link l left join (${money(clientId)}) m on m.link_id = l.id
    where ${matching(clientId, now, filters)}
    group by 1, 2 order by 2, 1`.execute(db)
  return rows
}

export const countWaiting = async (db: TenantDb, clientId: number): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select ((select count(*) from payment_note where client_id = ${clientId} and state = 'waiting')
      + (select count(*) from payment_return where client_id = ${clientId} and state = 'waiting'))::integer as n`.execute(
    db,
  )
  return rows[0]?.n ?? 0
}

export const clientMoney = async (
  db: TenantDb,
  clientId: number,
): Promise<{ currency: string; zone: string }> => {
  const { rows } = await sql<{ currency: string; zone: string }>`
    select currency, time_zone as zone from client where client_id = ${clientId}`.execute(db)
  if (!rows[0]) throw new Error('the client vanished within its own transaction')
  return rows[0]
}
