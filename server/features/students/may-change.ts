import { sql } from 'kysely'
import type { Role } from '#contract/common.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { Acting } from './context.ts'

/** Nobody here changes their own account, instructors change none, and admins none of a superadmin. */
export const mayChange = (
  actor: { readonly userId: number; readonly role: Role },
  person: { id: number; role: Role },
): boolean =>
  person.id !== actor.userId &&
  (actor.role === 'superadmin' || (actor.role === 'admin' && person.role !== 'superadmin'))

/** A person while they may administer; null otherwise. */
export const administratorOf = async (
  db: TenantDb,
  userId: number | null,
): Promise<{ userId: number; role: Role } | null> => {
  const { rows } = await sql<{ userId: number; role: Role }>`
    select id as "userId", role from app_user
    where client_id = current_client_id() and id = ${userId}::integer and disabled_at is null
      and role in ('admin', 'superadmin')`.execute(db)
  return rows[0] ?? null
}

const ACCOUNTS_LOCK = 7292

/**
 * Before roles change or accounts are switched off, until the end of the transaction. Of two admins who demote each
 * other at the same moment the second one finds that they are none any more: a client keeps an admin.
 */
export const mayAdministerNow = async (db: TenantDb, { tenant, actor }: Acting): Promise<boolean> => {
  await sql`select pg_advisory_xact_lock(${ACCOUNTS_LOCK}, ${tenant.clientId})`.execute(db)
  const present = await administratorOf(db, actor.userId)
  return present?.role === actor.role
}
