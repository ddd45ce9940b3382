import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startClass, type TestClass } from './setup.ts'

let at: TestClass
let own = 0
let other = 0
beforeAll(async () => {
  at = await startClass()
  own = await at.session(-200, { title: 'Open hour', course: null, audience: 'everyone' })
  other = await at.session(-100, { title: 'Other hour', course: null, audience: 'everyone' })
  await at.session(-50)
  await host(own, at.people.teacher)
  await host(other, at.people.colleague)
  await at.seen(own, at.people.ann, 0, 60)
  await at.seen(other, at.people.bob, 12, 60)
  await at.settle()
})
afterAll(() => at.close())

const host = (session: number, user: number) =>
  at.server.db.asSuperuser(
    'insert into live_session_host (client_id, session_id, user_id) values (7, $1, $2)',
    [session, user],
  )
const sheet = async (user: number) =>
  (await at.call(user, 'GET', '/admin/attendance/courses/none/sheet/')).body as unknown as {
    course: null
    sessions: { id: number }[]
    rows: { name: string; marks: string }[]
  }
const mark = (user: number, session: number, learner: number, was: string | null) =>
  at.call(user, 'POST', '/admin/attendance/courses/none/marks/', {
    marks: [{ session_id: session, user_id: learner, status: 'excused', was }],
    reason: '',
  })

describe('classes without a course', () => {
  it('have one sheet: admins see all of them, hosts their own', async () => {
    const all = await sheet(at.people.admin)
    expect(all).toMatchObject({
      course: null,
      rows: [
        { name: 'Ann', marks: 'P-' },
        { name: 'Bob', marks: '-L' },
      ],
    })
    expect(all.sessions.map(({ id }) => id)).toEqual([own, other])
    expect(await sheet(at.people.teacher)).toMatchObject({
      sessions: [{ id: own }],
      rows: [{ name: 'Ann', marks: 'P' }],
    })
  })

  it('are one line of the list, after the courses', async () => {
    const { body } = await at.call(at.people.teacher, 'GET', '/admin/attendance/classes/')
    expect(body).toMatchObject({
      classes: [
        { course: { id: at.courseId }, sessions: 1 },
        { course: null, sessions: 1, learners: 1, counts: { present: 1 }, below: 0 },
      ],
    })
  })

  it('are marked and exported by their hosts only', async () => {
    expect((await mark(at.people.colleague, own, at.people.ann, 'present')).status).toBe(404)
    expect((await mark(at.people.teacher, own, at.people.ann, 'present')).body).toMatchObject({ saved: 1 })
    expect((await sheet(at.people.teacher)).rows).toMatchObject([{ name: 'Ann', marks: 'E' }])
    const { body } = await at.call(at.people.teacher, 'GET', '/admin/attendance/courses/none/export/')
    expect(body).toMatchObject({ file_name: 'classes-attendance-2026-01-15.csv', rows: 1 })
  })

  it('take a first mark of a learner who came to another one, and show its history', async () => {
    expect((await mark(at.people.admin, own, at.people.bob, null)).body).toMatchObject({ saved: 1 })
    const history = await at.call(
      at.people.admin,
      'GET',
      `/admin/attendance/sessions/${own}/learners/${at.people.bob}/`,
    )
    expect(history.body).toMatchObject({ status: 'excused', history: [{ from: null, to: 'excused' }] })
  })
})
