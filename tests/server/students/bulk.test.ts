/** Actions on many people that a job does: results, repeats, undoing, and who may not be changed. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { BulkAction, StudentBulk } from '#contract/students/bulk.ts'
import type { StudentGroup } from '#contract/students/groups.ts'
import { createAccountAdministration } from '#server/features/auth/index.ts'
import { addCourse, courseMembership } from '#server/features/courses/index.ts'
import { notifier } from '#server/features/notifications/index.ts'
import { mailRoomCheck } from '#server/features/emails/index.ts'
import { createBulkJob } from '#server/features/students/index.ts'
import { featuresAsUser } from '#tests/support/as-user.ts'
import { createTestClock } from '#tests/support/clock.ts'
import { aNewCourse } from '#tests/support/content/courses.ts'
import { addClient, addPerson } from '#tests/support/server/people.ts'
import { startTestServer, type TestServer } from '#tests/support/server/server.ts'

const CLIENT = 7
const NOW = new Date('2026-11-20T10:00:00Z')
const clock = createTestClock(NOW)
let server: TestServer
let job: ReturnType<typeof createBulkJob>
let people: Record<
  'admin' | 'second' | 'superadmin' | 'ann' | 'bob' | 'off' | 'foreigner' | 'foreignAdmin',
  number
>
let kites: number

const call = async <T>(by: number, method: 'GET' | 'POST' | 'PUT', path: string, payload?: object) => {
  const answer = await server.app.inject({
    method,
    url: `/api/clients/${by === people.foreignAdmin ? 8 : CLIENT}/admin/${path}`,
    headers: { authorization: `Bearer ${by}` },
    ...(payload ? { payload } : {}),
  })
  return { status: answer.statusCode, body: answer.json() as T }
}
type Chosen = { ids: number[] } | { filter: object }
const start = (action: BulkAction, chosen: Chosen, by = people.admin, key: string = randomUUID()) =>
  call<StudentBulk>(by, 'POST', 'student-bulk-actions/', {
    idempotency_key: key,
    action,
    people: chosen,
  })
const get = async (id: string, by = people.admin) =>
  (await call<StudentBulk>(by, 'GET', `student-bulk-actions/${id}/`)).body
const step = (id: string, name: 'undo' | 'stop', by = people.admin) =>
  call<StudentBulk>(by, 'POST', `student-bulk-actions/${id}/${name}/`)
/** Starts it and lets the job do it. */
const run = async (action: BulkAction, chosen: Chosen, by = people.admin) => {
  const { body } = await start(action, chosen, by)
  await job.look()
  return get(body.id, by)
}
const undo = async (id: string) => {
  await step(id, 'undo')
  await job.look()
  return get(id)
}
const roleOf = async (userId: number) =>
  (await server.db.asSuperuser<{ role: string }>('select role from app_user where id = $1', [userId]))[0]
    ?.role
const setRole = (userId: number, role: string) =>
  server.db.asSuperuser('update app_user set role = $2 where id = $1', [userId, role])
const isEnrolled = async (userId: number) =>
  (await server.db.asSuperuser('select 1 from enrolment where user_id = $1 and left_at is null', [userId]))
    .length === 1
const mailsTo = (userId: number) =>
  server.db.asSuperuser<{ subject: string; body: string; language: string }>(
    `select o.subject, o.body_text as body, o.language from outbox_message o
     join app_user u on u.email = o.recipient where u.id = $1 order by o.id`,
    [userId],
  )

