/** A client with learners, a host, a course and live sessions. */
import { randomUUID } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { Tables } from '#server/core/db/tables.ts'
import { addCourse } from '#server/features/courses/index.ts'
import { featuresAsUser } from '#tests/support/as-user.ts'
import { createTestClock } from '#tests/support/clock.ts'
import { aNewCourse } from '#tests/support/content/courses.ts'
import { addClient, addPerson } from '#tests/support/server/people.ts'
import { startTestServer } from '#tests/support/server/server.ts'

export const CLIENT = 7
/** A Monday. */
export const START = new Date('2026-03-02T12:00:00Z')
export const MINUTE_MS = 60_000

export const minutesFrom = (minutes: number, from: Date = START): Date =>
  new Date(from.getTime() + minutes * MINUTE_MS)

type NewSession = Partial<Insertable<Tables['live_session']>> & { hosts?: readonly number[] }

export const startLiveWorld = async () => {
  const clock = createTestClock(minutesFrom(-120))
  const server = await startTestServer({ clock, features: featuresAsUser })
  await addClient(server.db, { id: CLIENT })
  const person = (name: string, role: 'student' | 'instructor' | 'admin' = 'student') =>
    addPerson(server.db, { clientId: CLIENT, name, role })
  const people = {
    ann: await person('Ann'),
    bob: await person('Bob'),
    host: await person('Harper Host', 'instructor'),
    admin: await person('Admin', 'admin'),
  }
  const course = await server.core.db.withTenant(CLIENT, (db) =>
    addCourse(db, CLIENT, aNewCourse({ title: 'Databases', sections: [] })),
  )
  const enrol = (userId: number) =>
    server.db.asSuperuser('insert into enrolment (client_id, user_id, course_id) values ($1, $2, $3)', [
      CLIENT,
      userId,
      course,
    ])
  /** An hour at START, for everybody. */
  const addSession = ({ hosts = [people.host], ...session }: NewSession = {}): Promise<number> =>
    server.core.db.withTenant(CLIENT, async (db) => {
      const startsAt = (session.starts_at as Date | undefined) ?? START
      const { id } = await db
        .insertInto('live_session')
        .values({
          client_id: CLIENT,
          title: 'Joins and keys',
          starts_at: startsAt,
          ends_at: minutesFrom(60, startsAt),
          time_zone: 'Asia/Kolkata',
          meeting_url: 'https://meet.example.test/secret-room',
          created_at: clock.now(),
          updated_at: clock.now(),
          ...session,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      for (const user of hosts)
        await db
          .insertInto('live_session_host')
          .values({ client_id: CLIENT, session_id: id, user_id: user })
          .execute()
      return id
    })
  const call = async <T = Record<string, unknown>>(
    userId: number,
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    payload?: object,
  ) => {
    const answer = await server.app.inject({
      method,
      url: `/api/clients/${CLIENT}/live${path}`,
      headers: { authorization: `Bearer ${userId}` },
      ...(payload && { payload }),
    })
    return {
      status: answer.statusCode,
      body: (answer.body === '' ? null : answer.json()) as T,
      text: answer.body,
    }
  }
  const join = (
    userId: number,
    sessionId: number,
    body: { consent?: 'agreed' | 'hidden' | null; page?: string } = {},
  ) =>
    call<{ outcome: string; url?: string; reason?: string }>(userId, 'POST', `/sessions/${sessionId}/join/`, {
      consent: null,
      page: randomUUID(),
      ...body,
    })
  return { server, clock, people, course, enrol, addSession, call, join }
}
export type LiveWorld = Awaited<ReturnType<typeof startLiveWorld>>
