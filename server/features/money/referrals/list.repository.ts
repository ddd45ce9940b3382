/** Lists of referrals for their people and for admins. One condition says what a step is, for its number and its rows. */
import { sql } from 'kysely'
import { referralSteps, type ReferralStep } from '#contract/money/referrals.ts'
import { likePattern } from '#server/core/db/like-pattern.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { ReferralRow } from './referrals.repository.ts'

const STEPS = {
  invited: sql`true`,
  joined: sql`r.joined_at is not null`,
  qualified: sql`r.qualified_at is not null`,
  held: sql`r.state = 'held'`,
  rewarded: sql`r.state = 'rewarded'`,
  reversed: sql`r.state = 'reversed'`,
  rejected: sql`r.state = 'rejected'`,
  review: sql`(r.state = 'qualified' and r.review_reason is not null)`,
} satisfies Record<ReferralStep, unknown>

const counts = sql.join(
  referralSteps.map((step) => sql`count(*) filter (where ${STEPS[step]})::integer as ${sql.ref(step)}`),
)
export type StepCounts = Record<ReferralStep, number>

/** Rewards less what was paid out, by person and currency. */
const dueByPerson = (clientId: number) => sql`
  select person_id, currency, -sum(amount_minor)::bigint as amount_minor from ledger_entry
  where client_id = ${clientId} and account = 'rewards_payable' group by person_id, currency`

export interface DueRow {
  person_id: number
  currency: string
  amount_minor: number
}

export const duesOf = async (
  db: TenantDb,
  clientId: number,
  userIds: readonly number[],
): Promise<DueRow[]> => {
  if (userIds.length === 0) return []
  const { rows } = await sql<DueRow>`
    select * from (${dueByPerson(clientId)}) d
    where d.person_id = any(${userIds}::integer[]) and d.amount_minor <> 0 order by d.currency`.execute(db)
  return rows
}

export interface ReferrerFilters {
  readonly search?: string | undefined
  readonly step?: ReferralStep | undefined
  readonly due?: 'true' | undefined
}

export interface ReferrerRow extends StepCounts {
  user_id: number
  name: string
  email: string
  code: string
}

const referrers = (clientId: number, { search, step, due }: ReferrerFilters) => {
  const conditions = [sql`r.client_id = ${clientId}`]
  if (search?.trim()) {
    const pattern = likePattern(search)
    conditions.push(
      sql`(u.full_name ilike ${pattern} or u.email ilike ${pattern} or c.code ilike ${pattern})`,
    )
  }
  if (due)
    conditions.push(
      sql`r.referrer_id in (select d.person_id from (${dueByPerson(clientId)}) d where d.amount_minor > 0)`,
    )
  return sql`
    select u.id as user_id, u.full_name as name, u.email, coalesce(c.code, '') as code, ${counts}
    from referral r
    join app_user u on u.client_id = r.client_id and u.id = r.referrer_id
    left join referral_code c on c.client_id = r.client_id and c.user_id = r.referrer_id
    where ${sql.join(conditions, sql` and `)}
    group by u.client_id, u.id, c.code
    ${step ? sql`having count(*) filter (where ${STEPS[step]}) > 0` : sql``}`
}

/** Most invited first. */
export const referrerRows = async (
  db: TenantDb,
  clientId: number,
  filters: ReferrerFilters,
  { limit, offset }: { limit: number; offset: number },
): Promise<ReferrerRow[]> => {
  const { rows } = await sql<ReferrerRow>`
    select * from (${referrers(clientId, filters)}) f
    order by f.invited desc, f.user_id limit ${limit} offset ${offset}`.execute(db)
  return rows
}

const NONE: StepCounts = {
  invited: 0,
  joined: 0,
  qualified: 0,
  held: 0,
  rewarded: 0,
  reversed: 0,
  rejected: 0,
  review: 0,
}

