import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startClass, type TestClass } from './setup.ts'

let at: TestClass
beforeAll(async () => {
  at = await startClass()
})
afterAll(() => at.close())

describe('counting a session', () => {
  it('marks everybody who is expected two minutes after the end, by minutes and arrival', async () => {
    const session = await at.session(0)
    const { ann, bob, stranger } = at.people
    await at.seen(session, ann, 0, 30)
    // Another device at the same time counts once.
    await at.seen(session, ann, 10, 46, 'page-2')
    await at.seen(session, bob, 11, 60)
    await at.seen(session, stranger, 0, 60)
    at.at(61)
    expect(await at.settle()).toBe(0)
    at.at(62)
    expect(await at.settle()).toBe(1)
    expect(await at.marks(session)).toEqual([
      { user_id: ann, status: 'present', source: 'presence', minutes: 46 },
      { user_id: bob, status: 'late', source: 'presence', minutes: 49 },
      { user_id: stranger, status: 'present', source: 'presence', minutes: 60 },
    ])
    expect(await at.settle()).toBe(0)
  })

  it('counts once more after half an hour, for what arrived late, and keeps marks by hand', async () => {
    const { ann, bob, teacher } = at.people
    at.at(0)
    const session = await at.session(-90)
    expect(await at.settle()).toBe(1)
    expect((await at.marks(session)).map(({ status }) => status)).toEqual(['absent', 'absent'])
    await at.call(teacher, 'POST', `/admin/attendance/courses/${at.courseId}/marks/`, {
      marks: [{ session_id: session, user_id: bob, status: 'excused', was: 'absent' }],
      reason: 'Ill',
    })
    for (const learner of [ann, bob]) await at.seen(session, learner, 0, 60)
    // The first count came after half an hour already: nothing is due.
    expect(await at.settle()).toBe(0)
    await at.server.db.asSuperuser(
      "update attendance_session set settled_at = settled_at - interval '1 hour'",
    )
    expect(await at.settle()).toBeGreaterThan(0)
    expect(await at.marks(session)).toMatchObject([
      { user_id: ann, status: 'present', source: 'presence' },
      { user_id: bob, status: 'excused', source: 'manual', minutes: 60 },
    ])
    const history = await at.server.db.asSuperuser(
      'select user_id, from_status, to_status, source, reason from attendance_change where session_id = $1 order by id',
      [session],
    )
    expect(history).toEqual([
      { user_id: bob, from_status: 'absent', to_status: 'excused', source: 'manual', reason: 'Ill' },
      { user_id: ann, from_status: 'absent', to_status: 'present', source: 'presence', reason: '' },
    ])
  })

  it('expects nobody in a session for everyone without a course, nor before their enrolment', async () => {
    at.at(0)
    const open = await at.session(-200, { course: null, audience: 'everyone' })
    const webinar = await at.session(-200, { kind: 'webinar' })
    const early = await at.session(-200)
    await at.seen(open, at.people.stranger, 0, 50)
    await at.server.db.asSuperuser('update enrolment set enrolled_at = now() where user_id = $1', [
      at.people.bob,
    ])
    await at.settle()
    expect(await at.marks(open)).toMatchObject([{ user_id: at.people.stranger, status: 'present' }])
    expect(await at.marks(webinar)).toEqual([])
    expect(await at.marks(early)).toMatchObject([{ user_id: at.people.ann, status: 'absent' }])
  })

  it('warns a learner once when the course falls below 75 % after five sessions', async () => {
    const course = await at.course('Warned course')
    await at.enrol(at.people.ann, course)
    const warnings = () =>
      at.server.db.asSuperuser<{ kind: string; params: object }>(
        "select kind, params from notification where user_id = $1 and kind = 'attendance_low'",
        [at.people.ann],
      )
    at.at(0)
    for (let index = 0; index < 4; index += 1) await at.session(-1000 + index * 100, { course })
    await at.settle()
    expect(await warnings()).toEqual([])
    await at.session(-500, { course })
    await at.settle()
    expect(await warnings()).toEqual([
      { kind: 'attendance_low', params: { title: 'Warned course', percent: 0, sessions: 15 } },
    ])
    await at.session(-300, { course })
    await at.settle()
    expect(await warnings()).toHaveLength(1)
  })
})
