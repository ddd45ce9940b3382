import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import { pdfOf, resumeObjects, resumePdf } from '#server/demo/content/resume-pdf.ts'
import { countTaken } from '#server/features/workshops/registrations.repository.ts'
import { meetingOf } from '#tests/support/meeting.ts'
import { CLIENT, startWorkshopWorld, type WorkshopWorld } from './world.ts'

let world: WorkshopWorld
beforeAll(async () => {
  world = await startWorkshopWorld()
})
afterAll(() => world.server.close())

const address = (name: string) => `${name}-${randomUUID()}@example.test`
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

describe('registering for a workshop', () => {
  it('confirms a free seat and sends a calendar file', async () => {
    const { id, code } = await world.open({ link: 'https://meet.example.test/kites' })
    const email = address('ann')
    expect(await world.register(code, email)).toMatchObject({ status: 200, body: { outcome: 'confirmed' } })
    expect(Object.values(await world.statuses(id))).toEqual(['confirmed'])
    const [mail] = await world.mailsTo(email)
    expect(mail?.subject).toContain('You have a seat')
    expect(mail?.calendar).toContain('DTSTART:20260620T043000Z')
    expect(mail?.body_text).toContain('https://meet.example.test/kites')
    const page = await world.call(null, 'GET', `/workshops/${code}/`)
    expect(page.body).toMatchObject({ workshop: { seats_left: 1, is_online: true } })
    expect(JSON.stringify(page.body)).not.toContain('meet.example.test')
  })

  it('answers a repeated registration as the first one and changes nothing', async () => {
    const { id, code } = await world.open({ capacity: 5 })
    const email = address('ann')
    const first = await world.register(code, email)
    const again = await world.register(code, email.toUpperCase(), { name: 'Somebody else' })
    expect(again).toEqual(first)
    expect(Object.values(await world.statuses(id))).toEqual(['confirmed'])
    expect(await world.mailsTo(email)).toHaveLength(1)
    world.clock.advance(11 * MINUTE_MS)
    await world.register(code, email)
    expect((await world.mailsTo(email)).map(({ subject }) => subject)).toEqual([
      'You have a seat: Kites by hand',
      'You have a seat: Kites by hand',
    ])
  })

  it('stores nothing for a bot that fills in the hidden field, and says nothing', async () => {
    const { id, code } = await world.open()
    const answer = await world.register(code, address('bot'), { website: 'https://spam.example.test' })
    expect(answer).toMatchObject({ status: 200, body: { outcome: 'confirmed' } })
    expect(await world.statuses(id)).toEqual({})
  })

  it('rejects a form that comes too fast, too late or for another workshop', async () => {
    const { code } = await world.open()
    const other = await world.open()
    const page = await world.call(null, 'GET', `/workshops/${code}/`)
    const { form_token: token } = page.body as { form_token: string }
    const send = (to: string) =>
      world.call(null, 'POST', `/workshops/${to}/registrations/`, {
        name: 'Ann',
        email: address('ann'),
        answers: {},
        form_token: token,
      })
    expect(await send(code)).toMatchObject({
      status: 422,
      body: { fields: { form_token: [{ code: 'too_small' }] } },
    })
    world.clock.advance(5_000)
    expect(await send(other.code)).toMatchObject({
      status: 422,
      body: { fields: { form_token: [{ code: 'invalid' }] } },
    })
    world.clock.advance(DAY_MS)
    expect(await send(code)).toMatchObject({ status: 422 })
  })

  it('asks for the answers that the workshop needs', async () => {
    const fields = [
      { id: 'level', kind: 'choice', label: 'Level', hint: '', required: true, options: ['New', 'Old'] },
      { id: 'age', kind: 'number', label: 'Age', hint: '', required: false, options: [] },
      { id: 'rules', kind: 'consent', label: 'I agree', hint: '', required: true, options: [] },
    ] as const
    const { code } = await world.open({
      fields: fields.map((field) => ({ ...field, options: [...field.options] })),
    })
    const answer = await world.register(code, address('ann'), { answers: { level: 'Middle', age: 'ten' } })
    expect(answer).toMatchObject({
      status: 422,
      body: {
        fields: {
          'answers.level': [{ code: 'invalid' }],
          'answers.age': [{ code: 'invalid' }],
          'answers.rules': [{ code: 'must_accept' }],
        },
      },
    })
    expect(
      await world.register(code, address('ann'), { answers: { level: 'New', rules: true, other: 'x' } }),
    ).toMatchObject({ status: 200 })
  })

  it('takes a PDF by its content and refuses what is none, has a password or runs a script', async () => {
    const { id, code } = await world.open({
      fields: [{ id: 'cv', kind: 'file', label: 'CV', hint: '', required: true, options: [] }],
    })
    const send = (content: Buffer) =>
      world.register(code, address('ann'), {
        file: { name: 'cv.pdf', data: content.toString('base64') },
      })
    const objects = resumeObjects('Ann', ['Analyst'])
    for (const [content, problem] of [
      [Buffer.from('<html>no pdf</html>'), 'invalid'],
      [Buffer.from('%PDF-1.4\n1 0 obj\n%%EOF\n'), 'not_a_pdf'],
      [pdfOf(objects, '/Encrypt 9 0 R '), 'encrypted_file'],
      [pdfOf([...objects, '<< /S /JavaScript /JS (1) >>']), 'active_file'],
    ] as const)
      expect(await send(content)).toMatchObject({
        status: 422,
        body: { fields: { 'answers.cv': [{ code: problem }] } },
      })
    expect(await send(resumePdf('Ann', ['Analyst']))).toMatchObject({ status: 200 })
    const rows = await world.server.db.asSuperuser<{ file_url: string }>(
      'select file_url from workshop_registration where workshop_id = $1',
      [id],
    )
    expect(rows.map((row) => row.file_url)).toEqual([
      expect.stringMatching(/^\/files\/7\/workshop-answer\..+\.pdf$/),
    ])
  })

  it('opens an answer’s file only by a signed address of the staff who handle it', async () => {
    const { id, code } = await world.open({
      fields: [{ id: 'cv', kind: 'file', label: 'CV', hint: '', required: true, options: [] }],
    })
    const data = resumePdf('Ben', ['Cook']).toString('base64')
    await world.register(code, address('ben'), { file: { name: 'cv.pdf', data } })
    const listOf = (user: number) =>
      world.server.app.inject({
        method: 'GET',
        url: `/api/clients/${CLIENT}/admin/workshop-registrations/?workshop=${id}`,
        headers: { authorization: `Bearer ${user}` },
      })
    const list = await listOf(world.teacher)
    const url =
      list.json<{ results: { answers: { file: { url: string } }[] }[] }>().results[0]?.answers[0]?.file.url ??
      ''
    expect(url).toMatch(/^\/files\/7\/signed\/[^/]+\/workshop-answer\./)
    const get = async (path: string, answer: typeof list) =>
      (
        await world.server.app.inject({
          method: 'GET',
          url: path,
          cookies: Object.fromEntries(answer.cookies.map(({ name, value }) => [name, value])),
        })
      ).statusCode
    const plain = `/files/7/${url.split('/').at(-1)}`
    expect([await get(url, list), await get(plain, list)]).toEqual([200, 404])
    const others = await listOf(world.colleague)
    expect(others.json()).toMatchObject({ count: 0 })
    expect([await get(url, others), await get(plain, others)]).toEqual([404, 404])
    expect(await get(plain, await listOf(world.admin))).toBe(404)

    const handOver = (user: number) =>
      world.server.db.asSuperuser('update workshop set created_by = $1 where id = $2', [user, id])
    await handOver(world.colleague)
    expect(await get(url, list)).toBe(404)
    await handOver(world.teacher)
    expect(await get(url, list)).toBe(200)
  })

  it('hides drafts and refuses closed and started workshops', async () => {
    const { id, code } = await world.open()
    await world.call(world.teacher, 'POST', `/admin/workshops/${id}/state/`, { state: 'closed' })
    expect(await world.register(code, address('ann'))).toMatchObject({ status: 409 })
    const created = await world.call(world.teacher, 'POST', '/admin/workshops/', {
      ...(await import('./world.ts')).draft(),
      idempotency_key: randomUUID(),
    })
    const hidden = (created.body as { workshop: { code: string } }).workshop.code
    expect((await world.call(null, 'GET', `/workshops/${hidden}/`)).status).toBe(404)
  })

  it('fills in the form for a signed-in person and shows their registration', async () => {
    const { code } = await world.open({ double_opt_in: true })
    const before = await world.call(world.student, 'GET', `/workshops/${code}/mine/`)
    expect(before.body).toMatchObject({ name: 'Student', own: null })
    const mine = await world.call(world.student, 'POST', `/workshops/${code}/mine/`, {
      name: 'Student',
      answers: {},
    })
    // The account's address is known: no mail has to confirm it.
    expect(mine.body).toMatchObject({ registration: { status: 'confirmed' } })
    const after = await world.call(world.student, 'GET', `/workshops/${code}/mine/`)
    expect(after.body).toMatchObject({ own: { registration: { status: 'confirmed' } } })
  })
})

