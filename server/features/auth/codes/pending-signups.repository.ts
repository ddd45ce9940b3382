import '../auth.tables.ts'
import { sql, type Selectable } from 'kysely'
import type { TenantDb } from '#server/core/db/database.ts'
import type { Tables } from '#server/core/db/tables.ts'
import { currentClient } from '../users.repository.ts'

/** How long a form waits for its code: a person may ask for a new one later. */
export const PENDING_SIGNUP_TTL_MS = 7 * 24 * 3_600_000
/** More than one sign-up adds, so that the table shrinks while it is in use. */
const SWEEP_BATCH_SIZE = 5

export type PendingSignup = Selectable<Tables['pending_signup']>

/** Keeps the newest form of this browser for the account. */
export const savePendingSignup = async (
  db: TenantDb,
  form: Omit<PendingSignup, 'client_id'>,
): Promise<void> => {
  const { user_id: _user, browser_hash: _browser, ...change } = form
  await db
    .insertInto('pending_signup')
    .values({ client_id: currentClient, ...form })
    .onConflict((conflict) => conflict.columns(['client_id', 'user_id', 'browser_hash']).doUpdateSet(change))
    .execute()
}

/** The forms of an account, newest first. */
export const pendingSignupsOf = (db: TenantDb, userId: number, now: Date): Promise<PendingSignup[]> =>
  db
    .selectFrom('pending_signup')
    .selectAll()
    .where('client_id', '=', currentClient)
    .where('user_id', '=', userId)
    .where('terms_accepted_at', '>', new Date(now.getTime() - PENDING_SIGNUP_TTL_MS))
    .orderBy('terms_accepted_at', 'desc')
    .execute()

export const deletePendingSignups = async (db: TenantDb, userId: number): Promise<void> => {
  await db
    .deleteFrom('pending_signup')
    .where('client_id', '=', currentClient)
    .where('user_id', '=', userId)
    .execute()
}

/** Deletes a few expired forms of the tenant, whatever their account. */
export const sweepPendingSignups = async (db: TenantDb, now: Date): Promise<void> => {
  const before = new Date(now.getTime() - PENDING_SIGNUP_TTL_MS)
  await sql`
    delete from pending_signup where client_id = current_client_id() and (user_id, browser_hash) in (
      select user_id, browser_hash from pending_signup
      where client_id = current_client_id() and terms_accepted_at <= ${before}
      order by terms_accepted_at limit ${SWEEP_BATCH_SIZE} for update skip locked)`.execute(db)
}
