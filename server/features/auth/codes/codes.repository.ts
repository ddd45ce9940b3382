import '../auth.tables.ts'
import { sql, type Selectable } from 'kysely'
import type { TenantDb } from '#server/core/db/database.ts'
import type { Tables } from '#server/core/db/tables.ts'
import type { CodePurpose } from '../auth.tables.ts'
import { currentClient } from '../users.repository.ts'

/** More than one request adds, so that the table shrinks while it is in use. */
const SWEEP_BATCH_SIZE = 5

export type CodeRow = Selectable<Tables['one_time_code']>

/** Ends the user's active codes of this purpose: those of one browser, or all (null). */
export const endCodes = async (
  db: TenantDb,
  userId: number,
  purpose: CodePurpose,
  browserHash: Buffer | null,
  now: Date,
): Promise<void> => {
  await db
    .updateTable('one_time_code')
    .set({ ended_at: now })
    .where('client_id', '=', currentClient)
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('ended_at', 'is', null)
    .$if(browserHash !== null, (query) => query.where('browser_hash', '=', browserHash as Buffer))
    .execute()
}

export const insertCode = async (
  db: TenantDb,
  code: {
    userId: number
    purpose: CodePurpose
    requestId: string
    browserHash: Buffer
    hmac: Buffer
    now: Date
    expiresAt: Date
  },
): Promise<void> => {
  await db
    .insertInto('one_time_code')
    .values({
      client_id: currentClient,
      user_id: code.userId,
      purpose: code.purpose,
      request_id: code.requestId,
      browser_hash: code.browserHash,
      code_hmac: code.hmac,
      created_at: code.now,
      expires_at: code.expiresAt,
    })
    .execute()
}

/** The newest active code: of one browser, or of any (null). */
export const lockActiveCode = (
  db: TenantDb,
  userId: number,
  purpose: CodePurpose,
  browserHash: Buffer | null,
): Promise<CodeRow | undefined> =>
  db
    .selectFrom('one_time_code')
    .selectAll()
    .where('client_id', '=', currentClient)
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('ended_at', 'is', null)
    .$if(browserHash !== null, (query) => query.where('browser_hash', '=', browserHash as Buffer))
    .orderBy('id', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()

/** Counts a wrong entry; the last one allowed ends the code. */
export const countWrongEntry = async (
  db: TenantDb,
  codeId: number,
  maxEntries: number,
  now: Date,
): Promise<void> => {
  await db
    .updateTable('one_time_code')
    .set({
      tries: sql`tries + 1`,
      ended_at: sql`case when tries + 1 >= ${maxEntries} then ${now}::timestamptz end`,
    })
    .where('client_id', '=', currentClient)
    .where('id', '=', codeId)
    .execute()
}

/** Serializes requests for one address until the transaction ends. */
export const lockAddress = async (db: TenantDb, addressHmac: Buffer): Promise<void> => {
  await sql`select pg_advisory_xact_lock(current_client_id(), ${addressHmac.readInt32BE(0)})`.execute(db)
}

export interface CodeRequest {
  purpose: string
  requested_at: Date
  browser_hash: Buffer | null
}

export const requestsSince = (db: TenantDb, addressHmac: Buffer, since: Date): Promise<CodeRequest[]> =>
  db
    .selectFrom('code_request')
    .select(['purpose', 'requested_at', 'browser_hash'])
    .where('client_id', '=', currentClient)
    .where('address_hmac', '=', addressHmac)
    .where('requested_at', '>', since)
    .orderBy('requested_at', 'desc')
    .execute()

export const insertRequest = async (
  db: TenantDb,
  addressHmac: Buffer,
  purpose: string,
  browserHash: Buffer | null,
  now: Date,
): Promise<void> => {
  await db
    .insertInto('code_request')
    .values({
      client_id: currentClient,
      address_hmac: addressHmac,
      purpose,
      browser_hash: browserHash,
      requested_at: now,
    })
    .execute()
}

/**
 * Deletes a few expired requests of the tenant, whatever their address, so that unanswered requests do not
 * pile up.
 */
export const sweepRequests = async (db: TenantDb, before: Date): Promise<void> => {
  await sql`
    delete from code_request where client_id = current_client_id() and id in (
      select id from code_request where client_id = current_client_id() and requested_at <= ${before}
      order by requested_at limit ${SWEEP_BATCH_SIZE} for update skip locked)`.execute(db)
}