describe('the last seat of a workshop', () => {
  const ONE_HUNDRED = Array.from({ length: 100 }, (_, index) => index)

  it('goes to one of 100 people who register at the same moment', async () => {
    const { id, code } = await world.open({ capacity: 1 })
    const page = await world.call(null, 'GET', `/workshops/${code}/`)
    const { form_token: token } = page.body as { form_token: string }
    world.clock.advance(5_000)
    const answers = await Promise.all(
      ONE_HUNDRED.map((index) =>
        world.call(null, 'POST', `/workshops/${code}/registrations/`, {
          name: `Person ${index}`,
          email: `person-${index}-${id}@example.test`,
          answers: {},
          form_token: token,
        }),
      ),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    const all = Object.values(await world.statuses(id))
    expect(all.filter((status) => status === 'confirmed')).toHaveLength(1)
    expect(all.filter((status) => status === 'waiting')).toHaveLength(99)
  })

  it('control: is sold more than once without the lock', async () => {
    const { id } = await world.open({ capacity: 1 })
    const { db } = world.server.core
    const bothCounted = meetingOf(2)
    await Promise.all(
      ['one', 'two'].map((name) =>
        db.withTenant(CLIENT, async (tx) => {
          const taken = await countTaken(tx, { clientId: CLIENT, workshopId: id })
          await bothCounted()
          if (taken >= 1) return
          await sql`
            insert into workshop_registration
              (client_id, workshop_id, name, email, email_key, search_text, language, status, queued_at, created_at, updated_at)
            values (7, ${id}, 'x', ${`${name}@y`}, ${`${name}@y`}, '', 'en', 'confirmed', now(), now(), now())`.execute(
            tx,
          )
        }),
      ),
    )
    expect(Object.keys(await world.statuses(id))).toHaveLength(2)
  })
})
