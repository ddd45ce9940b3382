import { sql } from 'kysely'
import type { TenantDb } from '#server/core/db/database.ts'
import { presenceMinutes } from '../presence.repository.ts'
import type { Attendee } from './mapper.ts'

/** Who joined the session or was seen in it, by name. */
export const attendeesOf = async (db: TenantDb, sessionId: number): Promise<Attendee[]> => {
  const { rows } = await sql<{ id: number; name: string; joined_at: Date | null }>`
    select u.id, u.full_name as name, j.first_at as joined_at from app_user u
    left join live_join j on j.client_id = u.client_id and j.session_id = ${sessionId} and j.user_id = u.id
    where u.client_id = current_client_id() and (j.user_id is not null or exists (select from live_presence p
      where p.client_id = u.client_id and p.session_id = ${sessionId} and p.user_id = u.id))
    order by u.full_name, u.id`.execute(db)
  const minutes = new Map(
    (await presenceMinutes(db, { sessionIds: [sessionId] })).map((row) => [row.user_id, row]),
  )
  return rows.map((row) => ({ ...row, presence: minutes.get(row.id) ?? null }))
}
