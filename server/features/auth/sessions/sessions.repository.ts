import '../auth.tables.ts'
import { sql, type Selectable } from 'kysely'
import type { Role } from '#contract/common.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { Query } from '#server/core/db/query.ts'
import type { Tables } from '#server/core/db/tables.ts'
import { SESSION_LIFETIMES } from './sessions.policy.ts'
import { currentClient } from '../users.repository.ts'

export type SessionRow = Selectable<Tables['user_session']>
export type EndReason =
  | 'logout'
  | 'ended_by_owner'
  | 'ended_by_admin'
  | 'too_many'
  | 'refresh_reuse'
  | 'password_changed'
  | 'password_reset'
  | 'disabled'
  | 'role_changed'

const addMs = (now: Date, ms: number) => new Date(now.getTime() + ms)

export interface NewSession {
  id: string
  userId: number
  hash: Buffer
  idleExpiresAt: Date
  absoluteExpiresAt: Date
  device: string
  network: string
  userAgent: string
  now: Date
}

export const insertSession = async (db: TenantDb, session: NewSession): Promise<void> => {
  await db
    .insertInto('user_session')
    .values({
      client_id: currentClient,
      id: session.id,
      user_id: session.userId,
      cur_hash: session.hash,
      rotated_at: session.now,
      idle_expires_at: session.idleExpiresAt,
      absolute_expires_at: session.absoluteExpiresAt,
      device: session.device,
      network: session.network,
      user_agent: session.userAgent,
      created_at: session.now,
      last_seen_at: session.now,
      proved_at: session.now,
    })
    .execute()
}

/** Deletes families that can neither be used nor replayed any more. */
export const deleteExpiredSessions = async (db: TenantDb, userId: number, now: Date): Promise<void> => {
  await db
    .deleteFrom('user_session')
    .where('client_id', '=', currentClient)
    .where('user_id', '=', userId)
    .where('absolute_expires_at', '<', now)
    .execute()
}

export const activeSessions = (db: TenantDb, userId: number, now: Date): Promise<SessionRow[]> =>
  db
    .selectFrom('user_session')
    .selectAll()
    .where('client_id', '=', currentClient)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('idle_expires_at', '>', now)
    .where('absolute_expires_at', '>', now)
    .orderBy('last_seen_at', 'desc')
    .orderBy('created_at', 'desc')
    .execute()

export const lockSession = (db: TenantDb, sessionId: string): Promise<SessionRow | undefined> =>
  db
    .selectFrom('user_session')
    .selectAll()
    .where('client_id', '=', currentClient)
    .where('id', '=', sessionId)
    .forUpdate()
    .executeTakeFirst()

export interface RotatedSession {
  user_id: number
  gen: number
}

/**
 * One statement, so that exactly one of any number of parallel callers with the same token rotates it
 * (trust 8.2).
 */
export const rotateSession = async (
  db: TenantDb,
  rotation: {
    sessionId: string
    oldHash: Buffer
    newHash: Buffer
    encryptedSuccessor: Buffer
    network: string
    userAgent: string
    now: Date
    isDemoOn: boolean
  },
): Promise<RotatedSession | undefined> => {
  const { now } = rotation
  const learner = addMs(now, SESSION_LIFETIMES.learner.idleMs)
  const staff = addMs(now, SESSION_LIFETIMES.staff.idleMs)
  const { rows } = await sql<RotatedSession>`
    update user_session s
       set prev_hash = s.cur_hash, cur_hash = ${rotation.newHash}, gen = s.gen + 1, seen = false,
           rotated_at = ${now}, succ_enc = ${rotation.encryptedSuccessor}, last_seen_at = ${now},
           network = ${rotation.network}, user_agent = ${rotation.userAgent},
           idle_expires_at = case when u.role = 'student' then ${learner}::timestamptz else ${staff}::timestamptz end
      from app_user u
     where s.client_id = current_client_id() and s.id = ${rotation.sessionId} and s.cur_hash = ${rotation.oldHash}
       and s.revoked_at is null and ${now} < least(s.idle_expires_at, s.absolute_expires_at)
       and u.client_id = s.client_id and u.id = s.user_id and u.disabled_at is null
       and (${rotation.isDemoOn} or not u.is_demo)
    returning s.user_id, s.gen`.execute(db)
  return rows[0]
}

/** Records a new proof of identity in this session. */
export const markProved = async (db: TenantDb, sessionId: string, now: Date): Promise<void> => {
  await db
    .updateTable('user_session')
    .set({ proved_at: now })
    .where('client_id', '=', currentClient)
    .where('id', '=', sessionId)
    .execute()
}

/** True when this call ended the session, false when it had already ended. */
export const revokeSession = async (
  db: TenantDb,
  sessionId: string,
  reason: EndReason,
  now: Date,
): Promise<boolean> => {
  const result = await db
    .updateTable('user_session')
    .set({ revoked_at: now, revoked_reason: reason })
    .where('client_id', '=', currentClient)
    .where('id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Ends all sessions of a user except `keep`; returns the ids this call ended. */
export const revokeSessionsOf = async (
  db: TenantDb,
  userId: number,
  reason: EndReason,
  now: Date,
  keep: string | null = null,
): Promise<string[]> => {
  const rows = await db
    .updateTable('user_session')
    .set({ revoked_at: now, revoked_reason: reason })
    .where('client_id', '=', currentClient)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .$if(keep !== null, (query) => query.where('id', '!=', keep ?? ''))
    .returning('id')
    .execute()
  return rows.map((row) => row.id)
}

export interface SessionState {
  user_id: number
  role: Role
  gen: number
  seen: boolean
  proved_at: Date | null
  idle_expires_at: Date
  absolute_expires_at: Date
}

/** What a request needs to know about its session; no row when the session or its user may no longer act. */
export const sessionStateQuery = (clientId: number, sessionId: string, isDemoOn: boolean): Query => ({
  name: 'auth.session-state',
  text: `select s.user_id, u.role, s.gen, s.seen, s.proved_at, s.idle_expires_at, s.absolute_expires_at
    from user_session s
    join app_user u on u.client_id = s.client_id and u.id = s.user_id
    where s.client_id = $1::integer and s.id = $2 and s.revoked_at is null and u.disabled_at is null
      and ($3::boolean or not u.is_demo)`,
  values: [clientId, sessionId, isDemoOn],
})

/** Records that the current generation was used: from now on the previous token counts as spent. */
export const markSeen = async (db: TenantDb, sessionId: string, gen: number, now: Date): Promise<void> => {
  await db
    .updateTable('user_session')
    .set({ seen: true, last_seen_at: now })
    .where('client_id', '=', currentClient)
    .where('id', '=', sessionId)
    .where('gen', '=', gen)
    .where('seen', '=', false)
    .execute()
}
