/** Writing to one person, and the record of a person: messages, classes and payments. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { StudentMessage, StudentRecord } from '#contract/students/messages.ts'
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
let people: Record<'admin' | 'teacher' | 'colleague' | 'ann' | 'bob' | 'foreigner', number>
let kites: number
let clay: number

const call = async <T>(by: number, method: 'GET' | 'POST', path: string, payload?: object) => {
  const answer = await server.app.inject({
    method,
    url: `/api/clients/${CLIENT}/admin/students/${path}`,
    headers: { authorization: `Bearer ${by}` },
    ...(payload ? { payload } : {}),
  })
  return { status: answer.statusCode, body: answer.json() as T }
}
const write = (by: number, to: number, key: string = randomUUID()) =>
  call(by, 'POST', `${to}/messages/`, {
    idempotency_key: key,
    subject: 'How is it going?',
    text: 'First line\n\nTwo & <b>three</b>',
  })
const messagesOf = async (by: number, to: number) =>
  (await call<{ results: StudentMessage[] }>(by, 'GET', `${to}/messages/`)).body.results
const mails = () =>
  server.db.asSuperuser<{ to: string; reply_to: string | null; text: string; html: string }>(
    'select recipient as to, reply_to, body_text as text, body_html as html from outbox_message order by id',
  )
const emailOf = async (id: number) =>
  (await server.db.asSuperuser<{ email: string }>('select email from app_user where id = $1', [id]))[0]!.email

const course = (title: string, instructorId: number) =>
  server.core.db.withTenant(CLIENT, async (db) => {
    const instructors = [{ userId: instructorId, bio: '' }]
    return addCourse(db, CLIENT, aNewCourse({ title, price: 'free', instructors, sections: [] }))
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
    colleague: await person('Cora Colleague', 'instructor'),
    ann: await person('Ann Active'),
    bob: await person('Bob Idle'),
    foreigner: await person('Foreign Fay', 'student', 8),
  }
  kites = await course('Kites', people.teacher)
  clay = await course('Clay', people.colleague)
  await server.db.asSuperuser(
    'insert into enrolment (client_id, user_id, course_id) values (7, $1, $2), (7, $3, $4)',
    [people.ann, kites, people.bob, clay],
  )
})
afterAll(() => server.close())
beforeEach(() => server.db.asSuperuser('delete from student_message; delete from outbox_message'))

describe('writing to one person', () => {
  it('is refused when the plan has no room for mails, except for one that is on its way', async () => {
    const limit = (mails: number | null) =>
      server.db.asSuperuser(
        `insert into client_limit (client_id, mails, changed_at) values ($1, $2, now())
         on conflict (client_id) do update set mails = excluded.mails`,
        [CLIENT, mails],
      )
    const key = randomUUID()
    const sent = (await mails()).length
    await limit(sent + 1)
    expect((await write(people.admin, people.ann, key)).status).toBe(201)
    expect((await write(people.admin, people.ann, key)).status).toBe(201)
    const refused = await write(people.admin, people.ann)
    expect([refused.status, refused.body]).toMatchObject([403, { code: 'mail_limit' }])
    expect(await mails()).toHaveLength(sent + 1)
    await limit(null)
  })

  it('mails them signed, and the answer goes to whoever wrote', async () => {
    expect((await write(people.teacher, people.ann)).status).toBe(201)
    const [mail, ...others] = await mails()
    expect(others).toEqual([])
    expect(mail).toMatchObject({
      to: await emailOf(people.ann),
      reply_to: await emailOf(people.teacher),
    })
    expect(mail?.text).toMatch(/^Hello Ann Active,\n\nFirst line\n\nTwo & <b>three<\/b>\n\nTara Teacher\n/)
    expect(mail?.html).not.toContain('<b>')
  })

  it('sends a repeated call once', async () => {
    const key = randomUUID()
    const answers = await Promise.all([1, 2, 3].map(() => write(people.admin, people.ann, key)))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(await mails()).toHaveLength(1)
    expect(await messagesOf(people.admin, people.ann)).toHaveLength(1)
    await write(people.admin, people.ann)
    expect(await mails()).toHaveLength(2)
  })

  it('finds no learner of others, and mails no account that is switched off', async () => {
    expect((await write(people.teacher, people.bob)).status).toBe(404)
    expect((await write(people.admin, people.foreigner)).status).toBe(404)
    await server.db.asSuperuser('update app_user set disabled_at = now() where id = $1', [people.bob])
    expect((await write(people.admin, people.bob)).status).toBe(409)
    await server.db.asSuperuser('update app_user set disabled_at = null where id = $1', [people.bob])
    expect(await mails()).toEqual([])
  })

  it('is recorded without the text', async () => {
    await write(people.teacher, people.ann)
    const events = await server.db.asSuperuser<{ actor_id: number; object: string; detail: object }>(
      "select actor_id, object, detail from audit_event where action = 'students.write' order by id desc limit 1",
    )
    expect(events[0]).toMatchObject({ actor_id: people.teacher, object: `user:${people.ann}` })
    expect(JSON.stringify(events)).not.toContain('First line')
  })
})

describe('the messages of a person', () => {
  it('are all of them for admins, and their own for instructors', async () => {
    await write(people.teacher, people.ann)
    clock.advance(1000)
    await write(people.admin, people.ann)
    const bulk = randomUUID()
    await server.db.asSuperuser(
      `insert into student_bulk (client_id, id, made_by, made_at, action, state, expires_at) values
        (7, $1, $2, $3, '{"kind":"message","subject":"To all","text":"Hi"}', 'done', $3::timestamptz + interval '30 days')`,
      [bulk, people.admin, new Date(NOW.getTime() + 60_000)],
    )
    await server.db.asSuperuser(
      "insert into student_bulk_row (client_id, bulk_id, user_id, result) values (7, $1, $2, 'done'), (7, $1, $3, 'refused')",
      [bulk, people.ann, people.bob],
    )
    const campaign = randomUUID()
    await server.db.asSuperuser(
      `insert into email_campaign (client_id, id, name, purpose, content, audience, made_at, changed_at)
       values (7, $1, 'Spring', 'course', '{"subject":{"en":"Spring is here"}}', '{}', now(), now())`,
      [campaign],
    )
    await server.db.asSuperuser(
      `insert into email_recipient (client_id, campaign_id, number, email, email_key, user_id, language, state, due_at, settled_at)
       values (7, $1, 1, 'a@x.test', 'a@x.test', $2, 'en', 'failed', now(), $3)`,
      [campaign, people.ann, new Date(NOW.getTime() + 120_000)],
    )
    expect(await messagesOf(people.admin, people.ann)).toMatchObject([
      { kind: 'campaign', subject: 'Spring is here', text: null, by: null, result: 'failed' },
      { kind: 'many', subject: 'To all', by: 'Ada Admin', result: 'sent' },
      { kind: 'person', by: 'Ada Admin' },
      { kind: 'person', by: 'Tara Teacher', text: 'First line\n\nTwo & <b>three</b>' },
    ])
    expect(await messagesOf(people.teacher, people.ann)).toMatchObject([{ by: 'Tara Teacher' }])
    expect(await messagesOf(people.admin, people.bob)).toEqual([])
    expect((await call(people.colleague, 'GET', `${people.ann}/messages/`)).status).toBe(404)
  })
})

describe('the record of a person', () => {
  const record = async (by: number, of: number) =>
    (await call<StudentRecord>(by, 'GET', `${of}/record/`)).body
  beforeAll(async () => {
    const session = async (courseId: number, title: string, at: string, status: string) => {
      const [row] = await server.db.asSuperuser<{ id: number }>(
        `insert into live_session (client_id, title, course_id, audience, starts_at, ends_at, time_zone, created_at, updated_at)
         values (7, $2, $1, 'course', $3, $3::timestamptz + interval '1 hour', 'UTC', now(), now()) returning id`,
        [courseId, title, at],
      )
      await server.db.asSuperuser(
        `insert into attendance_mark (client_id, session_id, user_id, status, source, updated_at)
         values (7, $1, $2, $3, 'manual', now())`,
        [row!.id, people.ann, status],
      )
    }
    await session(kites, 'First kite', '2026-11-10T10:00:00Z', 'present')
    await session(kites, 'Second kite', '2026-11-11T10:00:00Z', 'excused')
    await session(clay, 'Wet clay', '2026-11-12T10:00:00Z', 'absent')
    await server.db.asSuperuser(
      `do $$ declare t integer; begin
        insert into ledger_transaction (client_id, kind, at, reference, entries)
          values (7, 'payment', '2026-11-13T10:00:00Z', 'ref-1', 2) returning id into t;
        insert into ledger_entry (client_id, transaction_id, account, amount_minor, currency, person_id, course_id) values
          (7, t, 'bank', 49900, 'INR', ${people.ann}, ${kites}), (7, t, 'receivable', -49900, 'INR', ${people.ann}, ${kites});
      end $$`,
    )
  })

  it('has classes and payments for admins', async () => {
    const { attendance, payments } = await record(people.admin, people.ann)
    expect(attendance).toMatchObject({ attended: 1, held: 2 })
    expect(attendance.marks.map(({ title, status }) => [title, status])).toEqual([
      ['Wet clay', 'absent'],
      ['Second kite', 'excused'],
      ['First kite', 'present'],
    ])
    expect(payments).toMatchObject([
      {
        kind: 'payment',
        title: 'Kites',
        amount_minor: 49_900,
        currency: 'INR',
        at: '2026-11-13T10:00:00.000Z',
      },
    ])
    expect(await record(people.admin, people.bob)).toEqual({
      attendance: { attended: 0, held: 0, marks: [] },
      payments: [],
    })
  })

  it('shows instructors the classes of their courses and no payments', async () => {
    const { attendance, payments } = await record(people.teacher, people.ann)
    expect(attendance.marks.map(({ title }) => title)).toEqual(['Second kite', 'First kite'])
    expect(payments).toBeNull()
    expect((await call(people.colleague, 'GET', `${people.ann}/record/`)).status).toBe(404)
  })
})
