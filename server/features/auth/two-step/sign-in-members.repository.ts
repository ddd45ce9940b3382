import '../auth.tables.ts'
import { sql } from 'kysely'
import type { Role } from '#contract/common.ts'
import { lowerLikePattern } from '#server/core/db/like-pattern.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { currentClient } from '../users.repository.ts'

export interface MemberRow {
  id: number
  full_name: string
  email: string
  role: Role
  sessions: number
  has_second_step: boolean
}

const matches = (search: string) => {
  const pattern = lowerLikePattern(search)
  return sql`u.client_id = current_client_id()
    and (lower(u.full_name) like ${pattern} or u.email_key like ${pattern} or u.username_key like ${pattern})`
}

export const countMembers = async (db: TenantDb, search: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from app_user u where ${matches(search)}`.execute(db)
  return rows[0]?.count ?? 0
}

export const readMembers = async (
  db: TenantDb,
  asked: { search: string; limit: number; offset: number; now: Date },
): Promise<MemberRow[]> => {
  const { rows } = await sql<MemberRow>`
    select u.id, u.full_name, u.email, u.role,
      (select count(*)::integer from user_session s
        where s.client_id = u.client_id and s.user_id = u.id and s.revoked_at is null and not s.is_support
          and s.idle_expires_at > ${asked.now} and s.absolute_expires_at > ${asked.now}) as sessions,
      exists (select from user_totp t
        where t.client_id = u.client_id and t.user_id = u.id and t.confirmed_at is not null)
        or exists (select from passkey p where p.client_id = u.client_id and p.user_id = u.id)
        as has_second_step
    from app_user u where ${matches(asked.search)}
    order by u.full_name, u.id limit ${asked.limit} offset ${asked.offset}`.execute(db)
  return rows
}

/** Removes the app, the passkeys and the recovery codes of a person. */
export const deleteSecondSteps = async (db: TenantDb, userId: number): Promise<void> => {
  for (const table of ['user_totp', 'passkey', 'recovery_code', 'second_step_ticket'] as const)
    await db.deleteFrom(table).where('client_id', '=', currentClient).where('user_id', '=', userId).execute()
}

export const writeStaffSecondStep = async (db: TenantDb, isRequired: boolean): Promise<void> => {
  await sql`update client set staff_second_step = ${isRequired} where client_id = current_client_id()`.execute(
    db,
  )
}
