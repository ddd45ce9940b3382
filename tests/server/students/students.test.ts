/** People of a client as staff see and change them. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Student, StudentResult, StudentRow } from '#contract/students/students.ts'
import { addCourse } from '#server/features/courses/index.ts'
import { featuresAsUser } from '#tests/support/as-user.ts'
import { createTestClock } from '#tests/support/clock.ts'
import { aNewCourse } from '#tests/support/content/courses.ts'
import { addClient, addPerson } from '#tests/support/server/people.ts'
import { startTestServer, type TestServer } from '#tests/support/server/server.ts'

const CLIENT = 7
const NOW = new Date('2026-11-20T10:00:00Z')
const clock = createTestClock(NOW)
let server: TestServer
let people: Record<'admin' | 'superadmin' | 'teacher' | 'colleague' | 'ann' | 'bob' | 'cleo', number>
let kites: number
let clay: number

const call = async <T>(
  userId: number,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  payload?: Record<string, unknown>,
) => {
  const answer = await server.app.inject({
    method,
    url: `/api/clients/7/admin/students/${path}`,
    headers: { authorization: `Bearer ${userId}` },
    ...(payload ? { payload } : {}),
  })
  return { status: answer.statusCode, body: answer.json() as T }
}
const list = async (userId: number, query = '') =>
  (await call<{ results: StudentRow[] }>(userId, 'GET', `?page_size=100&${query}`)).body.results
const names = async (userId: number, query = '') => (await list(userId, query)).map(({ name }) => name)
const rowsOf = async (userId: number, path: string, body: Record<string, unknown>) =>
  (await call<{ results: StudentResult[] }>(userId, 'POST', path, body)).body.results

const course = (title: string, instructorId: number, price: 'free' | 'premium' = 'free') =>
  server.core.db.withTenant(CLIENT, async (db) => {
    const sections = [
      {
        title: 'Only',
        topics: [
          { title: 'One', items: [{ type: 'article' as const, title: 'A', minutes: 1, html: '<p>a</p>' }] },
        ],
      },
    ]
    const instructors = [{ userId: instructorId, bio: '' }]
    const id = await addCourse(db, CLIENT, aNewCourse({ title, price, instructors, sections }))
    await server.core.changes.announce(db, { kind: 'courses', clientId: CLIENT })
    return id
  })
const enrol = (userId: number, courseId: number) =>
  rowsOf(people.admin, 'enrolments/', { ids: [userId], course_id: courseId })

beforeAll(async () => {
  server = await startTestServer({ clock, features: featuresAsUser })
  await addClient(server.db, { id: CLIENT })
  await addClient(server.db, { id: 8 })
  const person = (name: string, role: 'student' | 'instructor' | 'admin' | 'superadmin' = 'student') =>
    addPerson(server.db, { clientId: CLIENT, name, role })
  people = {
    admin: await person('Ada Admin', 'admin'),
    superadmin: await person('Sue Superadmin', 'superadmin'),
    teacher: await person('Tara Teacher', 'instructor'),
    colleague: await person('Cora Colleague', 'instructor'),
    ann: await person('Ann Active'),
    bob: await person('Bob 100% Idle'),
    cleo: await person('Cleo Kaur'),
  }
  await addPerson(server.db, { clientId: 8, name: 'Foreign Fay', role: 'student' })
  kites = await course('Kites', people.teacher)
  clay = await course('Clay', people.colleague)
  await enrol(people.ann, kites)
  await enrol(people.bob, clay)
  await server.db.asSuperuser(
    `insert into daily_activity (client_id, user_id, day, seconds) values
      (7, $1, '2026-11-19', 600), (7, $1, '2026-11-01', 60), (7, $2, '2026-10-01', 60)`,
    [people.ann, people.bob],
  )
})
afterAll(() => server.close())
beforeEach(() => clock.set(NOW))

describe('the list', () => {
  it('shows admins everybody of the role with courses and the last day of study', async () => {
    expect(await list(people.admin)).toMatchObject([
      { name: 'Ann Active', courses: 1, courses_done: 0, last_active_on: '2026-11-19', may_change: true },
      { name: 'Bob 100% Idle', courses: 1, last_active_on: '2026-10-01' },
      { name: 'Cleo Kaur', courses: 0, last_active_on: null },
    ])
    expect(await names(people.admin, 'role=instructor')).toEqual(['Cora Colleague', 'Tara Teacher'])
    expect((await list(people.admin))[0]?.email).toContain('@')
  })

  it('shows instructors the learners of their courses without addresses', async () => {
    expect(await list(people.teacher)).toMatchObject([{ name: 'Ann Active', email: null, may_change: false }])
    expect(await names(people.colleague)).toEqual(['Bob 100% Idle'])
    expect(await names(people.teacher, 'role=admin')).toEqual([])
    expect(await names(people.teacher, `course=${clay}`)).toEqual([])
  })

  it('searches names and, for admins, addresses; a percent sign means itself', async () => {
    expect(await names(people.admin, 'search=kaur')).toEqual(['Cleo Kaur'])
    expect(await names(people.admin, 'search=100%25')).toEqual(['Bob 100% Idle'])
    const [ann] = await list(people.admin, 'search=ann')
    const address = encodeURIComponent(ann?.email ?? '')
    expect(await names(people.admin, `search=${address}`)).toEqual(['Ann Active'])
    expect(await names(people.teacher, `search=${address}`)).toEqual([])
  })

  it('filters by course and by study', async () => {
    expect(await names(people.admin, `course=${kites}`)).toEqual(['Ann Active'])
    expect(await names(people.admin, 'state=active')).toEqual(['Ann Active'])
    expect(await names(people.admin, 'state=inactive')).toEqual(['Bob 100% Idle', 'Cleo Kaur'])
    expect(await names(people.admin, 'state=never')).toEqual(['Cleo Kaur'])
    expect(await names(people.admin, 'state=disabled')).toEqual([])
  })

  it('leaves out who signed up and has not confirmed the address, unless asked for', async () => {
    const una = await addPerson(server.db, { clientId: CLIENT, name: 'Una Unproved' })
    const set = (change: string) =>
      server.db.asSuperuser(`update app_user set ${change} where id = $1`, [una])
    // Control: an invited person is in the list.
    expect(await names(people.admin)).toContain('Una Unproved')
    await set('self_registered = true')
    expect(await names(people.admin)).not.toContain('Una Unproved')
    expect(await names(people.admin, 'state=never')).toEqual(['Cleo Kaur'])
    expect(await names(people.admin, 'state=unconfirmed')).toEqual(['Una Unproved'])
    await set('email_verified_at = now()')
    expect(await names(people.admin)).toContain('Una Unproved')
    await server.db.asSuperuser('delete from app_user where id = $1', [una])
  })
})

describe('one person', () => {
  it('has 30 days of study, courses with progress and attempts', async () => {
    const { body } = await call<Student>(people.admin, 'GET', `${people.ann}/`)
    expect(body.study).toHaveLength(30)
    expect(body.study.filter(({ seconds }) => seconds > 0)).toEqual([
      { day: '2026-11-01', seconds: 60 },
      { day: '2026-11-19', seconds: 600 },
    ])
    expect(body.enrolments).toMatchObject([
      { course: { id: kites, title: 'Kites' }, items: 1, items_done: 0, has_left: false },
    ])
    expect(body.attempts).toEqual([])
  })

  it('does not exist for instructors without a common course', async () => {
    expect((await call(people.teacher, 'GET', `${people.ann}/`)).status).toBe(200)
    expect((await call(people.teacher, 'GET', `${people.bob}/`)).status).toBe(404)
    expect((await call(people.teacher, 'GET', `${people.admin}/`)).status).toBe(404)
  })
})

describe('enrolling many', () => {
  it('answers each row and repeats harmlessly', async () => {
    const paid = await course('Paid', people.teacher, 'premium')
    const ids = [people.cleo, people.ann, 999_999]
    expect(await rowsOf(people.admin, 'enrolments/', { ids, course_id: kites })).toEqual([
      { id: people.cleo, result: 'done', reason: null },
      { id: people.ann, result: 'unchanged', reason: null },
      { id: 999_999, result: 'refused', reason: 'not_found' },
    ])
    expect(await rowsOf(people.admin, 'enrolments/', { ids: [people.cleo], course_id: kites })).toMatchObject(
      [{ result: 'unchanged' }],
    )
    expect(await rowsOf(people.admin, 'enrolments/', { ids: [people.cleo], course_id: paid })).toMatchObject([
      { result: 'refused', reason: 'course_premium' },
    ])
  })

  it('refuses courses and people of other instructors', async () => {
    expect(await rowsOf(people.teacher, 'enrolments/', { ids: [people.ann], course_id: clay })).toMatchObject(
      [{ result: 'refused', reason: 'not_allowed' }],
    )
    expect(
      await rowsOf(people.teacher, 'enrolments/', { ids: [people.bob], course_id: kites }),
    ).toMatchObject([{ result: 'refused', reason: 'not_found' }])
  })
})

describe('accounts', () => {
  const setActive = (actor: number, ids: number[], isActive: boolean) =>
    rowsOf(actor, 'activity/', { ids, is_active: isActive })

  it('deactivates and activates, and repeats harmlessly', async () => {
    expect(await setActive(people.admin, [people.bob], false)).toMatchObject([{ result: 'done' }])
    expect(await setActive(people.admin, [people.bob], false)).toMatchObject([{ result: 'unchanged' }])
    expect(await names(people.admin, 'state=disabled')).toEqual(['Bob 100% Idle'])
    expect(await enrol(people.bob, kites)).toMatchObject([{ result: 'refused', reason: 'disabled' }])
    expect(await setActive(people.admin, [people.bob], true)).toMatchObject([{ result: 'done' }])
    expect(await names(people.admin, 'state=disabled')).toEqual([])
  })

  it('lets nobody deactivate themselves, and no admin a superadmin', async () => {
    expect(await setActive(people.admin, [people.admin, people.superadmin], false)).toEqual([
      { id: people.admin, result: 'refused', reason: 'not_allowed' },
      { id: people.superadmin, result: 'refused', reason: 'not_allowed' },
    ])
  })

  it('changes a role and ends the person’s sessions', async () => {
    await server.db.asSuperuser(
      `insert into user_session (client_id, id, user_id, cur_hash, rotated_at, idle_expires_at, absolute_expires_at,
        device, network, user_agent, created_at, last_seen_at)
       values (7, gen_random_uuid(), $1, '\\x01', $2, $2::timestamptz + interval '1 day', $2::timestamptz + interval '1 day',
        '', '', '', $2, $2)`,
      [people.cleo, NOW],
    )
    const { status, body } = await call<Student>(people.admin, 'PUT', `${people.cleo}/role/`, {
      role: 'instructor',
    })
    expect([status, body.role]).toEqual([200, 'instructor'])
    const [session] = await server.db.asSuperuser<{ revoked_reason: string }>(
      'select revoked_reason from user_session where user_id = $1',
      [people.cleo],
    )
    expect(session?.revoked_reason).toBe('role_changed')
    await call(people.admin, 'PUT', `${people.cleo}/role/`, { role: 'student' })
    expect((await call(people.admin, 'PUT', `${people.admin}/role/`, { role: 'student' })).status).toBe(403)
    expect((await call(people.admin, 'PUT', `${people.superadmin}/role/`, { role: 'student' })).status).toBe(
      403,
    )
  })
})

describe('an invitation', () => {
  const invite = (email: string, courseId: number | null = null) =>
    call<Student & { fields?: Record<string, { code: string }[]> }>(people.admin, 'POST', '', {
      name: 'Nia New',
      email,
      language: 'ar',
      course_id: courseId,
    })

  it('makes an account without a password, enrols it and mails how to choose one', async () => {
    const { status, body } = await invite('nia@example.test', kites)
    expect([status, body.name, body.courses, body.is_verified]).toEqual([201, 'Nia New', 1, false])
    const mails = await server.db.asSuperuser<{ language: string; subject: string }>(
      "select language, subject from outbox_message where recipient = 'nia@example.test'",
    )
    expect(mails).toHaveLength(1)
    expect(mails[0]?.language).toBe('ar')
  })

  it('rejects a known address in any case, and adds nobody if the course is closed', async () => {
    expect((await invite('NIA@example.test')).body.fields).toMatchObject({ email: [{ code: 'taken' }] })
    const paid = await course('Paid too', people.teacher, 'premium')
    expect((await invite('omar@example.test', paid)).status).toBe(422)
    expect(await names(people.admin, 'search=omar')).toEqual([])
  })

  it('makes one account out of 20 invitations at once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => invite('parallel@example.test')))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 422]))
  })
})
