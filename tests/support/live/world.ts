/** A client with staff, learners and two courses, and the calls of planning. */
import { randomUUID } from 'node:crypto'
import type { SessionForm } from '#contract/live/admin/sessions.ts'
import { createFeatures, type Features } from '#server/app.ts'
import type { Core } from '#server/core/core.ts'
import { addCourse } from '#server/features/courses/index.ts'
import { featuresAsUser } from '#tests/support/as-user.ts'
import type { TestClock } from '#tests/support/clock.ts'
import { aNewCourse } from '#tests/support/content/courses.ts'
import { addClient, addPerson } from '#tests/support/server/people.ts'
import { startTestServer } from '#tests/support/server/server.ts'
import { testOutgoing } from './outgoing.ts'

export const CLIENT = 7

/** Fake sign-in, and meeting services on this machine. */
const features = (core: Core): Features => ({
  ...createFeatures(core, undefined, undefined, testOutgoing()),
  auth: featuresAsUser(core).auth,
})

export const startLiveWorld = async (clock: TestClock, env: Record<string, string> = {}) => {
  const server = await startTestServer({ clock, features, env })
  await addClient(server.db, { id: CLIENT, timeZone: 'Asia/Kolkata' })
  const person = (
    name: string,
    role: 'student' | 'instructor' | 'admin' = 'student',
    timeZone = 'Asia/Kolkata',
  ) => addPerson(server.db, { clientId: CLIENT, name, role, timeZone })
  const people = {
    admin: await person('Admin', 'admin'),
    teacher: await person('Teacher', 'instructor'),
    colleague: await person('Colleague', 'instructor'),
    ann: await person('Ann'),
    bob: await person('Bob', 'student', 'Europe/London'),
    cem: await person('Cem'),
  }
  const course = (title: string, instructorId: number) =>
    server.core.db.withTenant(CLIENT, (db) =>
      addCourse(
        db,
        CLIENT,
        aNewCourse({
          title,
          instructors: [{ userId: instructorId, bio: '' }],
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
  const courses = { own: await course('Own', people.teacher), other: await course('Other', people.colleague) }
  const call = (userId: number, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) =>
    server.app.inject({
      method,
      url: `/api/clients/${CLIENT}${path}`,
      headers: { authorization: `Bearer ${userId}` },
      ...(payload && { payload }),
    })
  for (const [who, courseId] of [
    [people.ann, courses.own],
    [people.bob, courses.own],
    [people.cem, courses.other],
  ] as const)
    await call(who, 'POST', `/courses/${courseId}/enrolment/`)

  const form = (changes: Partial<SessionForm> = {}): SessionForm => ({
    kind: 'class',
    title: 'Loops',
    description: '',
    course_id: courses.own,
    section_id: null,
    starts_local: '2026-11-24T18:00',
    time_zone: 'Asia/Kolkata',
    second_time: false,
    length_minutes: 60,
    provider: 'link',
    meeting_url: 'https://meet.example.org/loops',
    capacity: null,
    audience: 'course',
    invitee_ids: [],
    host_ids: [people.teacher],
    consent_rule: 'none',
    ...changes,
  })
  const create = (userId: number, changes: Partial<SessionForm> = {}, more: object = {}) =>
    call(userId, 'POST', '/admin/live-sessions/', {
      ...form(changes),
      idempotency_key: randomUUID(),
      repeat: null,
      past_ok: false,
      ...more,
    })
  const notices = (kind: string) =>
    server.db.asSuperuser<{ user_id: number; params: Record<string, string>; dedupe_key: string }>(
      'select user_id, params, dedupe_key from notification where client_id = $1 and kind = $2 order by id',
      [CLIENT, kind],
    )
  return { server, people, courses, call, form, create, notices }
}
export type LiveWorld = Awaited<ReturnType<typeof startLiveWorld>>
