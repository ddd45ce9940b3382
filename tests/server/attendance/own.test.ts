import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startClass, type TestClass } from './setup.ts'

const DAY = 24 * 60
let at: TestClass
let missed: number
beforeAll(async () => {
  at = await startClass()
  missed = await at.session(-2 * DAY, { title: 'Missed' })
  const met = await at.session(-20 * DAY, { title: 'Met in December' })
  await at.seen(met, at.people.ann, 0, 60)
  await at.session(DAY, { title: 'Planned' })
  await at.settle()
})
afterAll(() => at.close())

const own = async (month = '') =>
  (await at.call(at.people.ann, 'GET', `/attendance/${month && `?month=${month}`}`)).body
const dispute = (text: string, user = at.people.ann) =>
  at.call(user, 'POST', `/attendance/sessions/${missed}/dispute/`, { text })
const answer = (id: number, body: object, user = at.people.teacher) =>
  at.call(user, 'POST', `/admin/attendance/disputes/${id}/answer/`, body)

describe('own attendance', () => {
  it('shows a month with its marks, and counts over all time', async () => {
    expect(await own()).toMatchObject({
      month: '2026-01',
      first_month: '2025-12',
      counts: { present: 1, late: 0, excused: 0, absent: 1 },
      courses: [{ course: { title: 'Data basics' }, planned: 1 }],
      sessions: [
        { title: 'Missed', status: 'absent', minutes: 0, length_minutes: 60 },
        { title: 'Planned', status: null },
      ],
    })
    expect(await own('2025-12')).toMatchObject({ sessions: [{ title: 'Met in December', minutes: 60 }] })
    expect((await at.call(at.people.stranger, 'GET', '/attendance/')).body).toMatchObject({
      sessions: [],
      courses: [],
    })
  })

  it('puts a session into the month of the learner’s own zone', async () => {
    const late = await at.session((31 - 15) * DAY + 13 * 60, { title: 'Last evening in UTC' })
    await at.server.db.asSuperuser("update app_user set time_zone = 'Asia/Kolkata' where id = $1", [
      at.people.ann,
    ])
    expect(await own('2026-02')).toMatchObject({ sessions: [{ id: late }] })
    await at.server.db.asSuperuser("update app_user set time_zone = 'America/New_York' where id = $1", [
      at.people.ann,
    ])
    expect(await own('2026-02')).toMatchObject({ sessions: [] })
    await at.server.db.asSuperuser('delete from live_session where id = $1', [late])
  })

  it('has one open dispute of a mark; a repeat is the same one', async () => {
    const [first, repeat] = [await dispute('I was there.'), await dispute('I was there.')]
    expect([first.status, repeat.status]).toEqual([200, 200])
    expect(first.body['id']).toBe(repeat.body['id'])
    expect((await dispute('Really!')).status).toBe(409)
    expect((await dispute('Not mine', at.people.stranger)).status).toBe(404)
    const parallel = await Promise.all(
      Array.from({ length: 10 }, (_, index) => dispute(`Again ${index}`, at.people.bob)),
    )
    expect(parallel.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('is answered once with a reason; the mark follows and the learner is told', async () => {
    const queue = await at.call(at.people.teacher, 'GET', '/admin/attendance/disputes/')
    const [mine] = (queue.body as unknown as { results: { id: number; learner: object; text: string }[] })
      .results
    expect(mine).toMatchObject({ text: 'I was there.', status: 'absent', session: { title: 'Missed' } })
    const id = mine?.id ?? 0
    expect((await at.call(at.people.colleague, 'GET', '/admin/attendance/disputes/')).body).toMatchObject({
      count: 0,
    })
    const body = { answer: 'You are on the photo.', status: 'present' }
    expect((await answer(id, body, at.people.colleague)).status).toBe(404)
    expect((await answer(id, body)).status).toBe(200)
    expect((await answer(id, body)).status).toBe(200)
    expect((await answer(id, { ...body, answer: 'Something else' })).body).toMatchObject({
      code: 'already_answered',
    })
    expect(await own()).toMatchObject({
      counts: { present: 2, absent: 0 },
      sessions: [
        {
          status: 'present',
          source: 'manual',
          reason: 'You are on the photo.',
          dispute: { answer: 'You are on the photo.', new_status: 'present' },
        },
        {},
      ],
    })
    const told = await at.server.db.asSuperuser('select kind, params from notification where user_id = $1', [
      at.people.ann,
    ])
    expect(told).toEqual([
      { kind: 'attendance_answered', params: { title: 'Missed', reason: 'You are on the photo.' } },
    ])
    expect((await dispute('Once more')).status).toBe(409)
  })
})
