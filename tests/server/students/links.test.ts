/** Links with which people join: what they give, how many may use them, and when they end. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { acceptInvitation, getInvitation, InviteLink } from '#contract/students/invite-links.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { addCourse } from '#server/features/courses/index.ts'
import { featuresAsUser } from '#tests/support/as-user.ts'
import { createTestClock } from '#tests/support/clock.ts'
import { aNewCourse } from '#tests/support/content/courses.ts'
import { addClient, addPerson } from '#tests/support/server/people.ts'
import { startTestServer, type TestServer } from '#tests/support/server/server.ts'

const CLIENT = 7
const NOW = new Date('2026-11-20T10:00:00Z')
const DAY_MS = 86_400_000
const clock = createTestClock(NOW)
let server: TestServer
let people: Record<'admin' | 'teacher' | 'foreignAdmin' | 'foreigner', number>
let learners: number[]
let kites: number
let paid: number
let group: number

const call = async <T>(by: number, method: 'GET' | 'POST', path: string, payload?: object) => {
  const isForeign = by === people.foreignAdmin || by === people.foreigner
  const answer = await server.app.inject({
    method,
    url: `/api/clients/${isForeign ? 8 : CLIENT}/${path}`,
    headers: { authorization: `Bearer ${by}` },
    ...(payload ? { payload } : {}),
  })
  return { status: answer.statusCode, body: answer.json() as T }
}
const make = (wanted: object = {}, key: string = randomUUID(), by = people.admin) =>
  call<InviteLink>(by, 'POST', 'admin/invite-links/', {
    idempotency_key: key,
    course_id: null,
    group_id: null,
    days: 7,
    people_max: null,
    ...wanted,
  })
const codeOf = ({ path }: InviteLink) => path.slice('/join/'.length)
const links = async (by = people.admin) =>
  (await call<{ links: InviteLink[] }>(by, 'GET', 'admin/invite-links/')).body.links
const look = (by: number, link: InviteLink) =>
  call<ResponseOf<typeof getInvitation>>(by, 'GET', `invitations/${codeOf(link)}/`)
const join = (by: number, link: InviteLink) =>
  call<ResponseOf<typeof acceptInvitation>>(by, 'POST', `invitations/${codeOf(link)}/`)
const enrolled = async (courseId: number) =>
  (
    await server.db.asSuperuser<{ user_id: number }>(
      'select user_id from enrolment where client_id = 7 and course_id = $1 and left_at is null order by 1',
      [courseId],
    )
  ).map(({ user_id: id }) => id)

const course = (title: string, instructorId: number, price: 'free' | 'premium') =>
  server.core.db.withTenant(CLIENT, async (db) => {
    const instructors = [{ userId: instructorId, bio: '' }]
    const id = await addCourse(db, CLIENT, aNewCourse({ title, price, instructors, sections: [] }))
    await server.core.changes.announce(db, { kind: 'courses', clientId: CLIENT })
    return id
  })

beforeAll(async () => {
  server = await startTestServer({ clock, features: featuresAsUser })
  await addClient(server.db, { id: CLIENT })
  await addClient(server.db, { id: 8 })
  const person = (name: string, role: 'student' | 'instructor' | 'admin' = 'student', clientId = CLIENT) =>
    addPerson(server.db, { clientId, name, role })
  people = {
    admin: await person('Ada Admin', 'admin'),
    teacher: await person('Tara Teacher', 'instructor'),
    foreignAdmin: await person('Fay Admin', 'admin', 8),
    foreigner: await person('Foreign Fay', 'student', 8),
  }
  learners = []
  for (let number = 0; number < 6; number += 1) learners.push(await person(`Learner ${number}`))
  kites = await course('Kites', people.teacher, 'free')
  paid = await course('Gold', people.teacher, 'premium')
  group = (await call<{ id: number }>(people.admin, 'POST', 'admin/student-groups/', { name: 'Morning' }))
    .body.id
})
afterAll(() => server.close())
beforeEach(async () => {
  clock.set(NOW)
  await server.db.asSuperuser(
    "delete from invite_link; delete from enrolment; delete from student_group_member; update app_user set role = 'admin' where full_name = 'Ada Admin'",
  )
})

describe('a link', () => {
  it('enrols whoever joins and puts them into the group; a repeat changes nothing', async () => {
    const { status, body: link } = await make({ course_id: kites, group_id: group })
    expect(status).toBe(201)
    const [ann] = learners
    expect((await look(ann!, link)).body).toEqual({
      state: 'open',
      course: { id: kites, title: 'Kites' },
      has_joined: false,
    })
    // Opening it changes nothing.
    expect(await enrolled(kites)).toEqual([])
    expect((await join(ann!, link)).body).toEqual({
      course: { id: kites, title: 'Kites' },
      outcome: 'done',
    })
    expect((await join(ann!, link)).body.outcome).toBe('already')
    expect(await enrolled(kites)).toEqual([ann])
    const members = await server.db.asSuperuser(
      'select user_id from student_group_member where group_id = $1',
      [group],
    )
    expect(members).toEqual([{ user_id: ann }])
    expect(await links()).toMatchObject([{ people: 1, state: 'open', made_by: 'Ada Admin' }])
    const events = await server.db.asSuperuser(
      "select from audit_event where action = 'students.join' and actor_id = $1",
      [ann],
    )
    expect(events).toHaveLength(1)
  })

  it('takes as many people as it says, also when all come at once', async () => {
    const { body: link } = await make({ course_id: kites, people_max: 3 })
    const answers = await Promise.all(learners.map((learner) => join(learner, link)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(3)
    expect(await enrolled(kites)).toHaveLength(3)
    expect((await links())[0]).toMatchObject({ people: 3, state: 'full' })
  })

  it('opens no paid course without a payment', async () => {
    const { body: link } = await make({ course_id: paid })
    expect((await join(learners[0]!, link)).body.outcome).toBe('premium')
    expect(await enrolled(paid)).toEqual([])
  })

  it('ends on its day, by hand, and when its admin administers no more', async () => {
    const [ann] = learners
    const { body: short } = await make({ days: 1 })
    clock.set(new Date(NOW.getTime() + DAY_MS))
    expect((await look(ann!, short)).body.state).toBe('expired')
    expect((await join(ann!, short)).status).toBe(409)
    clock.set(NOW)
    const { body: link } = await make()
    const ended = await call<InviteLink>(people.admin, 'POST', `admin/invite-links/${link.id}/end/`)
    expect(ended.body.state).toBe('ended')
    expect((await join(ann!, link)).status).toBe(409)
    const { body: orphan } = await make({ course_id: kites })
    await server.db.asSuperuser("update app_user set role = 'student' where id = $1", [people.admin])
    expect((await look(ann!, orphan)).body.state).toBe('ended')
    expect((await join(ann!, orphan)).status).toBe(409)
    expect(await enrolled(kites)).toEqual([])
  })

  it('is one link when the call is repeated', async () => {
    const key = randomUUID()
    const answers = await Promise.all([1, 2, 3].map(() => make({}, key)))
    expect(new Set(answers.map(({ body }) => body.path)).size).toBe(1)
    expect(await links()).toHaveLength(1)
  })

  it('is nothing in another client, and nobody guesses one', async () => {
    const { body: link } = await make({ course_id: kites })
    expect((await look(people.foreigner, link)).status).toBe(404)
    expect((await join(people.foreigner, link)).status).toBe(404)
    expect((await call(people.foreignAdmin, 'POST', `admin/invite-links/${link.id}/end/`)).status).toBe(404)
    expect(await links(people.foreignAdmin)).toEqual([])
    expect(codeOf(link)).toMatch(/^[\w-]{22}$/)
    expect((await make({ course_id: 2_000_000_000 })).status).toBe(422)
    expect((await make({ group_id: 2_000_000_000 })).status).toBe(422)
  })
})
