/** What a client may have at most, as superadmins set it (features/platform). Whoever creates something asks here first. */
import { sql } from 'kysely'
import type { TenantDb } from './db/database.ts'
import { AppError } from './http/errors.ts'

/**
 * Null without a limit. Else it is locked until the transaction ends: two that create something at the same moment do so
 * one after the other, and the second one counts what the first has made.
 */
export const lockPlanLimit = async (db: TenantDb, kind: 'people' | 'mails'): Promise<number | null> => {
  const column = sql.ref(kind)
  const { rows } = await sql<{ most: number }>`
    select ${column} as most from client_limit
    where client_id = current_client_id() and ${column} is not null for no key update`.execute(db)
  return rows[0]?.most ?? null
}

/** To look at, without the lock. */
export const readPlanLimit = async (db: TenantDb, kind: 'people' | 'mails'): Promise<number | null> => {
  const { rows } = await sql<{ most: number | null }>`
    select ${sql.ref(kind)} as most from client_limit where client_id = current_client_id()`.execute(db)
  return rows[0]?.most ?? null
}

const DETAILS = {
  people_limit:
    'This organisation has no free places for more people. Its administrators can ask for more, or deactivate accounts that nobody uses.',
  storage_limit:
    "This organisation's storage is full. Remove files that nobody needs, or ask whoever runs the platform for more.",
  mail_limit:
    'This would be more mails than your organisation may send this month. Choose fewer people, wait for next month, or ask whoever runs the platform for more.',
} as const

export const limitReached = (code: keyof typeof DETAILS): AppError => new AppError(code, DETAILS[code])

export const isPeopleLimit = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'people_limit'
