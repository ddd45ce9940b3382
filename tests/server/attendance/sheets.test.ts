import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startClass, type TestClass } from './setup.ts'

let at: TestClass
let sessions: number[]
beforeAll(async () => {
  at = await startClass()
  sessions = [await at.session(-300), await at.session(-200), await at.session(-100)]
  const [first = 0, second = 0] = sessions
  await at.seen(first, at.people.ann, 0, 60)
  await at.seen(second, at.people.ann, 0, 60)
  await at.seen(second, at.people.bob, 20, 60)
  await at.settle()
})
afterAll(() => at.close())

const sheet = (user = at.people.teacher) =>
  at.call(user, 'GET', `/admin/attendance/courses/${at.courseId}/sheet/`)
const rowsOf = async () =>
  ((await sheet()).body as unknown as { rows: { name: string; marks: string; sources: string }[] }).rows
const mark = (user: number, marks: object[], reason = '') =>
  at.call(user, 'POST', `/admin/attendance/courses/${at.courseId}/marks/`, { marks, reason })

const CORRECTED = {
  kind: 'attendance_corrected',
  params: { title: 'Class' },
  link: '/attendance?month=2026-01',
}
const toldTo = (user: number) =>
  at.server.db.asSuperuser(
    "select kind, params, link from notification where user_id = $1 and kind = 'attendance_corrected'",
    [user],
  )

describe('the attendance sheet', () => {
  it('has a letter for each learner and session, for the teacher and admins alone', async () => {
    expect(await rowsOf()).toMatchObject([
      { name: 'Ann', marks: 'PPA', sources: 'ppp' },
      { name: 'Bob', marks: 'AAA', sources: 'ppp' },
    ])
    expect((await sheet(at.people.admin)).status).toBe(200)
    expect((await sheet(at.people.colleague)).status).toBe(404)
    expect((await sheet(at.people.ann)).status).toBe(403)
    expect((await at.call(at.people.colleague, 'GET', '/admin/attendance/classes/')).body).toMatchObject({
      classes: [],
    })
    expect((await at.call(at.people.teacher, 'GET', '/admin/attendance/classes/')).body).toMatchObject({
      classes: [
        {
          course: { id: at.courseId },
          sessions: 3,
          learners: 2,
          counts: { present: 2, late: 0, excused: 0, absent: 4 },
        },
      ],
    })
  })

  it('keeps a change with who, why and what was before; a repeat adds nothing', async () => {
    const cell = { session_id: sessions[2], user_id: at.people.ann }
    const change = [{ ...cell, status: 'excused', was: 'absent' }]
    for (let round = 0; round < 2; round += 1)
      expect((await mark(at.people.teacher, change, 'Family event')).body).toEqual({
        saved: 1,
        conflicts: [],
      })
    const path = `/admin/attendance/sessions/${cell.session_id}/learners/${cell.user_id}/`
    expect((await at.call(at.people.teacher, 'GET', path)).body).toMatchObject({
      status: 'excused',
      source: 'manual',
      found: 'absent',
      history: [{ from: 'absent', to: 'excused', by: 'Teacher', reason: 'Family event' }],
    })
    await mark(at.people.admin, [{ ...cell, status: null, was: 'excused' }], 'Wrong person')
    expect((await at.call(at.people.admin, 'GET', path)).body).toMatchObject({
      status: 'absent',
      source: 'presence',
      history: [{ from: 'excused', to: 'absent', by: 'Admin' }, { by: 'Teacher' }],
    })
    expect(await toldTo(at.people.ann)).toEqual(Array.from({ length: 2 }, () => CORRECTED))
  })

  it('leaves a mark alone that somebody else changed meanwhile, and saves the others', async () => {
    const cells = sessions.map((session_id) => ({ session_id, user_id: at.people.bob }))
    const all = (status: string, was: string) => cells.map((cell) => ({ ...cell, status, was }))
    await mark(at.people.admin, all('late', 'absent').slice(0, 1), 'Came by bus')
    const { body } = await mark(at.people.teacher, all('present', 'absent'))
    expect(body).toEqual({
      saved: 2,
      conflicts: [{ ...cells[0], wanted: 'present', now: 'late', by: 'Admin' }],
    })
    expect((await rowsOf())[1]).toMatchObject({ name: 'Bob', marks: 'LPP', sources: 'mmm' })
    // Having seen the other's mark, the teacher decides.
    expect((await mark(at.people.teacher, [{ ...cells[0], status: 'present', was: 'late' }])).body).toEqual({
      saved: 1,
      conflicts: [],
    })
  })

  it('loses nothing when two people mark the same empty cells at once', async () => {
    const fresh = await at.session(2)
    const cell = { session_id: fresh, user_id: at.people.ann, was: null }
    const answers = await Promise.all([
      mark(at.people.teacher, [{ ...cell, status: 'present' }]),
      mark(at.people.admin, [{ ...cell, status: 'excused' }]),
    ])
    const conflicts = answers.flatMap(({ body }) => (body as unknown as { conflicts: object[] }).conflicts)
    expect(conflicts).toHaveLength(1)
    // A first mark is no correction.
    expect(await toldTo(at.people.ann)).toHaveLength(2)
    await at.server.db.asSuperuser('update live_session set cancelled_at = now() where id = $1', [fresh])
  })

  it('refuses cells that are not of the course', async () => {
    const cell = { session_id: sessions[0], user_id: at.people.stranger, status: 'present', was: null }
    expect((await mark(at.people.teacher, [cell])).status).toBe(404)
    expect(
      (await mark(at.people.colleague, [{ ...cell, user_id: at.people.ann, was: 'present' }])).status,
    ).toBe(404)
  })

  it('exports with a byte order mark and without formulas', async () => {
    await at.server.db.asSuperuser("update app_user set full_name = '=cmd|calc' where id = $1", [
      at.people.bob,
    ])
    const { body } = await at.call(
      at.people.teacher,
      'GET',
      `/admin/attendance/courses/${at.courseId}/export/`,
    )
    const { csv, rows } = body as unknown as { csv: string; rows: number }
    expect(rows).toBe(2)
    expect(csv.codePointAt(0)).toBe(0xfe_ff)
    expect(csv.lastIndexOf('\u{feff}')).toBe(0)
    const lines = csv.slice(1).split('\r\n')
    expect(lines[0]).toContain('2026-01-15 10:30 Class')
    expect(csv).toContain("'=cmd")
    expect(csv).toContain('Ann,ann-7@example.test,67,4,2,0,0,1,present,present,absent')
    await at.server.db.asSuperuser("update app_user set full_name = 'Bob' where id = $1", [at.people.bob])
  })
})