beforeAll(async () => {
  server = await startTestServer({ clock, features: featuresAsUser })
  await addClient(server.db, { id: CLIENT })
  await addClient(server.db, { id: 8 })
  const person = (name: string, role: 'student' | 'admin' | 'superadmin' = 'student', clientId = CLIENT) =>
    addPerson(server.db, { clientId, name, role })
  people = {
    admin: await person('Ada Admin', 'admin'),
    second: await person('Bea Admin', 'admin'),
    superadmin: await person('Sue Superadmin', 'superadmin'),
    ann: await person('Ann'),
    bob: await person('Bob'),
    off: await person('Otto Off'),
    foreigner: await person('Fay', 'student', 8),
    foreignAdmin: await person('Fred', 'admin', 8),
  }
  await server.db.asSuperuser('update app_user set disabled_at = $2 where id = $1', [people.off, NOW])
  kites = await server.core.db.withTenant(CLIENT, async (db) => {
    const instructors = [{ userId: people.admin, bio: '' }]
    const id = await addCourse(db, CLIENT, aNewCourse({ title: 'Kites', instructors, sections: [] }))
    await server.core.changes.announce(db, { kind: 'courses', clientId: CLIENT })
    return id
  })
  const { core } = server
  job = createBulkJob({
    core,
    hasMailRoom: mailRoomCheck(core),
    ...courseMembership(core, notifier(core)),
    ...createAccountAdministration({ core }),
  })
})
afterAll(() => server.close())
beforeEach(() => clock.set(NOW))

