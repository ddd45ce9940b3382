import './api-access.tables.ts'
import { sql, type Insertable, type Selectable } from 'kysely'
import type { TenantDb } from '#server/core/db/database.ts'
import type { Tables } from '#server/core/db/tables.ts'

export type TokenRow = Selectable<Tables['api_token']> & { maker: string | null }

/** Ended tokens are kept this long, so that people see what ended. */
const KEPT_DAYS = 90
const USE_NOTED_EVERY_MS = 60_000

const rows = (db: TenantDb, clientId: number) =>
  db
    .selectFrom('api_token')
    .leftJoin('app_user', (join) =>
      join.onRef('app_user.client_id', '=', 'api_token.client_id').onRef('app_user.id', '=', 'made_by'),
    )
    .selectAll('api_token')
    .select('app_user.full_name as maker')
    .where('api_token.client_id', '=', clientId)

export const tokenRows = (db: TenantDb, clientId: number): Promise<TokenRow[]> =>
  rows(db, clientId).orderBy('made_at', 'desc').orderBy('api_token.id').execute()

export const tokenRow = (db: TenantDb, clientId: number, id: string): Promise<TokenRow | undefined> =>
  rows(db, clientId).where('api_token.id', '=', id).executeTakeFirst()

/** Whether it is new. */
export const insertToken = async (db: TenantDb, row: Insertable<Tables['api_token']>): Promise<boolean> => {
  const made = await db
    .insertInto('api_token')
    .values(row)
    .onConflict((conflict) => conflict.columns(['client_id', 'id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return made !== undefined
}

/** Two calls at the same moment count one after the other: nobody gets more tokens than allowed. */
export const lockTokens = async (db: TenantDb, clientId: number): Promise<void> => {
  await sql`select 1 from client where client_id = ${clientId} for no key update`.execute(db)
}

export const countActive = async (db: TenantDb, clientId: number, now: Date): Promise<number> => {
  const { rows: counted } = await sql<{ n: number }>`
    select count(*)::integer as n from api_token
    where client_id = ${clientId} and revoked_at is null and expires_at > ${now}`.execute(db)
  return counted[0]?.n ?? 0
}

export const deleteOldTokens = async (db: TenantDb, clientId: number, now: Date): Promise<void> => {
  await sql`delete from api_token where client_id = ${clientId}
    and least(revoked_at, expires_at) < ${now}::timestamptz - ${KEPT_DAYS} * interval '1 day'`.execute(db)
}

/** Whether it was active until now. */
export const revokeToken = async (
  db: TenantDb,
  clientId: number,
  { id, now }: { id: string; now: Date },
): Promise<boolean> => {
  const revoked = await db
    .updateTable('api_token')
    .set({ revoked_at: now, revoked_for: 'person' })
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return revoked !== undefined
}

export type UsableToken = Pick<TokenRow, 'id' | 'prefix' | 'scopes'>

/** The token while it works; its use is noted once a minute. */
export const useToken = async (
  db: TenantDb,
  clientId: number,
  { hash, now }: { hash: Buffer; now: Date },
): Promise<UsableToken | undefined> => {
  const found = await db
    .selectFrom('api_token')
    .select(['id', 'prefix', 'scopes', 'last_used_at'])
    .where('client_id', '=', clientId)
    .where('hash', '=', hash)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (found && now.getTime() - (found.last_used_at?.getTime() ?? 0) >= USE_NOTED_EVERY_MS)
    await db
      .updateTable('api_token')
      .set({ last_used_at: now })
      .where('client_id', '=', clientId)
      .where('id', '=', found.id)
      .execute()
  return found
}
