import '../auth.tables.ts'
import { sql } from 'kysely'
import type { Role } from '#contract/common.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { currentClient } from '../users.repository.ts'

/** What a person can use as a second step. */
export interface SecondSteps {
  readonly totpSince: Date | null
  readonly passkeys: number
  readonly recoveryCodesLeft: number
}

export const readSecondSteps = async (db: TenantDb, userId: number): Promise<SecondSteps> => {
  const { rows } = await sql<SecondSteps>`
    select
      (select confirmed_at from user_totp where client_id = current_client_id() and user_id = ${userId})
        as "totpSince",
      (select count(*)::integer from passkey where client_id = current_client_id() and user_id = ${userId})
        as "passkeys",
      (select count(*)::integer from recovery_code
        where client_id = current_client_id() and user_id = ${userId} and used_at is null)
        as "recoveryCodesLeft"`.execute(db)
  const [row] = rows
  if (!row) throw new Error('readSecondSteps: no row')
  return row
}

/** Recovery codes stand in for a lost device; they are no second step of their own. */
export const hasSecondStep = (steps: SecondSteps): boolean => steps.totpSince !== null || steps.passkeys > 0

export interface TotpRow {
  secret_enc: Buffer
  confirmed_at: Date | null
}

export const readTotp = (db: TenantDb, userId: number): Promise<TotpRow | undefined> =>
  db
    .selectFrom('user_totp')
    .select(['secret_enc', 'confirmed_at'])
    .where('client_id', '=', currentClient)
    .where('user_id', '=', userId)
    .executeTakeFirst()

/** Replaces an unconfirmed key. Returns false for a confirmed one, which stays. */
export const putTotp = async (
  db: TenantDb,
  userId: number,
  encrypted: Buffer,
  now: Date,
): Promise<boolean> => {
  const result = await db
    .insertInto('user_totp')
    .values({ client_id: currentClient, user_id: userId, secret_enc: encrypted, created_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['client_id', 'user_id'])
        .doUpdateSet({ secret_enc: encrypted, created_at: now, last_step: null })
        .where('user_totp.confirmed_at', 'is', null),
    )
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** False when a code of this time step, or of a later one, was used before. */
export const spendTotpStep = async (db: TenantDb, userId: number, step: number): Promise<boolean> => {
  const result = await db
    .updateTable('user_totp')
    .set({ last_step: step })
    .where('client_id', '=', currentClient)
    .where('user_id', '=', userId)
    .where((where) => where.or([where('last_step', 'is', null), where('last_step', '<', step)]))
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

export const confirmTotpRow = async (db: TenantDb, userId: number, now: Date): Promise<void> => {
  await db
    .updateTable('user_totp')
    .set({ confirmed_at: now })
    .where('client_id', '=', currentClient)
    .where('user_id', '=', userId)
    .execute()
}

export const deleteTotp = async (db: TenantDb, userId: number): Promise<boolean> => {
  const result = await db
    .deleteFrom('user_totp')
    .where('client_id', '=', currentClient)
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

export const replaceRecoveryCodes = async (
  db: TenantDb,
  userId: number,
  hashes: readonly Buffer[],
  now: Date,
): Promise<void> => {
  await db
    .deleteFrom('recovery_code')
    .where('client_id', '=', currentClient)
    .where('user_id', '=', userId)
    .execute()
  if (hashes.length === 0) return
  await db
    .insertInto('recovery_code')
    .values(
      hashes.map((hash) => ({ client_id: currentClient, user_id: userId, code_hash: hash, created_at: now })),
    )
    .execute()
}

/** False for an unknown code and for one that was used before. */
export const spendRecoveryCode = async (
  db: TenantDb,
  userId: number,
  hash: Buffer,
  now: Date,
): Promise<boolean> => {
  const result = await db
    .updateTable('recovery_code')
    .set({ used_at: now })
    .where('client_id', '=', currentClient)
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Whether the organisation requires a second step of this role. */
export const isSecondStepRequired = async (db: TenantDb, role: Role): Promise<boolean> => {
  if (role === 'student') return false
  const { rows } = await sql<{ required: boolean }>`
    select staff_second_step as required from client where client_id = current_client_id()`.execute(db)
  return rows[0]?.required ?? false
}