/** How many referrers match, and what they brought together. */
export const referrerTotals = async (
  db: TenantDb,
  clientId: number,
  filters: ReferrerFilters,
): Promise<{ count: number; totals: StepCounts }> => {
  const sums = referralSteps.map(
    (step) => sql`coalesce(sum(f.${sql.ref(step)}), 0)::integer as ${sql.ref(step)}`,
  )
  const { rows } = await sql<StepCounts & { n: number }>`
    select count(*)::integer as n, ${sql.join(sums)} from (${referrers(clientId, filters)}) f`.execute(db)
  const { n, ...totals } = rows[0] ?? { n: 0, ...NONE }
  return { count: n, totals }
}

export interface ReferralFilters {
  readonly search?: string | undefined
  readonly referrer?: number | undefined
  readonly step?: ReferralStep | undefined
  readonly id?: number
}

export interface ListedReferral extends ReferralRow {
  referrer_name: string
  referrer_email: string
  invited_name: string
  invited_email: string
  reviewer_name: string | null
}

const people = sql`referral r
  join app_user p on p.client_id = r.client_id and p.id = r.referrer_id
  join app_user i on i.client_id = r.client_id and i.id = r.invited_id
  left join app_user v on v.client_id = r.client_id and v.id = r.reviewed_by`

const matching = (clientId: number, { search, referrer, step, id }: ReferralFilters) => {
  const conditions = [sql`r.client_id = ${clientId}`]
  if (id !== undefined) conditions.push(sql`r.id = ${id}`)
  if (referrer !== undefined) conditions.push(sql`r.referrer_id = ${referrer}`)
  if (step) conditions.push(STEPS[step])
  if (search?.trim()) {
    const pattern = likePattern(search)
    conditions.push(sql`(p.full_name ilike ${pattern} or p.email ilike ${pattern}
      or i.full_name ilike ${pattern} or i.email ilike ${pattern})`)
  }
  return sql.join(conditions, sql` and `)
}

export const countReferrals = async (
  db: TenantDb,
  clientId: number,
  filters: ReferralFilters,
): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from ${people} where ${matching(clientId, filters)}`.execute(db)
  return rows[0]?.n ?? 0
}

/** Newest first. */
export const referralRows = async (
  db: TenantDb,
  clientId: number,
  filters: ReferralFilters,
  { limit, offset }: { limit: number; offset: number },
): Promise<ListedReferral[]> => {
  const { rows } = await sql<ListedReferral>`
    select r.*, p.full_name as referrer_name, p.email as referrer_email, i.full_name as invited_name,
      i.email as invited_email, v.full_name as reviewer_name
    from ${people} where ${matching(clientId, filters)}
    order by r.invited_at desc, r.id desc limit ${limit} offset ${offset}`.execute(db)
  return rows
}

export interface OwnTotal {
  currency: string
  held_minor: number
  earned_minor: number
  paid_out_minor: number
}

/** What a person earned and got, from the ledger, and what is still held. */
export const ownTotals = async (db: TenantDb, clientId: number, userId: number): Promise<OwnTotal[]> => {
  const { rows } = await sql<OwnTotal>`
    select currency, sum(held)::bigint as held_minor, sum(earned)::bigint as earned_minor,
      sum(paid_out)::bigint as paid_out_minor
    from (
      select currency, reward_minor as held, 0 as earned, 0 as paid_out from referral
      where client_id = ${clientId} and referrer_id = ${userId} and state = 'held'
      union all
      select e.currency, 0, case when e.account = 'rewards' then e.amount_minor else 0 end,
        case when t.kind = 'payout' and e.account = 'rewards_payable' then e.amount_minor else 0 end
      from ledger_entry e
      join ledger_transaction t on t.client_id = e.client_id and t.id = e.transaction_id
      where e.client_id = ${clientId} and e.person_id = ${userId} and e.account in ('rewards', 'rewards_payable')) m
    group by currency order by currency`.execute(db)
  return rows
}
