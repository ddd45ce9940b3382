import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recordSeconds } from '#server/features/activity/index.ts'
import { featuresAsUser } from '#tests/support/as-user.ts'
import { createTestClock } from '#tests/support/clock.ts'
import { addClient, addPerson } from '#tests/support/server/people.ts'
import { startTestServer, type TestServer } from '#tests/support/server/server.ts'

/** Half past midnight in Kolkata, still the day before in UTC. */
const NOW = '2026-11-20T19:00:00Z'
const TODAY = '2026-11-21'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ features: featuresAsUser, clock: createTestClock(NOW) })
  await addClient(server.db, { id: 7, timeZone: 'Asia/Kolkata' })
  await addClient(server.db, { id: 8 })
})
afterAll(() => server.close())

let people = 0
const person = (facts: { role?: 'student' | 'admin'; timeZone?: string; clientId?: number } = {}) => {
  people += 1
  return addPerson(server.db, { clientId: 7, timeZone: 'Asia/Kolkata', name: `Person ${people}`, ...facts })
}
const spend = (userId: number, day: string, seconds: number, clientId = 7) =>
  server.core.db.withTenant(clientId, (db) => recordSeconds(db, { clientId, userId, day, seconds }))
const read = async <T>(userId: number, path: string) => {
  const reply = await server.app.inject({
    url: `/api/clients/7/student/${path}`,
    headers: { authorization: `Bearer ${userId}` },
  })
  return { status: reply.statusCode, body: reply.json<T>() }
}

interface Streak {
  current_streak: number
  longest_streak: number
  minutes_to_go: number
  days: { day: string; hours: number; counted: boolean }[]
}

describe('daily leaders', () => {
  test('given time of students, staff, other days and other tenants, when read, then today’s students stand by time', async () => {
    const [long, short, none, staff] = [
      await person(),
      await person(),
      await person(),
      await person({ role: 'admin' }),
    ]
    await spend(short, TODAY, 60)
    await spend(long, TODAY, 3 * 3600 + 125)
    await spend(staff, TODAY, 9 * 3600)
    await spend(none, '2026-11-20', 9 * 3600)
    const foreign = await person({ clientId: 8 })
    await spend(foreign, TODAY, 10 * 3600, 8)
    const { body } = await read<{ leaderboard: unknown[] }>(none, 'daily-progress-leaderboard/')
    expect(body.leaderboard).toEqual([
      { id: long, name: `Person ${people - 4}`, progress: { hours: 3, minutes: 2 } },
      { id: short, name: `Person ${people - 3}`, progress: { hours: 0, minutes: 1 } },
    ])
  })

  test('given twelve more students and one disabled, when read, then ten are listed and the disabled is not', async () => {
    const ids = []
    for (let index = 0; index < 12; index += 1) ids.push(await person())
    for (const [index, id] of ids.entries()) await spend(id, TODAY, 20_000 + index)
    await server.db.asSuperuser('update app_user set disabled_at = now() where id = $1', [ids[11]])
    const { body } = await read<{ leaderboard: { id: number }[] }>(ids[0] ?? 0, 'daily-progress-leaderboard/')
    expect(body.leaderboard.map((leader) => leader.id)).toEqual(ids.slice(1, 11).reverse())
  })
})

describe('hours spent', () => {
  test('given two days, when the graph is read, then seven values come, oldest first, today last', async () => {
    const me = await person()
    await spend(me, TODAY, 1800)
    await spend(me, '2026-11-19', 5400)
    const { body } = await read(me, 'hours-spent-graph/')
    expect(body).toEqual({
      hours_spent: [0, 0, 0, 0, 1.5, 0, 0.5],
      days: ['2026-11-15', '2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20', TODAY],
    })
  })

  test('given a learner in another zone than the tenant, when read, then today is the learner’s own', async () => {
    const me = await person({ timeZone: 'America/New_York' })
    const { body } = await read<{ days: string[] }>(me, 'hours-spent-graph/?range=last-1-days')
    expect(body.days).toEqual(['2026-11-20'])
  })

  test.each([
    ['last-30-days', 30],
    ['last-366-days', 366],
  ])('given the range %s, when read, then there are that many values', async (range, count) => {
    const { body } = await read<{ hours_spent: number[] }>(
      await person(),
      `hours-spent-graph/?range=${range}`,
    )
    expect(body.hours_spent).toHaveLength(count)
  })

  test.each(['last-0-days', 'last-367-days', 'last-week', 'last--1-days', '7'])(
    'given the bad range %s, when read, then the field is named',
    async (range) => {
      const reply = await read<{ fields: object }>(await person(), `hours-spent-graph/?range=${range}`)
      expect([reply.status, Object.keys(reply.body.fields)]).toEqual([422, ['range']])
    },
  )
})

describe('monthly streak', () => {
  test('given three days and an unfinished today, when read, then the streak lives and says what is missing', async () => {
    const me = await person()
    for (const day of ['2026-11-18', '2026-11-19', '2026-11-20']) await spend(me, day, 1801)
    await spend(me, TODAY, 720)
    const { body } = await read<Streak>(me, 'monthly-streak/')
    expect(body).toMatchObject({ current_streak: 3, longest_streak: 3, minutes_to_go: 19 })
    expect(body.days).toHaveLength(30)
    expect(body.days.at(-1)).toEqual({ day: TODAY, hours: 0.2, counted: false })
    await spend(me, TODAY, 19 * 60)
    expect((await read<Streak>(me, 'monthly-streak/')).body).toMatchObject({
      current_streak: 4,
      minutes_to_go: 0,
    })
  })

  test('given a longer run long ago, when read, then the longest one is that', async () => {
    const me = await person()
    for (let day = 1; day <= 9; day += 1) await spend(me, `2026-07-0${day}`, 4000)
    await spend(me, '2026-11-20', 4000)
    expect((await read<Streak>(me, 'monthly-streak/')).body).toMatchObject({
      current_streak: 1,
      longest_streak: 9,
    })
  })

  test('given exactly half an hour, when read, then the day does not count', async () => {
    const me = await person()
    await spend(me, TODAY, 1800)
    expect((await read<Streak>(me, 'monthly-streak/')).body).toMatchObject({
      current_streak: 0,
      minutes_to_go: 1,
    })
  })
})

describe('recording', () => {
  test('given parallel records of one day, when added, then none is lost and a day never exceeds its length', async () => {
    const me = await person()
    await Promise.all(Array.from({ length: 50 }, () => spend(me, TODAY, 10)))
    expect(
      (await read<{ hours_spent: number[] }>(me, 'hours-spent-graph/?range=last-1-days')).body.hours_spent,
    ).toEqual([0.1389])
    await spend(me, TODAY, 86_400)
    await spend(me, TODAY, -500)
    const [row] = await server.db.asSuperuser<{ seconds: number }>(
      'select seconds from daily_activity where user_id = $1',
      [me],
    )
    expect(row?.seconds).toBe(86_400)
  })
})