describe('a bulk action', () => {
  it('acts on all that the filters match and says why somebody stayed as they were', async () => {
    const { body } = await start({ kind: 'enrol', course_id: kites }, { filter: { role: 'student' } })
    expect(body).toMatchObject({ state: 'running', total: 3, step: { done: 0, of: 3 }, undo_until: null })
    expect(await isEnrolled(people.ann)).toBe(false)
    await job.look()
    expect(await get(body.id)).toMatchObject({
      state: 'done',
      results: { done: 2, unchanged: 0, refused: 1 },
      refused: [{ id: people.off, name: 'Otto Off', reason: 'disabled' }],
      undo_until: '2026-11-21T10:00:00.000Z',
    })
    expect(await isEnrolled(people.ann)).toBe(true)
    expect(await undo(body.id)).toMatchObject({ state: 'undone', undone: { restored: 2, kept: 0 } })
    expect(await isEnrolled(people.ann)).toBe(false)
    const events = await server.db.asSuperuser<{ action: string; detail: unknown }>(
      "select action, detail from audit_event where action like 'students.bulk%' order by id",
    )
    expect(events).toEqual([
      {
        action: 'students.bulk',
        detail: { kind: 'enrol', course: kites, done: 2, unchanged: 0, refused: 1 },
      },
      { action: 'students.bulk_undo', detail: { kind: 'enrol', course: kites, restored: 2, kept: 0 } },
    ])
  })

  it('is one action when the call is repeated, and leaves people of other clients out', async () => {
    const key = randomUUID()
    const chosen = { ids: [people.ann, people.foreigner] }
    const message: BulkAction = { kind: 'message', subject: 'Hello', text: 'One\n\nTwo & <b>three</b>' }
    const before = (await mailsTo(people.ann)).length
    for (let times = 0; times < 2; times++) {
      const { status, body } = await start(message, chosen, people.admin, key)
      expect([status, body.id, body.total]).toEqual([201, key, 1])
      await job.look()
    }
    const mails = (await mailsTo(people.ann)).slice(before)
    expect(mails).toHaveLength(1)
    expect(mails[0]).toMatchObject({ subject: 'Hello' })
    expect(mails[0]?.body).toContain('Two & <b>three</b>')
    expect(await mailsTo(people.foreigner)).toEqual([])
    expect((await call(people.foreignAdmin, 'GET', `student-bulk-actions/${key}/`)).status).toBe(404)
    expect((await step(key, 'undo')).status).toBe(409)
  })

  it('writes to as many as the plan still allows, and names those who got no mail', async () => {
    const sql = (text: string, values: unknown[]) => server.db.asSuperuser<{ mails: number }>(text, values)
    const [sent] = await sql(
      "select count(*)::integer as mails from outbox_message where client_id = $1 and channel = 'email' and created_at >= $2",
      [CLIENT, '2026-11-01T00:00:00Z'],
    )
    await sql('insert into client_limit (client_id, mails, changed_at) values ($1, $2, now())', [
      CLIENT,
      (sent?.mails ?? 0) + 1,
    ])
    const message: BulkAction = { kind: 'message', subject: 'Near the limit', text: 'Hello' }
    const chosen = { ids: [people.ann, people.bob] }
    const received = async () => {
      const mails = await Promise.all(chosen.ids.map((id) => mailsTo(id)))
      return mails.map((of) => of.filter(({ subject }) => subject === message.subject).length)
    }
    const { results, refused } = await run(message, chosen)
    expect([results, refused]).toMatchObject([{ done: 1, refused: 1 }, [{ reason: 'mail_limit' }]])
    expect(await received()).toEqual(expect.arrayContaining([0, 1]))
    expect(refused[0]?.id, 'the one without a mail').toBe(chosen.ids[(await received()).indexOf(0)])
    await sql('delete from client_limit where client_id = $1', [CLIENT])
    expect(await run(message, chosen), 'the control: without a limit').toMatchObject({ results: { done: 2 } })
  })

  it('mails how to choose a password and changes nothing else', async () => {
    const hash = () => server.db.asSuperuser('select password_hash from app_user where id = $1', [people.ann])
    const before = await hash()
    expect(await run({ kind: 'password' }, { ids: [people.ann, people.superadmin] })).toMatchObject({
      results: { done: 1, refused: 1 },
      refused: [{ id: people.superadmin, reason: 'not_allowed' }],
      undo_until: null,
    })
    expect((await mailsTo(people.ann)).at(-1)?.subject).toContain('password')
    expect(await hash()).toEqual(before)
  })

  it('adds to a group and takes it back; an archived group is rejected', async () => {
    const { body: group } = await call<StudentGroup>(people.admin, 'POST', 'student-groups/', {
      name: 'Owls',
    })
    const join: BulkAction = { kind: 'join', group_id: group.id }
    const { id } = await run(join, { filter: {} })
    const members = async () =>
      (await call<{ groups: StudentGroup[] }>(people.admin, 'GET', 'student-groups/')).body.groups[0]?.members
    expect(await members()).toBe(3)
    expect(await undo(id)).toMatchObject({ undone: { restored: 3 } })
    expect(await members()).toBe(0)
    await call(people.admin, 'PUT', `student-groups/${group.id}/`, { name: 'Owls', is_archived: true })
    expect((await start(join, { filter: {} })).status).toBe(422)
  })

  it('changes until when people work in a course, refuses work after it, and takes it back', async () => {
    const both = { ids: [people.ann, people.bob] }
    await run({ kind: 'enrol', course_id: kites }, { ids: [people.ann] })
    const endOf = async () =>
      (
        await server.db.asSuperuser<{ until: string | null }>(
          'select access_until::text as until from enrolment where user_id = $1',
          [people.ann],
        )
      )[0]?.until
    const first = await run({ kind: 'access', course_id: kites, until: '2026-11-20' }, both)
    expect(first).toMatchObject({
      results: { done: 1, unchanged: 0, refused: 1 },
      refused: [{ id: people.bob, reason: 'not_enrolled' }],
    })
    const [item] = await server.db.asSuperuser<{ id: number }>(
      `with s as (insert into course_section (client_id, course_id, title, position) values (7, $1, 'S', 0) returning id),
        t as (insert into course_topic (client_id, course_id, section_id, title, position)
          select 7, $1, id, 'T', 0 from s returning id)
       insert into course_item (client_id, course_id, topic_id, type, title, position)
       select 7, $1, id, 'article', 'A', 0 from t returning id`,
      [kites],
    )
    await server.core.db.withTenant(CLIENT, (db) =>
      server.core.changes.announce(db, { kind: 'courses', clientId: CLIENT }),
    )
    const work = async () => {
      const answer = await server.app.inject({
        method: 'POST',
        url: `/api/clients/${CLIENT}/items/${item!.id}/complete/`,
        headers: { authorization: `Bearer ${people.ann}` },
        payload: {},
      })
      return [answer.statusCode, answer.json().code]
    }
    expect((await work())[0]).toBe(200)
    // The last day ends at midnight in the client's time zone.
    clock.set(new Date('2026-11-21T00:00:01Z'))
    expect(await work()).toEqual([403, 'access_ended'])
    const longer = await run({ kind: 'access', course_id: kites, until: '2026-12-31' }, both)
    expect((await work())[0]).toBe(200)
    expect(await undo(longer.id)).toMatchObject({ undone: { restored: 1, kept: 0 } })
    expect(await endOf()).toBe('2026-11-20')
    // Somebody has changed it since: it stays.
    const open = await run({ kind: 'access', course_id: kites, until: null }, both)
    await server.db.asSuperuser("update enrolment set access_until = '2027-01-01' where user_id = $1", [
      people.ann,
    ])
    expect(await undo(open.id)).toMatchObject({ undone: { restored: 0, kept: 1 } })
    expect(await endOf()).toBe('2027-01-01')
  })

  it('stops where it is', async () => {
    const { body } = await start({ kind: 'deactivate' }, { ids: [people.ann] })
    expect((await step(body.id, 'stop')).body).toMatchObject({ state: 'stopped', step: { done: 0, of: 1 } })
    await job.look()
    expect(await get(body.id)).toMatchObject({ results: { done: 0 }, undo_until: null })
  })

  it('cannot be undone after a day', async () => {
    const { id } = await run({ kind: 'enrol', course_id: kites }, { ids: [people.bob] })
    clock.set(new Date(NOW.getTime() + 24 * 3_600_000))
    expect((await step(id, 'undo')).status).toBe(409)
    expect(await isEnrolled(people.bob)).toBe(true)
  })
})

