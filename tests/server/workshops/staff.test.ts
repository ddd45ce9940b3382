import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addCourse } from '#server/features/courses/index.ts'
import { aNewCourse } from '#tests/support/content/courses.ts'
import { CLIENT, draft, startWorkshopWorld, type WorkshopWorld } from './world.ts'

let world: WorkshopWorld
beforeAll(async () => {
  world = await startWorkshopWorld()
})
afterAll(() => world.server.close())

interface Row {
  id: number
  email: string | null
  status: string
}
const rowsOf = async (userId: number, query: string): Promise<Row[]> => {
  const { body } = await world.call(userId, 'GET', `/admin/workshop-registrations/?${query}`)
  return (body as { results: Row[] }).results
}
const act = async (userId: number, ids: number[], action: string, courseId: number | null = null) => {
  const { body } = await world.call(userId, 'POST', '/admin/workshop-registrations/actions/', {
    ids,
    action,
    course_id: courseId,
  })
  return (body as { results: { id: number; result: string; reason: string | null }[] }).results
}
const course = async (instructorId: number, price: 'free' | 'premium' = 'free') =>
  world.server.core.db.withTenant(CLIENT, async (db) => {
    const id = await addCourse(
      db,
      CLIENT,
      aNewCourse({ title: 'Kites', price, sections: [], instructors: [{ userId: instructorId, bio: '' }] }),
    )
    await world.server.core.changes.announce(db, { kind: 'courses', clientId: CLIENT })
    return id
  })

describe('workshops of staff', () => {
  it('shows instructors their own workshops and those of their courses, admins all', async () => {
    const shared = await course(world.colleague)
    const mine = await world.open()
    const ofCourse = await world.open({ course_id: shared }, world.admin)
    const seen = async (userId: number) => {
      const { body } = await world.call(userId, 'GET', '/admin/workshops/?page_size=100')
      return (body as { results: { id: number }[] }).results.map(({ id }) => id)
    }
    expect(await seen(world.colleague)).toEqual([ofCourse.id])
    expect(await seen(world.admin)).toEqual(expect.arrayContaining([mine.id, ofCourse.id]))
    expect((await world.call(world.colleague, 'GET', `/admin/workshops/${mine.id}/`)).status).toBe(404)
  })

  it('creates one workshop for a repeated call', async () => {
    const body = { ...draft(), idempotency_key: randomUUID() }
    const first = await world.call(world.teacher, 'POST', '/admin/workshops/', body)
    const again = await world.call(world.teacher, 'POST', '/admin/workshops/', body)
    expect(again).toEqual(first)
  })

  it('rejects times that a clock change skips or repeats, and times that are over', async () => {
    const why = async (startsLocal: string, timeZone: string) => {
      const { body } = await world.call(world.teacher, 'POST', '/admin/workshops/', {
        ...draft({ starts_local: startsLocal, time_zone: timeZone }),
        idempotency_key: randomUUID(),
      })
      return (body as { fields?: { starts_local?: [{ code: string; params?: { why: string } }] } }).fields
        ?.starts_local?.[0]
    }
    expect(await why('2027-03-28T01:30', 'Europe/London')).toMatchObject({ params: { why: 'gap' } })
    expect(await why('2026-10-25T01:30', 'Europe/London')).toMatchObject({ params: { why: 'overlap' } })
    expect(await why('2026-05-01T10:00', 'Asia/Kolkata')).toMatchObject({ code: 'too_small' })
  })

  it('rejects a link without https and a choice without options', async () => {
    const send = async (changes: object) =>
      world.call(world.teacher, 'POST', '/admin/workshops/', {
        ...draft(),
        ...changes,
        idempotency_key: randomUUID(),
      })
    expect(await send({ link: 'javascript:alert(1)' })).toMatchObject({
      status: 422,
      body: { fields: { link: [{ code: 'invalid' }] } },
    })
    expect(
      await send({
        fields: [{ id: 'a', kind: 'choice', label: 'A', hint: '', required: false, options: ['One'] }],
      }),
    ).toMatchObject({ status: 422, body: { fields: { fields: [{ code: 'invalid' }] } } })
  })
})

