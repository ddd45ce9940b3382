import { sql } from 'kysely'
import { AppError } from '#server/core/http/errors.ts'
import type { TenantDb } from '#server/core/db/database.ts'

const HOUR_MS = 3_600_000
/** Newer accounts may post less, so that a wave of them cannot flood the forum. */
const NEWCOMER_AGE_MS = 24 * HOUR_MS
const PER_HOUR = { thread: 3, comment: 10 } as const

/** Serializes writes of one account, so that counts stay true until the commit. */
export const lockWriter = async (db: TenantDb, userId: number): Promise<void> => {
  await sql`select pg_advisory_xact_lock(7233, ${userId})`.execute(db)
}

/** Throws 429 with the time until a newcomer may post again. Call it under {@link lockWriter}. */
export const requireNewcomerQuota = async (
  db: TenantDb,
  input: { clientId: number; userId: number; kind: 'thread' | 'comment'; now: Date; factor: number },
): Promise<void> => {
  if (!Number.isFinite(input.factor)) return
  const limit = Math.max(1, Math.floor(PER_HOUR[input.kind] * input.factor))
  const hourAgo = new Date(input.now.getTime() - HOUR_MS)
  const table = sql.table(input.kind === 'thread' ? 'forum_thread' : 'forum_comment')
  // The limit-th newest post of the last hour: when it is an hour old, the newcomer may post again.
  const rows = await sql<{ joined: Date; blocking: Date | null }>`
    select u.created_at as joined,
      (select w.created_at from ${table} w
        where w.client_id = ${input.clientId} and w.author_id = ${input.userId} and w.created_at > ${hourAgo}
        order by w.created_at desc offset ${limit - 1} limit 1) as blocking
    from app_user u where u.client_id = ${input.clientId} and u.id = ${input.userId}`.execute(db)
  const [newcomer] = rows.rows
  if (!newcomer?.blocking || input.now.getTime() - newcomer.joined.getTime() >= NEWCOMER_AGE_MS) return
  const waitMs = newcomer.blocking.getTime() + HOUR_MS - input.now.getTime()
  throw new AppError('too_many_requests', 'New members can write a little less at first.', {
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1_000)),
  })
}