describe('roles', () => {
  it('changes them and restores only those that nobody has changed since', async () => {
    const { id } = await run({ kind: 'role', role: 'instructor' }, { ids: [people.ann, people.bob] })
    expect(await roleOf(people.ann)).toBe('instructor')
    await setRole(people.bob, 'admin')
    expect(await undo(id)).toMatchObject({ undone: { restored: 1, kept: 1 } })
    expect([await roleOf(people.ann), await roleOf(people.bob)]).toEqual(['student', 'admin'])
    await setRole(people.bob, 'student')
  })

  it('refuses oneself and superadmins, and cannot make a superadmin', async () => {
    expect(
      await run({ kind: 'role', role: 'student' }, { ids: [people.admin, people.superadmin] }),
    ).toMatchObject({
      results: { done: 0, refused: 2 },
      refused: [{ reason: 'not_allowed' }, { reason: 'not_allowed' }],
    })
    const upward = { kind: 'role', role: 'superadmin' } as unknown as BulkAction
    expect((await start(upward, { ids: [people.ann] })).status).toBe(422)
  })

  it('does nothing in the name of somebody who administers no more', async () => {
    const { body } = await start({ kind: 'role', role: 'admin' }, { ids: [people.ann] }, people.second)
    await setRole(people.second, 'instructor')
    await job.look()
    await setRole(people.second, 'admin')
    expect(await get(body.id)).toMatchObject({ state: 'failed', results: { done: 0 } })
    expect(await roleOf(people.ann)).toBe('student')
  })

  it('leaves one of two admins who demote each other at the same moment', async () => {
    const demote = (by: number, whom: number) =>
      call(by, 'PUT', `students/${whom}/role/`, { role: 'student' })
    for (let times = 0; times < 5; times++) {
      await Promise.all([demote(people.admin, people.second), demote(people.second, people.admin)])
      const roles = [await roleOf(people.admin), await roleOf(people.second)]
      expect(roles.filter((role) => role === 'admin')).toHaveLength(1)
      await setRole(people.admin, 'admin')
      await setRole(people.second, 'admin')
    }
  })
})
