import '../auth.tables.ts'
import type { Selectable } from 'kysely'
import type { TenantDb } from '#server/core/db/database.ts'
import type { Tables } from '#server/core/db/tables.ts'
import { currentClient } from '../users.repository.ts'

export type PasskeyRow = Selectable<Tables['passkey']>

export const passkeysOf = (db: TenantDb, userId: number): Promise<PasskeyRow[]> =>
  db
    .selectFrom('passkey')
    .selectAll()
    .where('client_id', '=', currentClient)
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()

export const findPasskey = (db: TenantDb, credentialId: Buffer): Promise<PasskeyRow | undefined> =>
  db
    .selectFrom('passkey')
    .selectAll()
    .where('client_id', '=', currentClient)
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()

/** False when the passkey is known already. */
export const insertPasskey = async (
  db: TenantDb,
  row: Omit<PasskeyRow, 'client_id' | 'last_used_at'>,
): Promise<boolean> => {
  const result = await db
    .insertInto('passkey')
    .values({ ...row, client_id: currentClient })
    .onConflict((conflict) => conflict.columns(['client_id', 'credential_id']).doNothing())
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

export const recordUse = async (
  db: TenantDb,
  credentialId: Buffer,
  signCount: number,
  now: Date,
): Promise<void> => {
  await db
    .updateTable('passkey')
    .set({ sign_count: String(signCount), last_used_at: now })
    .where('client_id', '=', currentClient)
    .where('credential_id', '=', credentialId)
    .execute()
}

const own = (credentialId: Buffer, userId: number) => ({ credential_id: credentialId, user_id: userId })

export const renamePasskeyRow = async (
  db: TenantDb,
  userId: number,
  credentialId: Buffer,
  name: string,
): Promise<boolean> => {
  const result = await db
    .updateTable('passkey')
    .set({ name })
    .where('client_id', '=', currentClient)
    .where((where) => where.and(own(credentialId, userId)))
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

export const deletePasskey = async (db: TenantDb, userId: number, credentialId: Buffer): Promise<boolean> => {
  const result = await db
    .deleteFrom('passkey')
    .where('client_id', '=', currentClient)
    .where((where) => where.and(own(credentialId, userId)))
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}
