/** A client with a course, a teacher, a colleague and learners, for the tests of attendance. */
import { featuresAsUser } from '#tests/support/as-user.ts'
import { createTestClock } from '#tests/support/clock.ts'
import { aNewCourse } from '#tests/support/content/courses.ts'
import { addClient, addPerson } from '#tests/support/server/people.ts'
import { startTestServer } from '#tests/support/server/server.ts'
import { addCourse } from '#server/features/courses/index.ts'
import { notifier } from '#server/features/notifications/index.ts'
import { createAttendanceJob } from '#server/features/attendance/index.ts'
import { presenceMinutes } from '#server/features/live/index.ts'

export const CLIENT = 7
export const NOW = new Date('2026-01-15T10:00:00Z')
const MINUTE = 60_000

export const startClass = async () => {
  const clock = createTestClock(NOW)
  const server = await startTestServer({ clock, features: featuresAsUser })
  await addClient(server.db, { id: CLIENT, timeZone: 'Asia/Kolkata' })
  const person = (name: string, role: 'student' | 'instructor' | 'admin') =>
    addPerson(server.db, { clientId: CLIENT, name, role })
  const people = {
    admin: await person('Admin', 'admin'),
    teacher: await person('Teacher', 'instructor'),
    colleague: await person('Colleague', 'instructor'),
    ann: await person('Ann', 'student'),
    bob: await person('Bob', 'student'),
    stranger: await person('Stranger', 'student'),
  }
  const course = (title: string) =>
    server.core.db.withTenant(CLIENT, (db) =>
      addCourse(
        db,
        CLIENT,
        aNewCourse({
          title,
          instructors: [{ userId: people.teacher, bio: '' }],
          sections: [
            {
              title: 'Only',
              topics: [
                { title: 'One', items: [{ type: 'article', title: 'A', minutes: 1, html: '<p>a</p>' }] },
              ],
            },
          ],
        }),
      ),
    )
  const courseId = await course('Data basics')
  const enrol = (userId: number, inCourse = courseId, at = new Date('2025-12-01T00:00:00Z')) =>
    server.db.asSuperuser(
      'insert into enrolment (client_id, user_id, course_id, enrolled_at) values ($1, $2, $3, $4)',
      [CLIENT, userId, inCourse, at],
    )
  await enrol(people.ann)
  await enrol(people.bob)

  /** A session of an hour that starts so many minutes after NOW. */
  const session = async (
    startsIn: number,
    more: { title?: string; course?: number | null; audience?: string; minutes?: number; kind?: string } = {},
  ): Promise<number> => {
    const start = new Date(NOW.getTime() + startsIn * MINUTE)
    const [row] = await server.db.asSuperuser<{ id: number }>(
      `insert into live_session (client_id, title, course_id, starts_at, ends_at, time_zone, audience, kind, created_at, updated_at)
       values ($1, $2, $3, $4, $5, 'Asia/Kolkata', $6, $7, $8, $8) returning id`,
      [
        CLIENT,
        more.title ?? 'Class',
        more.course === undefined ? courseId : more.course,
        start,
        new Date(start.getTime() + (more.minutes ?? 60) * MINUTE),
        more.audience ?? 'course',
        more.kind ?? 'class',
        NOW,
      ],
    )
    if (!row) throw new Error('no session')
    return row.id
  }

  /** Presence from one minute of the session to another. */
  const seen = async (sessionId: number, userId: number, from: number, to: number, device = 'page-1') => {
    await server.db.asSuperuser(
      `insert into live_presence (client_id, session_id, user_id, source, device, started_at, ended_at)
       select $1, $2, $3, 'page', $4, s.starts_at + make_interval(mins => $5), s.starts_at + make_interval(mins => $6)
       from live_session s where s.client_id = $1 and s.id = $2`,
      [CLIENT, sessionId, userId, device, from, to],
    )
  }

  const call = async (userId: number, method: 'GET' | 'POST' | 'PUT', path: string, body?: object) => {
    const response = await server.app.inject({
      method,
      url: `/api/clients/7${path}`,
      headers: { authorization: `Bearer ${userId}` },
      ...(body ? { payload: body } : {}),
    })
    return { status: response.statusCode, body: response.json<Record<string, never>>() }
  }
  const job = createAttendanceJob(server.core, { presenceMinutes, notifier: notifier(server.core) })
  const marks = (sessionId: number) =>
    server.db.asSuperuser<{ user_id: number; status: string | null; source: string; minutes: number | null }>(
      'select user_id, status, source, minutes from attendance_mark where session_id = $1 order by user_id',
      [sessionId],
    )
  return {
    server,
    clock,
    people,
    courseId,
    course,
    enrol,
    session,
    seen,
    call,
    marks,
    settle: () => job.look(),
    /** The clock at so many minutes after NOW. */
    at: (minutes: number) => clock.set(new Date(NOW.getTime() + minutes * MINUTE)),
    close: () => server.close(),
  }
}
export type TestClass = Awaited<ReturnType<typeof startClass>>
