import { sql } from 'kysely'
import type { QueryOf } from '#contract/endpoint.ts'
import { NEARLY_FULL, type ClientLimits, type listClients } from '#contract/platform/clients.ts'
import { likePattern } from '#server/core/db/like-pattern.ts'
import type { Core } from '#server/core/core.ts'
import { countsAsPerson } from '#server/core/counted-people.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { PlatformContext } from './context.ts'

export interface ClientRow {
  client_id: number
  name: string
  slug: string
  hosts: string[]
  is_active: boolean
  created_at: Date
  people: number
  storage_bytes: number
  mails: number
  last_active_at: Date | null
  counted_at: Date | null
  people_limit: number | null
  storage_limit: number | null
  mails_limit: number | null
}

type ListQuery = QueryOf<typeof listClients>

const isNearlyFull = sql.join(
  ['people', 'storage', 'mails'].map((kind) => {
    const used = sql.ref(kind === 'storage' ? 'storage_bytes' : kind)
    return sql`coalesce(${used} >= ${NEARLY_FULL}::float8 * ${sql.ref(`${kind}_limit`)}, false)`
  }),
  sql` or `,
)

const conditionsOf = ({ search = '', state }: ListQuery) => {
  const conditions = [sql`true`]
  if (search.trim() !== '') {
    const pattern = likePattern(search)
    conditions.push(
      sql`(name ilike ${pattern} or slug ilike ${pattern} or array_to_string(hosts, ' ') ilike ${pattern})`,
    )
  }
  if (state === 'on' || state === 'off') conditions.push(sql`is_active = ${state === 'on'}`)
  if (state === 'full') conditions.push(sql`(${isNearlyFull})`)
  return sql.join(conditions, sql` and `)
}

const ORDERS = {
  name: sql`lower(name), client_id`,
  newest: sql`created_at desc, client_id desc`,
  people: sql`people desc, client_id`,
  storage_bytes: sql`storage_bytes desc, client_id`,
  mails: sql`mails desc, client_id`,
  active: sql`last_active_at desc nulls last, client_id`,
} as const

/** Runs without a tenant: a registry function answers one row of numbers for each client. */
export const clientRows = async (
  db: TenantDb,
  query: ListQuery,
): Promise<{ count: number; rows: ClientRow[] }> => {
  const conditions = conditionsOf(query)
  const counted = await sql<{ n: number }>`
    select count(*)::integer as n from platform_clients() where ${conditions}`.execute(db)
  const { rows } = await sql<ClientRow>`
    select * from platform_clients() where ${conditions} order by ${ORDERS[query.order]}
    limit ${query.page_size} offset ${(query.page - 1) * query.page_size}`.execute(db)
  return { count: counted.rows[0]?.n ?? 0, rows }
}

export const clientRow = async (db: TenantDb, clientId: number): Promise<ClientRow | undefined> => {
  const { rows } = await sql<ClientRow>`
    select * from platform_clients() where client_id = ${clientId}`.execute(db)
  return rows[0]
}

/** Runs without a tenant. Two that ask at once get the same number: its key lets one of them have it. */
export const nextClientId = async (db: TenantDb): Promise<number> => {
  const { rows } = await sql<{
    id: number
  }>`select coalesce(max(id), 0) + 1 as id from list_client_ids() as id`.execute(db)
  return rows[0]?.id ?? 1
}

export const writeLimits = async (
  db: TenantDb,
  clientId: number,
  limits: ClientLimits,
  now: Date,
): Promise<void> => {
  await sql`
    insert into client_limit (client_id, people, storage_bytes, mails, changed_at)
    values (${clientId}, ${limits.people}, ${limits.storage_bytes}, ${limits.mails}, ${now})
    on conflict (client_id) do update set people = excluded.people, storage_bytes = excluded.storage_bytes,
      mails = excluded.mails, changed_at = excluded.changed_at`.execute(db)
}

/** Counts what the client of the transaction has now. Its files are counted by each upload. */
export const countUsage = async (
  db: TenantDb,
  core: Pick<Core, 'config' | 'clock'>,
  mailsThisMonth: PlatformContext['mailsThisMonth'],
): Promise<void> => {
  const mails = await mailsThisMonth(db, core)
  await sql`
    insert into client_usage (client_id, people, mails, last_active_at, counted_at)
    select current_client_id(),
      (select count(*) from app_user u where u.client_id = current_client_id() and u.disabled_at is null
        and ${countsAsPerson}),
      ${mails}, (select max(last_seen_at) from user_session where client_id = current_client_id()),
      ${core.clock.now()}
    on conflict (client_id) do update set people = excluded.people, mails = excluded.mails,
      last_active_at = greatest(client_usage.last_active_at, excluded.last_active_at),
      counted_at = excluded.counted_at`.execute(db)
}
