/** Live classes: eight weeks with attendance and recordings, one under way, one about to start, and coming ones. */
import { sql } from 'kysely'
import type { ConsentRule, LiveKind } from '#contract/live/shapes.ts'
import type { Core } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { demoSlots, moveSlot, slotUid } from '../../live-slots.ts'
import { demoClasses } from '../live-classes.ts'
import { seededRandom, type RandomSource } from '../random.ts'
import { captionLanguages, videos, type VideoName } from '../videos.ts'
import { mediaStore, type ContentTenant, type SeededCourse, type StoreMedia } from './seed-courses.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const LENGTH_MINUTES = 60
const DEMO_LINK = 'https://meet.example.com/demo-classroom'
const [TUESDAY, THURSDAY] = [2, 4]

interface NewSession {
  kind?: LiveKind
  capacity?: number | null
  title: string
  description: string
  courseId: number | null
  startsAt: Date
  timeZone: string
  uid: string
  consentRule?: ConsentRule
  isCancelled?: boolean
}

const addSession = async (
  db: TenantDb,
  { clientId, hostId, now }: { clientId: number; hostId: number; now: Date },
  session: NewSession,
): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    insert into live_session (client_id, uid, kind, capacity, title, description, course_id, audience, starts_at, ends_at,
      time_zone, meeting_url, consent_rule, cancelled_at, sequence, created_by, created_at, updated_at)
    values (${clientId}, ${session.uid}, ${session.kind ?? 'class'}, ${session.capacity ?? null}, ${session.title},
      ${session.description}, ${session.courseId},
      ${session.courseId === null ? 'everyone' : 'course'}, ${session.startsAt},
      ${new Date(session.startsAt.getTime() + LENGTH_MINUTES * MINUTE_MS)}, ${session.timeZone}, ${DEMO_LINK},
      ${session.consentRule ?? 'none'}, ${session.isCancelled ? now : null}, ${session.isCancelled ? 1 : 0}, ${hostId},
      ${now}, ${now})
    returning id`.execute(db)
  const id = rows[0]?.id ?? 0
  await sql`insert into live_session_host (client_id, session_id, user_id) values (${clientId}, ${id}, ${hostId})`.execute(
    db,
  )
  return id
}

/** The latest Tuesdays and Thursdays before today, the latest first. */
const pastStarts = (now: Date, hourUtc: number, count: number): Date[] => {
  const starts: Date[] = []
  for (let daysAgo = 1; starts.length < count; daysAgo += 1) {
    const at = new Date(now.getTime() - daysAgo * DAY_MS)
    at.setUTCHours(hourUtc, 0, 0, 0)
    if (at.getUTCDay() === TUESDAY || at.getUTCDay() === THURSDAY) starts.push(at)
  }
  return starts
}

const addRecording = async (
  db: TenantDb,
  store: StoreMedia,
  { clientId, sessionId, readyAt }: { clientId: number; sessionId: number; readyAt: Date },
  recording: VideoName | 'failed',
): Promise<void> => {
  if (recording === 'failed')
    return void (await sql`
      insert into live_recording (client_id, session_id, state, updated_at)
      values (${clientId}, ${sessionId}, 'failed', ${readyAt})`.execute(db))
  const sources = [
    { url: await store(recording, 'webm', `${recording}.webm`), mime: 'video/webm' },
    { url: await store(recording, 'mp4', `${recording}.mp4`), mime: 'video/mp4' },
  ]
  const captions = await Promise.all(
    captionLanguages.map(async ({ language, label }) => ({
      language,
      label,
      url: await store(`${recording}-${language}`, 'vtt', `${recording}.${language}.vtt`),
    })),
  )
  await sql`
    insert into live_recording (client_id, session_id, state, ready_at, duration_seconds, sources, captions, poster_url,
      updated_at)
    values (${clientId}, ${sessionId}, 'ready', ${readyAt}, ${videos[recording].seconds}, ${JSON.stringify(sources)},
      ${JSON.stringify(captions)}, ${await store(recording, 'webp', `${recording}.webp`)}, ${readyAt})`.execute(
    db,
  )
}

/** Most came in time and stayed; some came late, left early or stayed away. */
const presenceOf = (random: RandomSource): { from: number; to: number } | null => {
  if (random.chance(0.12)) return null
  const isLate = random.chance(0.12)
  const leavesEarly = random.chance(0.1)
  return {
    from: isLate ? random.integer(11, 24) : random.integer(-6, 4),
    to: leavesEarly ? random.integer(26, 40) : random.integer(56, 62),
  }
}

const addPresence = async (
  db: TenantDb,
  { clientId, sessionId, startsAt }: { clientId: number; sessionId: number; startsAt: Date },
  random: RandomSource,
): Promise<void> => {
  const { rows } = await sql<{ id: number }>`
    select u.id from live_session s join app_user u on u.client_id = s.client_id and u.role = 'student'
    where s.client_id = ${clientId} and s.id = ${sessionId} and (s.course_id is null or exists (
      select from enrolment e where e.client_id = s.client_id and e.course_id = s.course_id and e.user_id = u.id))
    order by u.id`.execute(db)
  const seen = rows.flatMap(({ id }) => {
    const presence = presenceOf(random)
    const at = (minute: number) => new Date(startsAt.getTime() + minute * MINUTE_MS)
    return presence ? [{ id, from: at(presence.from), to: at(presence.to), device: random.uuid() }] : []
  })
  const [ids, from, to] = [seen.map(({ id }) => id), seen.map((row) => row.from), seen.map((row) => row.to)]
  await sql`
    insert into live_join (client_id, session_id, user_id, first_at, last_at)
    select ${clientId}, ${sessionId}, id, since, since
    from unnest(${ids}::int[], ${from}::timestamptz[]) seen (id, since)`.execute(db)
  await sql`
    insert into live_presence (client_id, session_id, user_id, source, device, started_at, ended_at)
    select ${clientId}, ${sessionId}, id, 'page', device, since, until
    from unnest(${ids}::int[], ${from}::timestamptz[], ${to}::timestamptz[], ${seen.map(({ device }) => device)}::text[])
      seen (id, since, until, device)`.execute(db)
}

/** Registers many of the learners, the demo's own student for the past one only: the next one is theirs to try. */
const addRegistrations = async (
  db: TenantDb,
  { clientId, sessionId, now }: { clientId: number; sessionId: number; now: Date },
  { random, isPast }: { random: RandomSource; isPast: boolean },
): Promise<void> => {
  const { rows } = await sql<{ id: number; username: string }>`
    select id, username from app_user where client_id = ${clientId} and role = 'student' order by id`.execute(
    db,
  )
  const ids = rows
    .filter(({ username }) => (username === 'student' ? isPast : random.chance(0.4)))
    .map(({ id }) => id)
  await sql`
    insert into live_invitee (client_id, session_id, user_id, invited_at, registered_at)
    select ${clientId}, ${sessionId}, id, ${now}, ${now} from unnest(${ids}::int[]) id`.execute(db)
  if (!isPast) return
  await sql`
    insert into live_join (client_id, session_id, user_id, first_at, last_at)
    select s.client_id, s.id, person, s.starts_at, s.starts_at from unnest(${ids}::int[]) person
    join live_session s on s.client_id = ${clientId} and s.id = ${sessionId}`.execute(db)
}

const addWebinars = async (
  db: TenantDb,
  at: { clientId: number; hostId: number; now: Date },
  { store, random }: { store: StoreMedia; random: RandomSource },
): Promise<void> => {
  const classes = demoClasses.get(at.clientId)
  for (const { inDays, recording, ...webinar } of classes?.webinars ?? []) {
    const startsAt = new Date(at.now.getTime() + inDays * DAY_MS)
    startsAt.setUTCHours(classes?.hourUtc ?? 0, 30, 0, 0)
    const session = { ...webinar, kind: 'webinar', courseId: null, startsAt, uid: random.uuid() } as const
    const sessionId = await addSession(db, at, { ...session, timeZone: classes?.timeZone ?? 'UTC' })
    await addRegistrations(db, { ...at, sessionId }, { random, isPast: inDays < 0 })
    const readyAt = new Date(startsAt.getTime() + 2 * HOUR_MS)
    if (recording) await addRecording(db, store, { ...at, sessionId, readyAt }, recording)
  }
}

/** Adds the live classes of a tenant. */
export const seedLive = async (
  core: Core,
  db: TenantDb,
  { clientId, people }: ContentTenant,
  courses: readonly SeededCourse[],
): Promise<void> => {
  const classes = demoClasses.get(clientId)
  const host = people.find(({ role }) => role === 'instructor')
  if (!classes || !host) return
  const now = core.clock.now()
  const random = seededRandom(clientId * 7919)
  const at = { clientId, hostId: host.id, now }
  const courseId = (place: number | null) => (place === null ? null : (courses[place]?.courseId ?? null))
  const store = mediaStore(core, clientId)
  const { timeZone, hourUtc } = classes
  const starts = pastStarts(now, hourUtc, classes.past.length)
  for (const [index, { title, description, course, recording }] of classes.past.entries()) {
    const startsAt = starts[index] ?? now
    const uid = random.uuid()
    const session = { title, description, courseId: courseId(course), startsAt, timeZone, uid }
    const sessionId = await addSession(db, at, session)
    await addPresence(db, { clientId, sessionId, startsAt }, random)
    const readyAt = new Date(startsAt.getTime() + 2 * HOUR_MS)
    if (recording) await addRecording(db, store, { clientId, sessionId, readyAt }, recording)
  }
  for (const { inDays, course, isCancelled, timeZone: zone = timeZone, ...session } of classes.coming) {
    const startsAt = new Date(now.getTime() + inDays * DAY_MS)
    startsAt.setUTCHours(hourUtc, 0, 0, 0)
    await addSession(db, at, {
      ...session,
      courseId: courseId(course),
      startsAt,
      timeZone: zone,
      uid: random.uuid(),
      isCancelled: isCancelled === true,
    })
  }
  for (const slot of demoSlots) {
    const { course, ...session } = classes[slot.name]
    const uid = slotUid(clientId, slot.name)
    await addSession(db, at, { ...session, courseId: courseId(course), startsAt: now, timeZone, uid })
    await moveSlot(db, { clientId, slot, now })
  }
  await addWebinars(db, at, { store, random })
}
