import { sql } from 'kysely'
import { AppError } from '#server/core/http/errors.ts'
import type { TenantDb } from '#server/core/db/database.ts'

const HOUR_MS = 3_600_000
/** Accounts younger than this write less, so that a wave of new ones cannot flood the forum. */
const NEWCOMER_MS = 24 * HOUR_MS
const PER_HOUR = { thread: 3, comment: 10 } as const

/** Writers of one account queue here, so that what they count stays true until they commit. */
export const lockWriter = async (db: TenantDb, userId: number): Promise<void> => {
  await sql`select pg_advisory_xact_lock(7233, ${userId})`.execute(db)
}

/** Throws 429 with the time after which a newcomer may write again. Call it under {@link lockWriter}. */
export const requireNewcomerRoom = async (
  db: TenantDb,
  of: { clientId: number; userId: number; what: 'thread' | 'comment'; now: Date; factor: number },
): Promise<void> => {
  if (!Number.isFinite(of.factor)) return
  const limit = Math.max(1, Math.floor(PER_HOUR[of.what] * of.factor))
  const hourAgo = new Date(of.now.getTime() - HOUR_MS)
  const table = sql.table(of.what === 'thread' ? 'forum_thread' : 'forum_comment')
  // The limit-th newest of the last hour: when it turns an hour old there is room again.
  const rows = await sql<{ joined: Date; blocking: Date | null }>`
    select u.created_at as joined,
      (select w.created_at from ${table} w
        where w.client_id = ${of.clientId} and w.author_id = ${of.userId} and w.created_at > ${hourAgo}
        order by w.created_at desc offset ${limit - 1} limit 1) as blocking
    from app_user u where u.client_id = ${of.clientId} and u.id = ${of.userId}`.execute(db)
  const [found] = rows.rows
  if (!found?.blocking || of.now.getTime() - found.joined.getTime() >= NEWCOMER_MS) return
  const waitMs = found.blocking.getTime() + HOUR_MS - of.now.getTime()
  throw new AppError('too_many_requests', 'New members can write a little less at first.', {
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1_000)),
  })
}
