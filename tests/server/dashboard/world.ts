/** A client whose learners study, hand in, attend and pay at random. */
import pg from 'pg'
import { createDashboardJob } from '#server/features/dashboard/index.ts'
import { featuresAsUser } from '#tests/support/as-user.ts'
import { createTestClock } from '#tests/support/clock.ts'
import { addClient, addPerson } from '#tests/support/server/people.ts'
import { startTestServer } from '#tests/support/server/server.ts'

export const CLIENT = 7
/** In Kolkata the date is already the 16th. */
export const NOW = new Date('2026-01-15T20:00:00Z')
export const TODAY = '2026-01-16'
const ZONE = 'Asia/Kolkata'

/** Numbers from 0 to 1, the same ones in every run (mulberry32). */
export const randomFrom = (seed: number) => {
  let state = seed
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export const createDashboardWorld = async () => {
  const clock = createTestClock(NOW)
  const server = await startTestServer({ clock, features: featuresAsUser })
  await addClient(server.db, { id: CLIENT, timeZone: ZONE })
  // One connection for thousands of small writes.
  const client = new pg.Client(server.db.superuser)
  await client.connect()
  let former: Promise<unknown> = Promise.resolve()
  const query = <T extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<T[]> => {
    const rows = former.then(async () => (await client.query<T>(text, values)).rows)
    former = rows.catch(() => undefined)
    return rows
  }
  const db = { asSuperuser: query }
  const person = (name: string, role: 'student' | 'instructor' | 'admin' = 'student') =>
    addPerson(server.db, { clientId: CLIENT, name, role })
  const staff = {
    admin: await person('Admin', 'admin'),
    teacher: await person('Teacher', 'instructor'),
    colleague: await person('Colleague', 'instructor'),
  }
  const one = async (text: string, values: unknown[]) =>
    (await db.asSuperuser<{ id: number }>(text, values))[0]!.id

  /** A published course with sections of two lessons; a lesson has an article and a quiz. */
  const course = async (title: string, teacherId: number, sections = 2, opensAt: Date | null = null) => {
    const id = await one(
      `insert into course (client_id, title, difficulty, price, status, updated_at)
       values (7, $1, 'beginner', 'free', 'published', '2025-01-01') returning id`,
      [title],
    )
    await db.asSuperuser('insert into course_instructor (client_id, course_id, user_id) values (7, $1, $2)', [
      id,
      teacherId,
    ])
    const lessons: { id: number; article: number; quiz: number }[] = []
    for (let section = 0; section < sections; section += 1) {
      const sectionId = await one(
        'insert into course_section (client_id, course_id, title, position, opens_at) values (7, $1, $2, $3, $4) returning id',
        [id, `Section ${section}`, section, opensAt],
      )
      for (let lesson = 0; lesson < 2; lesson += 1) {
        const topic = await one(
          'insert into course_topic (client_id, course_id, section_id, title, position) values (7, $1, $2, $3, $4) returning id',
          [id, sectionId, `Lesson ${section}.${lesson}`, lesson],
        )
        const item = (type: string, position: number) =>
          one(
            'insert into course_item (client_id, course_id, topic_id, type, title, position) values (7, $1, $2, $3, $3, $4) returning id',
            [id, topic, type, position],
          )
        lessons.push({ id: topic, article: await item('article', 0), quiz: await item('quiz', 1) })
      }
    }
    return { id, lessons }
  }
  const enrol = (userId: number, courseId: number, at: Date) =>
    db.asSuperuser(
      `insert into enrolment (client_id, user_id, course_id, enrolled_at) values (7, $1, $2, $3)
       on conflict (client_id, user_id, course_id) do update set left_at = null`,
      [userId, courseId, at],
    )
  const studied = (userId: number, day: string, seconds: number) =>
    db.asSuperuser(
      `insert into daily_activity (client_id, user_id, day, seconds, updated_at) values (7, $1, $2, $3, $4)
       on conflict (client_id, user_id, day) do update set seconds = daily_activity.seconds + excluded.seconds,
         updated_at = excluded.updated_at`,
      [userId, day, seconds, clock.now()],
    )
  const progress = (userId: number, courseId: number, itemId: number, state: { done: boolean; at?: Date }) =>
    db.asSuperuser(
      `insert into item_progress (client_id, user_id, course_id, item_id, first_at, last_at, completed_at, attempts)
       values (7, $1, $2, $3, $4, $4, $5, 1)
       on conflict (client_id, user_id, item_id) do update
         set last_at = excluded.last_at, completed_at = coalesce(item_progress.completed_at, excluded.completed_at)`,
      [userId, courseId, itemId, state.at ?? clock.now(), state.done ? (state.at ?? clock.now()) : null],
    )
  const assessment = (ownerId: number | null) =>
    one(
      `insert into assessment (client_id, language, texts, duration_minutes, bands, roadmap, created_at, updated_at, owner_id)
       values (7, 'en', '{"en":{"title":"Entrance"}}', 30, '[]', '{}', now(), now(), $1) returning id`,
      [ownerId],
    )
  const attempt = (
    assessmentId: number,
    userId: number,
    number: number,
    result: { at: Date; percent: number },
  ) =>
    db.asSuperuser(
      `insert into assessment_attempt (client_id, id, assessment_id, user_id, number, state, duration_minutes, bands, questions,
         started_at, deadline_at, holder, held_at, last_seen_at, finished_at, ended_by, answers_hash, percent, passed)
       values (7, gen_random_uuid(), $1, $2, $3, 'submitted', 30, '[]', 10, $4, $4::timestamptz + interval '30 minutes',
         gen_random_uuid(), $4, $4, $4, 'learner', repeat('a', 64), $5, $6)`,
      [assessmentId, userId, number, result.at, result.percent, result.percent >= 60],
    )
  const held = (courseId: number, at: Date) =>
    one(
      `insert into live_session (client_id, title, course_id, audience, starts_at, ends_at, time_zone, created_at, updated_at)
       values (7, 'Class', $1, 'course', $2, $2::timestamptz + interval '1 hour', 'UTC', now(), now()) returning id`,
      [courseId, at],
    )
  const mark = (sessionId: number, userId: number, status: string) =>
    db.asSuperuser(
      `insert into attendance_mark (client_id, session_id, user_id, status, source, updated_at)
       values (7, $1, $2, $3, 'manual', now())
       on conflict (client_id, session_id, user_id) do update set status = excluded.status`,
      [sessionId, userId, status],
    )
  const sold = async (userId: number, courseId: number, minor: number, at: Date) => {
    const entries = [
      ['bank', minor],
      ['revenue', -minor],
    ] as const
    await db.asSuperuser(
      `with t as (insert into ledger_transaction (client_id, kind, at, reference, entries)
         values (7, 'sale', $1, $2, 2) returning id)
       insert into ledger_entry (client_id, transaction_id, account, amount_minor, currency, person_id, course_id)
       select 7, t.id, e.account, e.minor, 'INR', $3, $4
       from t, unnest($5::text[], $6::bigint[]) as e (account, minor)`,
      [
        at,
        crypto.randomUUID(),
        userId,
        courseId,
        entries.map(([account]) => account),
        entries.map(([, sum]) => sum),
      ],
    )
  }

  const job = createDashboardJob(server.core)
  const call = async <T>(userId: number, path: string, payload?: object) => {
    const answer = await server.app.inject({
      method: payload ? 'POST' : 'GET',
      url: `/api/clients/7/admin/dashboard/${path}`,
      headers: { authorization: `Bearer ${userId}` },
      ...(payload && { payload }),
    })
    return { status: answer.statusCode, body: answer.json() as T }
  }
  return {
    clock,
    server,
    db,
    staff,
    person,
    course,
    enrol,
    studied,
    progress,
    assessment,
    attempt,
    held,
    mark,
    sold,
    call,
    /** Moves the clock on and lets the job count. */
    count: async (minutes = 10) => {
      clock.advance(minutes * 60_000)
      return job.look()
    },
    close: async () => {
      await client.end()
      await server.close()
    },
  }
}
export type DashboardWorld = Awaited<ReturnType<typeof createDashboardWorld>>
