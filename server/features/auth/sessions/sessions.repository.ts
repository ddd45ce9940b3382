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
  isSupport?: boolean
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
      is_support: session.isSupport ?? false,
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

/** Where the user is signed in; views of support are none of theirs. */
export const activeSessions = (db: TenantDb, userId: number, now: Date): Promise<SessionRow[]> =>
  db
    .selectFrom('user_session')
    .selectAll()
    .where('client_id', '=', currentClient)
    .where('user_id', '=', userId)
    .where('is_support', '=', false)
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
       and (not s.is_support or exists (select from support_view v
         join user_session a on a.client_id = v.client_id and a.id = v.admin_session_id
         where v.client_id = s.client_id and v.id = s.id and a.revoked_at is null
           and ${now} < least(a.idle_expires_at, a.absolute_expires_at)))
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
  if (result.numUpdatedRows === 0n) return false
  await noteEndedViews(db, [sessionId], now)
  return true
}

/** Support views that ran in these sessions, or were started from them. */
const noteEndedViews = async (db: TenantDb, sessionIds: readonly string[], now: Date): Promise<void> => {
  if (sessionIds.length === 0) return
  await db
    .updateTable('support_view')
    .set({ ended_at: now })
    .where('client_id', '=', currentClient)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .where((or) => or.or([or('id', 'in', sessionIds), or('admin_session_id', 'in', sessionIds)]))
    .execute()
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
  const ended = rows.map((row) => row.id)
  await noteEndedViews(db, ended, now)
  return ended
}

export interface SessionState {
  user_id: number
  role: Role
  gen: number
  seen: boolean
  proved_at: Date | null
  idle_expires_at: Date
  absolute_expires_at: Date
  /** Of a support view: who looks, from which session, and why. */
  admin_id: number | null
  admin_session_id: string | null
  reason: string | null
}

/**
 * What a request needs to know about its session; no row when the session or its user may no longer act. A support view
 * is as alive as the session it was started from, and only while its person may start it.
 */
export const sessionStateQuery = (clientId: number, sessionId: string, isDemoOn: boolean): Query => ({
  name: 'auth.session-state',
  text: `select s.user_id, u.role, s.gen, s.seen, case when not s.is_support then s.proved_at end as proved_at,
      least(s.idle_expires_at, a.idle_expires_at) as idle_expires_at,
      least(s.absolute_expires_at, a.absolute_expires_at, v.expires_at) as absolute_expires_at,
      b.id as admin_id, a.id as admin_session_id, v.reason
    from user_session s
    join app_user u on u.client_id = s.client_id and u.id = s.user_id
    left join support_view v on s.is_support and v.client_id = s.client_id and v.id = s.id
    left join user_session a
      on a.client_id = v.client_id and a.id = v.admin_session_id and a.user_id = v.admin_id and a.revoked_at is null
    left join app_user b on b.client_id = a.client_id and b.id = a.user_id and b.disabled_at is null
      and b.role in ('admin', 'superadmin')
    where s.client_id = $1::integer and s.id = $2 and s.revoked_at is null and u.disabled_at is null
      and ($3::boolean or not u.is_demo)
      and (not s.is_support or (b.id is not null and u.role = 'student' and ($3::boolean or not b.is_demo)))`,
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
