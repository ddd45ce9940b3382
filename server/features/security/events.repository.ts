import { sql } from 'kysely'
import type { EventKind } from '#contract/security/audit-actions.ts'
import type { SecurityEvent } from '#contract/security/security-events.ts'
import { likePattern } from '#server/core/db/like-pattern.ts'
import type { TenantDb } from '#server/core/db/database.ts'

export interface EventFilters {
  kind?: EventKind | undefined
  search?: string | undefined
  about?: number | undefined
  result?: SecurityEvent['result'] | undefined
  from?: string | undefined
  to?: string | undefined
}

export interface EventRow extends Omit<SecurityEvent, 'id' | 'at' | 'person' | 'about'> {
  id: string
  at: Date
  actor_id: number | null
  actor_name: string | null
  about_id: number | null
  about_name: string | null
}

const matching = (clientId: number, filters: EventFilters) => {
  const conditions = [sql`e.client_id = ${clientId}`]
  if (filters.kind) conditions.push(sql`split_part(e.action, '.', 1) = ${filters.kind}`)
  if (filters.result) conditions.push(sql`e.result = ${filters.result}`)
  if (filters.about !== undefined)
    conditions.push(sql`(e.actor_id = ${filters.about} or e.object = ${`user:${filters.about}`})`)
  if (filters.from) conditions.push(sql`e.at >= ${`${filters.from}T00:00:00Z`}::timestamptz`)
  if (filters.to) conditions.push(sql`e.at < ${`${filters.to}T00:00:00Z`}::timestamptz + interval '24 hours'`)
  if (filters.search?.trim()) {
    const pattern = likePattern(filters.search)
    const named = sql`from app_user u where u.client_id = ${clientId}
      and (u.full_name ilike ${pattern} or u.email ilike ${pattern})`
    conditions.push(
      sql`(e.actor_id in (select u.id ${named}) or e.object in (select 'user:' || u.id ${named}))`,
    )
  }
  return sql.join(conditions, sql` and `)
}

export const countEvents = async (db: TenantDb, clientId: number, filters: EventFilters): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from audit_event e where ${matching(clientId, filters)}`.execute(db)
  return rows[0]?.n ?? 0
}

/** The person whose account it was done to. */
const aboutId = sql`case when e.object ~ '^user:[1-9][0-9]{0,8}$' then substr(e.object, 6)::integer end`

/** Newest first. */
export const eventRows = async (
  db: TenantDb,
  clientId: number,
  filters: EventFilters,
  page: { limit: number; offset: number },
): Promise<EventRow[]> => {
  const { rows } = await sql<EventRow>`
    select e.id::text as id, e.at, e.action, e.result, e.actor_id, u.full_name as actor_name, e.object, e.detail,
      e.network, e.request_id, ${aboutId} as about_id, p.full_name as about_name
    from audit_event e
    left join app_user u on u.client_id = e.client_id and u.id = e.actor_id
    left join app_user p on p.client_id = e.client_id and p.id = ${aboutId}
    where ${matching(clientId, filters)}
    order by e.id desc limit ${page.limit} offset ${page.offset}`.execute(db)
  return rows
}
