import './live.tables.ts'
import { sql } from 'kysely'
import type { TenantDb } from '#server/core/db/database.ts'

export interface PresenceRow {
  session_id: number
  user_id: number
  /** Whole minutes within the session's times; devices and reconnects that overlap count once. */
  minutes: number
  /** When the person joined first; null if only the provider saw them. */
  first_joined_at: Date | null
  /** When anything saw them first. */
  first_seen_at: Date
}

/** The minutes of everybody who was seen in these sessions; of some people with `userIds`. */
export const presenceMinutes = async (
  db: TenantDb,
  { sessionIds, userIds = null }: { sessionIds: readonly number[]; userIds?: readonly number[] | null },
): Promise<PresenceRow[]> => {
  const { rows } = await sql<PresenceRow>`
    with clipped as (
      select p.session_id, p.user_id, min(p.started_at) as first_seen_at,
        range_agg(case when least(p.ended_at, s.ends_at, s.ended_at) > greatest(p.started_at, s.starts_at)
          then tstzrange(greatest(p.started_at, s.starts_at), least(p.ended_at, s.ends_at, s.ended_at)) end) as stretches
      from live_presence p join live_session s on s.client_id = p.client_id and s.id = p.session_id
      where p.client_id = current_client_id() and p.session_id = any (${[...sessionIds]}::int[])
        and (${userIds === null}::boolean or p.user_id = any (${[...(userIds ?? [])]}::int[]))
      group by p.session_id, p.user_id)
    select c.session_id, c.user_id, c.first_seen_at, j.first_at as first_joined_at,
      floor(coalesce((select sum(extract(epoch from upper(stretch) - lower(stretch)))
        from unnest(c.stretches) stretch), 0) / 60)::int as minutes
    from clipped c
    left join live_join j on j.client_id = current_client_id() and j.session_id = c.session_id and j.user_id = c.user_id
    order by c.session_id, c.user_id`.execute(db)
  return rows
}