describe('registrations of staff', () => {
  it('gives every row of a bulk action its own result', async () => {
    const { id, code } = await world.open({ capacity: 1 })
    for (const name of ['ann', 'bob']) await world.register(code, `${name}@bulk.example.test`)
    const rows = await rowsOf(world.teacher, `workshop=${id}&sort=oldest`)
    const [ann, bob] = rows.map((row) => row.id) as [number, number]
    expect(await act(world.teacher, [ann, bob, 999_999], 'confirm')).toEqual([
      { id: ann, result: 'unchanged', reason: null },
      { id: bob, result: 'refused', reason: 'full' },
      { id: 999_999, result: 'refused', reason: 'not_found' },
    ])
    expect(await act(world.teacher, [ann], 'attended')).toMatchObject([{ reason: 'not_started' }])
    expect(await act(world.colleague, [ann], 'cancel')).toMatchObject([{ reason: 'not_found' }])
    expect(await act(world.teacher, [ann], 'cancel')).toMatchObject([{ result: 'done' }])
    expect(await rowsOf(world.teacher, `workshop=${id}&status=offered`)).toMatchObject([{ id: bob }])
    expect(await act(world.teacher, [bob], 'confirm')).toMatchObject([{ result: 'done' }])
    world.clock.set('2026-06-20T05:00:00Z')
    expect(await act(world.teacher, [bob, ann], 'attended')).toEqual([
      { id: bob, result: 'done', reason: null },
      { id: ann, result: 'refused', reason: 'no_seat' },
    ])
    world.clock.set('2026-06-01T08:00:00Z')
  })

  it('turns registrations into enrolments of people with an account', async () => {
    const courseId = await course(world.teacher)
    const premium = await course(world.teacher, 'premium')
    const foreign = await course(world.colleague)
    const { id, code } = await world.open({ course_id: courseId, capacity: null })
    await world.call(world.student, 'POST', `/workshops/${code}/mine/`, { name: 'Student', answers: {} })
    await world.register(code, 'stranger@enrol.example.test')
    const rows = await rowsOf(world.teacher, `workshop=${id}&sort=oldest`)
    const [student, stranger] = rows.map((row) => row.id) as [number, number]
    expect(await act(world.teacher, [student], 'enrol', premium)).toMatchObject([
      { reason: 'course_premium' },
    ])
    expect(await act(world.teacher, [student], 'enrol', foreign)).toMatchObject([{ reason: 'not_allowed' }])
    expect(await act(world.teacher, [student, stranger], 'enrol')).toEqual([
      { id: student, result: 'done', reason: null },
      { id: stranger, result: 'refused', reason: 'no_account' },
    ])
    expect(await act(world.teacher, [student], 'enrol')).toMatchObject([{ reason: 'already_enrolled' }])
    const enrolled = await world.server.db.asSuperuser(
      'select user_id from enrolment where course_id = $1 and left_at is null',
      [courseId],
    )
    expect(enrolled).toEqual([{ user_id: world.student }])
    expect(await rowsOf(world.teacher, `workshop=${id}&enrolled=yes`)).toHaveLength(1)
  })

  it('writes one mail to each selected person, however often the call comes', async () => {
    const { id, code } = await world.open({ capacity: null })
    await world.register(code, 'ann@mail.example.test')
    const ids = (await rowsOf(world.teacher, `workshop=${id}`)).map((row) => row.id)
    const body = { ids, subject: 'Bring glue', text: 'And paper.', idempotency_key: randomUUID() }
    const path = '/admin/workshop-registrations/mail/'
    const answers = await Promise.all([1, 2, 3].map(() => world.call(world.teacher, 'POST', path, body)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    const mails = await world.mailsTo('ann@mail.example.test')
    expect(mails.filter(({ subject }) => subject === 'Bring glue')).toHaveLength(1)
  })

  it('sends a mail to all selected people, or to none while the plan has no room', async () => {
    const { id, code } = await world.open({ capacity: null })
    for (const name of ['una', 'uwe', 'gone']) await world.register(code, `${name}@limit.example.test`)
    const rows = await rowsOf(world.admin, `workshop=${id}&sort=oldest`)
    const ids = rows.map((row) => row.id)
    await act(world.teacher, [ids[2] ?? 0], 'cancel')
    const sql = (text: string, values: unknown[]) =>
      world.server.db.asSuperuser<{ mails: number }>(text, values)
    const limit = async (room: number) => {
      const [sent] = await sql(
        "select count(*)::integer as mails from outbox_message where client_id = $1 and channel = 'email'",
        [CLIENT],
      )
      await sql(
        `insert into client_limit (client_id, mails, changed_at) values ($1, $2, now())
         on conflict (client_id) do update set mails = excluded.mails`,
        [CLIENT, (sent?.mails ?? 0) + room],
      )
    }
    const body = { ids, subject: 'Rain', text: 'Bring a coat.', idempotency_key: randomUUID() }
    const send = () => world.call(world.teacher, 'POST', '/admin/workshop-registrations/mail/', body)
    const written = async () => {
      const mails = await Promise.all(rows.map((row) => world.mailsTo(row.email ?? '')))
      return mails.map((of) => of.filter(({ subject }) => subject === 'Rain').length)
    }
    await limit(1)
    expect(await send()).toMatchObject({ status: 403, body: { code: 'mail_limit' } })
    expect(await written()).toEqual([0, 0, 0])
    await limit(2)
    expect((await send()).status, 'the control: the cancelled one needs no room').toBe(200)
    expect((await send()).status, 'a repeat').toBe(200)
    expect(await written()).toEqual([1, 1, 0])
    await sql('delete from client_limit where client_id = $1', [CLIENT])
  })

  it('exports with a byte order mark and without formulas', async () => {
    const { id, code } = await world.open({ capacity: null })
    await world.register(code, 'ann@export.example.test', { name: '=HYPERLINK("http://x","y")' })
    const { body } = await world.call(
      world.admin,
      'GET',
      `/admin/workshop-registrations/export/?workshop=${id}`,
    )
    const { csv, rows } = body as { csv: string; rows: number }
    expect(rows).toBe(1)
    expect(csv.startsWith('\u{feff}Workshop,Name,Email')).toBe(true)
    expect(csv).toContain(`"'=HYPERLINK(""http://x"",""y"")"`)
    expect(csv).not.toMatch(/,=HYPERLINK|,"=HYPERLINK/)
  })

  it('shows, finds and exports addresses for admins alone', async () => {
    const { id, code } = await world.open({ capacity: null })
    await world.register(code, 'hidden@mailbox.example.test', { name: 'Ann Of Hill' })
    const seenBy = async (userId: number) => {
      const rows = await rowsOf(userId, `workshop=${id}`)
      const found = await rowsOf(userId, `workshop=${id}&search=mailbox`)
      const { body } = await world.call(
        userId,
        'GET',
        `/admin/workshop-registrations/export/?workshop=${id}&search=hill`,
      )
      const [head = '', line = ''] = (body as { csv: string }).csv.split(/\r?\n/)
      return { email: rows[0]?.email, found: found.length, head: head.replace('\u{feff}', ''), line }
    }
    const address = 'hidden@mailbox.example.test'
    expect(await seenBy(world.admin)).toMatchObject({
      email: address,
      found: 1,
      head: 'Workshop,Name,Email,Status,Registered at,Enrolled in',
      line: expect.stringContaining(`Ann Of Hill,${address},confirmed`) as string,
    })
    const taught = await seenBy(world.teacher)
    expect(taught).toMatchObject({
      email: null,
      found: 0,
      head: 'Workshop,Name,Status,Registered at,Enrolled in',
    })
    expect(taught.line).not.toContain('mailbox')
    expect(taught.line.split(',')).toHaveLength(5)
  })

  it('finds people by name and address, and takes signs of patterns as they are', async () => {
    const { id, code } = await world.open({ capacity: null })
    await world.register(code, 'josé@search.example.test', { name: 'José 100%' })
    expect(await rowsOf(world.teacher, `workshop=${id}&search=${encodeURIComponent('JOSÉ')}`)).toHaveLength(1)
    expect(await rowsOf(world.teacher, `workshop=${id}&search=100%25`)).toHaveLength(1)
    expect(await rowsOf(world.teacher, `workshop=${id}&search=1%250`)).toHaveLength(0)
  })

  it('keeps views of the list for one person', async () => {
    const views = [{ name: 'Waiting', query: 'status=waiting' }]
    await world.call(world.teacher, 'PUT', '/admin/workshop-registrations/views/', { views })
    expect((await world.call(world.teacher, 'GET', '/admin/workshop-registrations/views/')).body).toEqual({
      views,
    })
    expect((await world.call(world.colleague, 'GET', '/admin/workshop-registrations/views/')).body).toEqual({
      views: [],
    })
  })
})
