/** Attendance of two months: a weekly practice hour for every learner, with an open dispute and a warning. */
import { sql } from 'kysely'
import type { Core } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { addDispute, putManual, settlePast } from '#server/features/attendance/index.ts'
import { presenceMinutes } from '#server/features/live/index.ts'
import type { Notifier } from '#server/core/notifier.ts'
import { seededRandom, type RandomSource } from '../random.ts'
import type { ContentTenant, SeededCourse } from './seed-courses.ts'
import type { PastEvent } from './seed-notifications.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const WEEKS = 9
const LENGTH_MINUTES = 60
const HOUR_UTC = 12
/** In weeks ago, for the learner who signs in: absences, a late arrival and an excuse. */
const OWN_WEEKS = { disputed: 2, late: 4, excused: 6 }

interface DemoTexts {
  title: string
  dispute: string
  excuse: string
  timeZone: string
}

const TEXTS: ReadonlyMap<number, DemoTexts> = new Map([
  [
    7,
    {
      title: 'Practice hour',
      dispute: 'My connection dropped twice, but I was there until the end. Nandini saw my shared screen.',
      excuse: 'Family wedding, told us before',
      timeZone: 'Asia/Kolkata',
    },
  ],
  [
    8,
    {
      title: 'ساعة تدريب',
      dispute: 'انقطع الاتصال مرتين لكني بقيت حتى النهاية، وقد رأى المدرّب شاشتي.',
      excuse: 'زفاف في العائلة، وقد أخبرنا مسبقًا',
      timeZone: 'Asia/Riyadh',
    },
  ],
])

type Stay = { from: number; to: number } | null

/** Most come in time and stay. One learner misses most of it and is warned. */
const stayOf = (
  random: RandomSource,
  person: { isOwn: boolean; isMissing: boolean },
  weeksAgo: number,
): Stay => {
  const usual = { from: random.integer(-5, 5), to: random.integer(55, 60) }
  const isAway = random.chance(0.09)
  const isLate = random.chance(0.1)
  if (person.isOwn) {
    if (weeksAgo === OWN_WEEKS.disputed) return { from: 3, to: 31 }
    if (weeksAgo === OWN_WEEKS.excused) return null
    return weeksAgo === OWN_WEEKS.late ? { from: 13, to: 60 } : usual
  }
  if (person.isMissing && weeksAgo % 3 !== 0) return null
  if (isAway) return null
  return isLate ? { from: random.integer(11, 14), to: 60 } : usual
}

const addSession = async (
  db: TenantDb,
  session: { clientId: number; courseId: number; hostId: number; startsAt: Date; texts: DemoTexts },
  learnerIds: readonly number[],
): Promise<number> => {
  const { clientId, startsAt, texts } = session
  const { rows } = await sql<{ id: number }>`
    insert into live_session (client_id, title, course_id, audience, starts_at, ends_at, time_zone, created_by,
      created_at, updated_at)
    values (${clientId}, ${texts.title}, ${session.courseId}, 'chosen', ${startsAt},
      ${new Date(startsAt.getTime() + LENGTH_MINUTES * MINUTE_MS)}, ${texts.timeZone}, ${session.hostId},
      ${startsAt}, ${startsAt})
    returning id`.execute(db)
  const id = rows[0]?.id ?? 0
  await sql`
    insert into live_session_host (client_id, session_id, user_id)
    values (${clientId}, ${id}, ${session.hostId})`.execute(db)
  await sql`
    insert into live_invitee (client_id, session_id, user_id, invited_at)
    select ${clientId}, ${id}, person.id, ${startsAt} from unnest(${[...learnerIds]}::int[]) person (id)`.execute(
    db,
  )
  return id
}

/** Joined at the start of the stay, and seen until its end. */
const addPresence = async (
  db: TenantDb,
  { clientId, sessionId, startsAt }: { clientId: number; sessionId: number; startsAt: Date },
  stays: readonly { userId: number; from: number; to: number; device: string }[],
): Promise<void> => {
  const at = (minute: number) => new Date(startsAt.getTime() + minute * MINUTE_MS)
  await sql`
    insert into live_presence (client_id, session_id, user_id, source, device, started_at, ended_at)
    select ${clientId}, ${sessionId}, stay.id, 'page', stay.device, stay.since, stay.until
    from unnest(${stays.map((stay) => stay.userId)}::int[], ${stays.map((stay) => stay.device)}::text[],
      ${stays.map((stay) => at(stay.from))}::timestamptz[], ${stays.map((stay) => at(stay.to))}::timestamptz[])
      as stay (id, device, since, until)`.execute(db)
  await sql`
    insert into live_join (client_id, session_id, user_id, first_at, last_at)
    select ${clientId}, ${sessionId}, stay.id, stay.since, stay.since
    from unnest(${stays.map((stay) => stay.userId)}::int[], ${stays.map((stay) => at(stay.from))}::timestamptz[])
      as stay (id, since)`.execute(db)
}

/** Noon on Saturdays before today, the latest first. */
const saturdays = (now: Date): Date[] =>
  Array.from({ length: WEEKS }, (_, index) => {
    const at = new Date(now.getTime() - (((now.getUTCDay() + 1) % 7) + index * 7) * DAY_MS)
    at.setUTCHours(HOUR_UTC, 0, 0, 0)
    return at
  }).filter((at) => at.getTime() + 2 * LENGTH_MINUTES * MINUTE_MS < now.getTime())

export const seedAttendance = async (
  core: Core,
  db: TenantDb,
  { clientId, people }: ContentTenant,
  courses: readonly SeededCourse[],
): Promise<PastEvent[]> => {
  const texts = TEXTS.get(clientId)
  const host = people.find(({ role }) => role === 'instructor')
  const learners = people.filter(({ role }) => role === 'student')
  const courseId = courses[0]?.courseId
  if (!texts || !host || courseId === undefined) return []
  const now = core.clock.now()
  const random = seededRandom(clientId * 104_729)
  const own = learners.find(({ username }) => username === 'student')
  const starts = saturdays(now)
  const sessions: number[] = []
  for (const [weeksAgo, startsAt] of starts.entries()) {
    const ids = learners.map(({ id }) => id)
    const sessionId = await addSession(db, { clientId, courseId, hostId: host.id, startsAt, texts }, ids)
    sessions.push(sessionId)
    const stays = learners.flatMap((person, place) => {
      const stay = stayOf(random, { isOwn: person === own, isMissing: place === 3 }, weeksAgo)
      return stay ? [{ userId: person.id, device: random.uuid(), ...stay }] : []
    })
    await addPresence(db, { clientId, sessionId, startsAt }, stays)
  }
  const warnings: PastEvent[] = []
  const collect: Notifier = {
    notify: async (tx, id, warning) => {
      warnings.push({
        at: now,
        publish: async (target) => {
          await target.notify(tx, id, warning)
        },
      })
      return { mailTo: [] }
    },
    withdraw: async () => undefined,
  }
  await settlePast({ presenceMinutes, notifier: collect }, db, clientId, now)
  if (!own) return warnings
  const [disputed, excused] = [sessions[OWN_WEEKS.disputed], sessions[OWN_WEEKS.excused]]
  if (excused !== undefined)
    await putManual(db, clientId, {
      marks: [{ sessionId: excused, userId: own.id, status: 'excused' }],
      reason: texts.excuse,
      by: host.id,
      now,
    })
  if (disputed !== undefined)
    await addDispute(db, clientId, { sessionId: disputed, userId: own.id, text: texts.dispute, now })
  return warnings
}
