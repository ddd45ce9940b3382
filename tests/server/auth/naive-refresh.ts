/** Deliberately naive refreshes on the same table: the checks of refresh.test.ts must find them. */
import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '#server/core/db/database.ts'

export interface RefreshAnswer {
  status: number
  refresh_token?: string
}
export type Refresh = (refreshToken: string) => Promise<RefreshAnswer>

const sha256 = (text: string) => createHash('sha256').update(text).digest()

const successorOf = (token: string) => {
  const [sessionId = '', gen = ''] = token.split('.')
  return { sid: sessionId, next: `${sessionId}.${Number(gen) + 1}.${randomBytes(48).toString('base64url')}` }
}

/** Single use only: every repeated request, whatever its reason, ends the session. */
export const strictRefresh =
  (db: Database): Refresh =>
  (token) =>
    db.withTenant(7, async (trx) => {
      const { sid: sessionId, next } = successorOf(token)
      const { numAffectedRows } = await sql`
        update user_session set cur_hash = ${sha256(next)}, prev_hash = cur_hash, gen = gen + 1
         where client_id = 7 and id = ${sessionId} and cur_hash = ${sha256(token)} and revoked_at is null`.execute(
        trx,
      )
      if (numAffectedRows === 1n) return { status: 200, refresh_token: next }
      await sql`update user_session set revoked_at = now() where client_id = 7 and id = ${sessionId}`.execute(
        trx,
      )
      return { status: 401 }
    })

/** Read, decide, write: no lock and no reuse detection. */
export const unguardedRefresh =
  (db: Database): Refresh =>
  async (token) => {
    const { sid: sessionId, next } = successorOf(token)
    const storedHash = await db.withTenant(7, async (trx) => {
      const { rows } = await sql<{ cur_hash: Buffer }>`
        select cur_hash from user_session where client_id = 7 and id = ${sessionId} and revoked_at is null`.execute(
        trx,
      )
      return rows[0]?.cur_hash
    })
    if (!storedHash?.equals(sha256(token))) return { status: 401 }
    await db.withTenant(7, (trx) =>
      sql`update user_session set cur_hash = ${sha256(next)}, gen = gen + 1 where client_id = 7 and id = ${sessionId}`.execute(
        trx,
      ),
    )
    return { status: 200, refresh_token: next }
  }
