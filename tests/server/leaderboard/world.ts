/** A tenant with two courses and learners whose progress is written directly. */
import type { Role } from '#contract/common.ts'
import type { FieldIssue } from '#contract/errors.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { recordSeconds } from '#server/features/activity/index.ts'
import { addCourse, type NewItem } from '#server/features/courses/index.ts'
import { featuresAsUser } from '#tests/support/as-user.ts'
import { createTestClock } from '#tests/support/clock.ts'
import { aNewCourse } from '#tests/support/content/courses.ts'
import { addClient, addPerson } from '#tests/support/server/people.ts'
import { singleQuestion } from '#tests/support/content/questions.ts'
import { startTestServer } from '#tests/support/server/server.ts'

const CLIENT = 7
/** A Saturday. */
export const TODAY = '2026-11-21'
const LESSONS = 3

const items: readonly NewItem[] = [
  ...Array.from({ length: LESSONS }, (_, index) => ({
    type: 'article' as const,
    title: `Read ${index}`,
    minutes: 1,
    html: '<p>Text</p>',
  })),
  ...Array.from({ length: LESSONS }, (_, index) => ({
    type: 'video' as const,
    title: `Watch ${index}`,
    minutes: 1,
    durationSeconds: 30,
    sources: [{ url: '/files/7/a.b.webm', mime: 'video/webm' }],
    posterUrl: null,
    captions: [],
  })),
  {
    type: 'quiz',
    title: 'Check',
    minutes: 1,
    questions: [
      singleQuestion('Yes?', [
        { text: 'yes', correct: true },
        { text: 'no', correct: false },
      ]),
    ],
  },
]

export const createLeaderboardWorld = async () => {
  const clock = createTestClock(`${TODAY}T10:00:00Z`)
  const server = await startTestServer({ clock, features: featuresAsUser })
  await addClient(server.db, { id: CLIENT })
  const inTenant = <T>(clientId: number, work: (db: TenantDb) => Promise<T>) =>
    server.core.db.withTenant(clientId, work)
  const courses: number[] = []
  for (const title of ['Course 1', 'Course 2'])
    courses.push(
      await inTenant(CLIENT, (db) =>
        addCourse(
          db,
          CLIENT,
          aNewCourse({
            title,
            sections: [{ title: 'One', topics: [{ title: 'Topic', items }] }],
          }),
        ),
      ),
    )
  let people = 0
  const call = async (method: 'GET' | 'PUT', userId: number, path: string, payload?: object) => {
    const reply = await server.app.inject({
      method,
      url: `/api/clients/${CLIENT}/${path}`,
      headers: { authorization: `Bearer ${userId}` },
      ...(payload ? { payload } : {}),
    })
    return { status: reply.statusCode, body: reply.json<{ fields?: Record<string, FieldIssue[]> }>() }
  }

  return {
    server,
    clock,
    get: async <T>(userId: number, path: string) => (await call('GET', userId, path)).body as T,
    put: (userId: number, path: string, body: object) => call('PUT', userId, path, body),
    tick: async (ms = 6_000) => {
      clock.advance(ms)
      await Promise.resolve()
    },
    student: (overrides: { role?: Role; name?: string } = {}) =>
      addPerson(server.db, { clientId: CLIENT, name: `Learner ${(people += 1)}`, ...overrides }),
    spend: (userId: number, seconds: number, day = TODAY) =>
      inTenant(CLIENT, (db) => recordSeconds(db, { clientId: CLIENT, userId, day, seconds })),
    /** Completes the first lessons of a course; a quiz keeps its best score. */
    done: async (
      userId: number,
      progress: { articles?: number; videos?: number; quizPercent?: number; course?: number },
    ) => {
      const course = courses[progress.course ?? 0] ?? 0
      const now = clock.now()
      await server.db.asSuperuser(
        `insert into enrolment (client_id, user_id, course_id) values ($1, $2, $3) on conflict do nothing`,
        [CLIENT, userId, course],
      )
      for (const [type, count] of [
        ['article', progress.articles ?? 0],
        ['video', progress.videos ?? 0],
        ['quiz', progress.quizPercent === undefined ? 0 : 1],
      ] as const)
        await server.db.asSuperuser(
          `insert into item_progress as p (client_id, user_id, item_id, course_id, first_at, last_at, completed_at, best_percent)
           select $1, $2, id, $3, $4, $4, case when $5 = 'quiz' then null else $4::timestamptz end, $6
           from course_item where course_id = $3 and type = $5 order by position, id limit $7
           on conflict (client_id, user_id, item_id) do update
             set last_at = excluded.last_at, best_percent = greatest(p.best_percent, excluded.best_percent)`,
          [CLIENT, userId, course, now, type, type === 'quiz' ? (progress.quizPercent ?? 0) : null, count],
        )
    },
    ranks: async (reader?: number) => {
      if (reader !== undefined) await call('GET', reader, 'overall-leaderboard/')
      return server.db.asSuperuser<{ user_id: number; standing: number; tenths: number }>(
        'select user_id, standing, tenths from learner_standing where client_id = $1 order by place',
        [CLIENT],
      )
    },
    /** Many learners with a random best quiz score each; nothing else gives them marks. */
    crowd: async (count: number) => {
      await server.db.asSuperuser(
        `with people as (
           insert into app_user (client_id, email, email_key, username, username_key, full_name, role, time_zone)
           select $1, 'c' || n || '@example.test', 'c' || n || '@example.test', 'c' || n, 'c' || n, 'Crowd ' || n, 'student', 'UTC'
           from generate_series(1, $2::integer) n returning id),
         enrolled as (
           insert into enrolment (client_id, user_id, course_id) select $1, id, $3 from people)
         select id from people`,
        [CLIENT, count, courses[0]],
      )
      await server.db.asSuperuser(
        `insert into item_progress (client_id, user_id, item_id, course_id, first_at, last_at, best_percent)
         select $1, e.user_id, i.id, $2, now(), now(), floor(random() * 101)::integer
         from enrolment e, course_item i where e.client_id = $1 and e.course_id = $2 and i.course_id = $2 and i.type = 'quiz'`,
        [CLIENT, courses[0]],
      )
    },
    /** Deletes all progress and everything that was counted. */
    clear: async () => {
      for (const table of [
        'enrolment',
        'daily_activity',
        'course_marks',
        'learner_standing',
        'standing_refresh',
        'week_podium',
      ])
        await server.db.asSuperuser(`delete from ${table} where client_id = $1`, [CLIENT])
    },
    /** mulberry32, a deterministic generator. */
    random: (seed: number) => {
      let state = seed
      return () => {
        state = (state + 0x6d2b79f5) | 0
        let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
        mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
        return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
      }
    },
    close: () => server.close(),
  }
}
