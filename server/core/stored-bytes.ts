/** The sum of what each client has stored, and the refusal of what its plan has no room for. */
import { sql } from 'kysely'
import type { TenantDb } from './db/database.ts'
import { limitReached } from './plan-limits.ts'

/** False if it is counted already. Throws if the plan has no room for it. */
export const countStored = async (
  db: TenantDb,
  clientId: number,
  { name, bytes }: { name: string; bytes: number },
): Promise<boolean> => {
  const { rows } = await sql`
    insert into stored_file (client_id, name, bytes) values (${clientId}, ${name}, ${bytes})
    on conflict do nothing returning 1`.execute(db)
  if (rows.length === 0) return false
  await sql`insert into client_usage (client_id) values (${clientId}) on conflict do nothing`.execute(db)
  const { numAffectedRows } = await sql`
    update client_usage set storage_bytes = storage_bytes + ${bytes}
    where client_id = ${clientId} and not exists (
      select from client_limit l
      where l.client_id = ${clientId} and l.storage_bytes < client_usage.storage_bytes + ${bytes})`.execute(
    db,
  )
  if (numAffectedRows !== 1n) throw limitReached('storage_limit')
  return true
}

export const uncountStored = async (
  db: TenantDb,
  clientId: number,
  names: readonly string[],
): Promise<void> => {
  await sql`
    with gone as (
      delete from stored_file where client_id = ${clientId} and name = any(${names as string[]}::text[]) returning bytes)
    update client_usage set storage_bytes = greatest(0, storage_bytes - (select coalesce(sum(bytes), 0) from gone))
    where client_id = ${clientId}`.execute(db)
}
