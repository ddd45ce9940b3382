import '../auth.tables.ts'
import { sql } from 'kysely'
import type { TenantDb } from '#server/core/db/database.ts'
import { FAILURE_TTL_MS, FREE_FAILURES, type NetworkFailures } from './lockout.policy.ts'
import { currentClient } from '../users.repository.ts'

/** How long a browser stays known after a sign-in (rules: Accounts). */
export const KNOWN_DEVICE_TTL_MS = 180 * 24 * 3_600_000
const DEVICES_MAX = 20
const SWEEP_BATCH_SIZE = 5

/** Serializes sign-ins of one account until the transaction ends. */
export const lockAccount = async (db: TenantDb, accountKey: Buffer): Promise<void> => {
  await sql`select pg_advisory_xact_lock(current_client_id(), ${accountKey.readInt32BE(0)})`.execute(db)
}

export const readFailures = async (db: TenantDb, accountKey: Buffer): Promise<NetworkFailures[]> => {
  const rows = await db
    .selectFrom('sign_in_failure')
    .select(['network', 'failures', 'last_failed_at'])
    .where('client_id', '=', currentClient)
    .where('account_hmac', '=', accountKey)
    .execute()
  return rows.map((row) => ({
    network: row.network,
    failures: row.failures,
    lastFailedAt: row.last_failed_at,
  }))
}

export const addFailure = async (
  db: TenantDb,
  accountKey: Buffer,
  network: string,
  now: Date,
): Promise<void> => {
  const expiredBefore = new Date(now.getTime() - FAILURE_TTL_MS)
  await db
    .insertInto('sign_in_failure')
    .values({ client_id: currentClient, account_hmac: accountKey, network, failures: 1, last_failed_at: now })
    .onConflict((conflict) =>
      conflict.columns(['client_id', 'account_hmac', 'network']).doUpdateSet({
        failures: sql`case when sign_in_failure.last_failed_at <= ${expiredBefore} then 1 else sign_in_failure.failures + 1 end`,
        last_failed_at: now,
      }),
    )
    .execute()
}

/** Deletes a few expired rows of the tenant, whatever their account. */
export const sweepFailures = async (db: TenantDb, now: Date): Promise<void> => {
  const before = new Date(now.getTime() - FAILURE_TTL_MS)
  await sql`
    delete from sign_in_failure where client_id = current_client_id() and (account_hmac, network) in (
      select account_hmac, network from sign_in_failure
      where client_id = current_client_id() and last_failed_at <= ${before}
      order by last_failed_at limit ${SWEEP_BATCH_SIZE} for update skip locked)`.execute(db)
}

/** Undoes the count of an attempt that was never evaluated because the server was busy. */
export const undoFailure = async (db: TenantDb, accountKey: Buffer, network: string): Promise<void> => {
  await db
    .updateTable('sign_in_failure')
    .set({ failures: sql`greatest(failures - 1, 0)` })
    .where('client_id', '=', currentClient)
    .where('account_hmac', '=', accountKey)
    .where('network', '=', network)
    .execute()
}

/** `network` null clears the failures of all networks. */
export const clearFailures = async (
  db: TenantDb,
  accountKey: Buffer,
  network: string | null,
): Promise<void> => {
  await db
    .deleteFrom('sign_in_failure')
    .where('client_id', '=', currentClient)
    .where('account_hmac', '=', accountKey)
    .$if(network !== null, (query) => query.where('network', '=', network ?? ''))
    .execute()
}

/** True for a browser the user signed in with before, unless it failed too often since then. */
export const isTrustedDevice = async (
  db: TenantDb,
  userId: number,
  deviceHash: Buffer,
  now: Date,
): Promise<boolean> => {
  const row = await db
    .selectFrom('known_device')
    .select('failures')
    .where('client_id', '=', currentClient)
    .where('user_id', '=', userId)
    .where('device_hash', '=', deviceHash)
    .where('last_used_at', '>', new Date(now.getTime() - KNOWN_DEVICE_TTL_MS))
    .where('failures', '<', FREE_FAILURES)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * True when the person has signed in before, but never in this browser. Their very first sign-in is no news.
 */
export const isNewDevice = async (db: TenantDb, userId: number, deviceHash: Buffer): Promise<boolean> => {
  const { rows } = await sql<{ is_new: boolean }>`
    select (
        exists (select from known_device where client_id = current_client_id() and user_id = ${userId})
        or exists (select from user_session where client_id = current_client_id() and user_id = ${userId})
      ) and not exists (
        select from known_device
        where client_id = current_client_id() and user_id = ${userId} and device_hash = ${deviceHash}
      ) as is_new`.execute(db)
  return rows[0]?.is_new ?? false
}

export const addDeviceFailures = async (
  db: TenantDb,
  userId: number,
  deviceHash: Buffer,
  change: 1 | -1,
): Promise<void> => {
  await db
    .updateTable('known_device')
    .set({ failures: sql`greatest(failures + ${change}, 0)` })
    .where('client_id', '=', currentClient)
    .where('user_id', '=', userId)
    .where('device_hash', '=', deviceHash)
    .execute()
}

export const rememberDevice = async (
  db: TenantDb,
  userId: number,
  deviceHash: Buffer,
  now: Date,
): Promise<void> => {
  await db
    .insertInto('known_device')
    .values({
      client_id: currentClient,
      user_id: userId,
      device_hash: deviceHash,
      created_at: now,
      last_used_at: now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['client_id', 'user_id', 'device_hash'])
        .doUpdateSet({ failures: 0, last_used_at: now }),
    )
    .execute()
  await sql`
    delete from known_device where client_id = current_client_id() and user_id = ${userId} and device_hash not in (
      select device_hash from known_device where client_id = current_client_id() and user_id = ${userId}
      order by last_used_at desc limit ${DEVICES_MAX})`.execute(db)
}

export const forgetDevices = async (db: TenantDb, userId: number): Promise<void> => {
  await db
    .deleteFrom('known_device')
    .where('client_id', '=', currentClient)
    .where('user_id', '=', userId)
    .execute()
}
