/** Counts a session that is over: presence and check-ins become marks (AT4). */
import './attendance.tables.ts'
import { sql } from 'kysely'
import { betterOf, statusOfArrival, statusOfPresence } from '#contract/attendance/rules.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { Notifier } from '#server/core/notifier.ts'
import { endSql, isClassSql, isExpectedSql, lengthSql } from './attendance.sql.ts'
import { lockCourse, putFound, type FoundMark } from './marks.repository.ts'
import { warnBelowGoal } from './warnings.service.ts'

/** Who was there; the live feature measures it. */
export type PresenceMinutes = (
  db: TenantDb,
  of: { sessionIds: readonly number[] },
) => Promise<
  readonly { user_id: number; minutes: number; first_joined_at: Date | null; first_seen_at: Date }[]
>

export interface SettleContext {
  readonly presenceMinutes: PresenceMinutes
  readonly notifier: Pick<Notifier, 'notify'>
}

/** The last heartbeats and leave events are on their way. */
export const SETTLE_AFTER_MS = 2 * 60_000
/** Counted once more: some providers report with a delay. */
export const SETTLE_AGAIN_AFTER_MS = 30 * 60_000
/** Sessions of before the product counted stay as they are. */
const SETTLE_MAX_AGE_MS = 30 * 86_400_000

interface DueSession {
  id: number
  course_id: number | null
  starts_at: Date
  length: number
}

export const dueSessions = async (
  db: TenantDb,
  clientId: number,
  now: Date,
  { limit, maxAgeMs = SETTLE_MAX_AGE_MS }: { limit: number; maxAgeMs?: number },
): Promise<DueSession[]> => {
  const before = (ms: number) => new Date(now.getTime() - ms)
  const { rows } = await sql<DueSession>`
    select s.id, s.course_id, s.starts_at, ${lengthSql} as length
    from live_session s left join attendance_session a on a.client_id = s.client_id and a.session_id = s.id
    where s.client_id = ${clientId} and ${isClassSql} and s.ends_at > ${before(maxAgeMs)}
      and s.starts_at < ${now} and ${endSql} <= ${before(SETTLE_AFTER_MS)}
      and (a.settled_at is null
        or (a.settled_at < ${endSql} + make_interval(secs => ${SETTLE_AGAIN_AFTER_MS / 1000})
          and ${endSql} <= ${before(SETTLE_AGAIN_AFTER_MS)}))
    order by s.ends_at, s.id limit ${limit}`.execute(db)
  return rows
}

interface Candidate {
  user_id: number
  expected: boolean
  checked_in_at: Date | null
}

/** Learners who are expected, were seen or checked in. */
const candidatesOf = async (
  db: TenantDb,
  clientId: number,
  sessionId: number,
  seen: readonly number[],
): Promise<Candidate[]> => {
  const { rows } = await sql<Candidate>`
    select * from (
      select u.id as user_id, ${isExpectedSql(sql`u.id`)} as expected, c.at as checked_in_at
      from live_session s
      join app_user u on u.client_id = s.client_id and u.role = 'student' and u.disabled_at is null
      left join attendance_check_in c on c.client_id = s.client_id and c.session_id = s.id and c.user_id = u.id
      where s.client_id = ${clientId} and s.id = ${sessionId}) found
    where expected or checked_in_at is not null or user_id = any (${[...seen]}::int[])
    order by user_id`.execute(db)
  return rows
}

type Seen = Awaited<ReturnType<PresenceMinutes>>[number]

/** The better of presence and check-in. */
const foundOf = (
  session: DueSession,
  { user_id, checked_in_at }: Candidate,
  seen: Seen | undefined,
): FoundMark => {
  const after = (at: Date) => at.getTime() - session.starts_at.getTime()
  const joinedAt = seen ? (seen.first_joined_at ?? seen.first_seen_at) : null
  const presence = statusOfPresence(
    { minutes: seen?.minutes ?? 0, joinedAfterMs: joinedAt && after(joinedAt) },
    session.length,
  )
  const arrival = checked_in_at ? statusOfArrival(after(checked_in_at)) : 'absent'
  const isPresence = checked_in_at === null || betterOf(presence, arrival) === presence
  return {
    userId: user_id,
    status: isPresence ? presence : arrival,
    source: isPresence ? 'presence' : 'check-in',
    minutes: seen?.minutes ?? (checked_in_at ? null : 0),
    joinedAt: joinedAt ?? checked_in_at,
  }
}

export const settleSession = async (
  { presenceMinutes, notifier }: SettleContext,
  db: TenantDb,
  clientId: number,
  session: DueSession,
  now: Date,
): Promise<void> => {
  await lockCourse(db, clientId, session.course_id)
  const presence = await presenceMinutes(db, { sessionIds: [session.id] })
  const byUser = new Map(presence.map((row) => [row.user_id, row]))
  const people = await candidatesOf(db, clientId, session.id, [...byUser.keys()])
  const marks = people.map((person) => foundOf(session, person, byUser.get(person.user_id)))
  await putFound(db, clientId, { sessionId: session.id, now, marks })
  await sql`
    insert into attendance_session (client_id, session_id, settled_at) values (${clientId}, ${session.id}, ${now})
    on conflict (client_id, session_id) do update set settled_at = excluded.settled_at`.execute(db)
  if (session.course_id !== null)
    await warnBelowGoal(notifier, db, clientId, {
      courseId: session.course_id,
      userIds: marks.map((mark) => mark.userId),
      now,
    })
}

const PAST_MAX = 500
const PAST_MAX_AGE_MS = 400 * 86_400_000

/** Counts every session of the past that was never counted, earliest first; for the demo. */
export const settlePast = async (
  context: SettleContext,
  db: TenantDb,
  clientId: number,
  now: Date,
): Promise<void> => {
  const due = await dueSessions(db, clientId, now, { limit: PAST_MAX, maxAgeMs: PAST_MAX_AGE_MS })
  for (const session of due) await settleSession(context, db, clientId, session, now)
}
