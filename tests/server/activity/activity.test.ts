import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recordSeconds } from '#server/features/activity/index.ts'
import { featuresAsUser } from '#tests/support/as-user.ts'
import { createTestClock } from '#tests/support/clock.ts'
import { addClient, addPerson } from '#tests/support/server/people.ts'
import { startTestServer, type TestServer } from '#tests/support/server/server.ts'

/** 00:30 in Kolkata, still the day before in UTC. */
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
const person = (overrides: { role?: 'student' | 'admin'; timeZone?: string; clientId?: number } = {}) => {
  people += 1
  return addPerson(server.db, {
    clientId: 7,
    timeZone: 'Asia/Kolkata',
    name: `Person ${people}`,
    ...overrides,
  })
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
  test("lists today's students of the tenant by time", async () => {
    const [longest, shortest, withoutTimeToday, staff] = [
      await person(),
      await person(),
      await person(),
      await person({ role: 'admin' }),
    ]
    await spend(shortest, TODAY, 60)
    await spend(longest, TODAY, 3 * 3600 + 125)
    await spend(staff, TODAY, 9 * 3600)
    await spend(withoutTimeToday, '2026-11-20', 9 * 3600)
    const foreign = await person({ clientId: 8 })
    await spend(foreign, TODAY, 10 * 3600, 8)
    const { body } = await read<{ leaderboard: unknown[] }>(withoutTimeToday, 'daily-progress-leaderboard/')
    expect(body.leaderboard).toEqual([
      { id: longest, name: `Person ${people - 4}`, progress: { hours: 3, minutes: 2 } },
      { id: shortest, name: `Person ${people - 3}`, progress: { hours: 0, minutes: 1 } },
    ])
  })

  test('lists ten learners and leaves out disabled ones', async () => {
    const ids = []
    for (let index = 0; index < 12; index += 1) ids.push(await person())
    for (const [index, id] of ids.entries()) await spend(id, TODAY, 20_000 + index)
    await server.db.asSuperuser('update app_user set disabled_at = now() where id = $1', [ids[11]])
    const { body } = await read<{ leaderboard: { id: number }[] }>(ids[0] ?? 0, 'daily-progress-leaderboard/')
    expect(body.leaderboard.map((leader) => leader.id)).toEqual(ids.slice(1, 11).reverse())
  })
})

describe('hours spent', () => {
  test('returns seven days, oldest first and today last', async () => {
    const learner = await person()
    await spend(learner, TODAY, 1800)
    await spend(learner, '2026-11-19', 5400)
    const { body } = await read(learner, 'hours-spent-graph/')
    expect(body).toEqual({
      hours_spent: [0, 0, 0, 0, 1.5, 0, 0.5],
      days: ['2026-11-15', '2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20', TODAY],
    })
  })

  test("uses the learner's own time zone for today", async () => {
    const learner = await person({ timeZone: 'America/New_York' })
    const { body } = await read<{ days: string[] }>(learner, 'hours-spent-graph/?range=last-1-days')
    expect(body.days).toEqual(['2026-11-20'])
  })

  test.each([
    ['last-30-days', 30],
    ['last-366-days', 366],
  ])('returns as many values as the range %s asks for', async (range, count) => {
    const { body } = await read<{ hours_spent: number[] }>(
      await person(),
      `hours-spent-graph/?range=${range}`,
    )
    expect(body.hours_spent).toHaveLength(count)
  })

  test.each(['last-0-days', 'last-367-days', 'last-week', 'last--1-days', '7'])(
    'names the field for the invalid range %s',
    async (range) => {
      const response = await read<{ fields: object }>(await person(), `hours-spent-graph/?range=${range}`)
      expect([response.status, Object.keys(response.body.fields)]).toEqual([422, ['range']])
    },
  )
})

describe('monthly streak', () => {
  test('keeps the streak during an unfinished day and tells the missing minutes', async () => {
    const learner = await person()
    for (const day of ['2026-11-18', '2026-11-19', '2026-11-20']) await spend(learner, day, 1801)
    await spend(learner, TODAY, 720)
    const { body } = await read<Streak>(learner, 'monthly-streak/')
    expect(body).toMatchObject({ current_streak: 3, longest_streak: 3, minutes_to_go: 19 })
    expect(body.days).toHaveLength(30)
    expect(body.days.at(-1)).toEqual({ day: TODAY, hours: 0.2, counted: false })
    await spend(learner, TODAY, 19 * 60)
    expect((await read<Streak>(learner, 'monthly-streak/')).body).toMatchObject({
      current_streak: 4,
      minutes_to_go: 0,
    })
  })

  test('finds the longest run in the past', async () => {
    const learner = await person()
    for (let day = 1; day <= 9; day += 1) await spend(learner, `2026-07-0${day}`, 4000)
    await spend(learner, '2026-11-20', 4000)
    expect((await read<Streak>(learner, 'monthly-streak/')).body).toMatchObject({
      current_streak: 1,
      longest_streak: 9,
    })
  })

  test('does not count a day with exactly half an hour', async () => {
    const learner = await person()
    await spend(learner, TODAY, 1800)
    expect((await read<Streak>(learner, 'monthly-streak/')).body).toMatchObject({
      current_streak: 0,
      minutes_to_go: 1,
    })
  })
})

describe('recordSeconds', () => {
  test('loses nothing in parallel and never exceeds the length of a day', async () => {
    const learner = await person()
    await Promise.all(Array.from({ length: 50 }, () => spend(learner, TODAY, 10)))
    expect(
      (await read<{ hours_spent: number[] }>(learner, 'hours-spent-graph/?range=last-1-days')).body
        .hours_spent,
    ).toEqual([0.1389])
    await spend(learner, TODAY, 86_400)
    await spend(learner, TODAY, -500)
    const [row] = await server.db.asSuperuser<{ seconds: number }>(
      'select seconds from daily_activity where user_id = $1',
      [learner],
    )
    expect(row?.seconds).toBe(86_400)
  })
})
