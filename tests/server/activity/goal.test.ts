import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLeaderboardWorld, TODAY } from '#tests/server/leaderboard/world.ts'

let world: Awaited<ReturnType<typeof createLeaderboardWorld>>
beforeAll(async () => {
  world = await createLeaderboardWorld()
})
afterAll(() => world.close())

interface Heatmap {
  from: string
  to: string
  days: { day: string; minutes: number }[]
}

describe('the heatmap', () => {
  test('given days of this and the last year, when read, then the year’s days with time come, oldest first', async () => {
    const me = await world.student()
    await world.spend(me, 29, '2026-11-01')
    await world.spend(me, 3601, TODAY)
    await world.spend(me, 600, '2025-11-22')
    await world.spend(me, 600, '2025-11-21')
    expect(await world.get<Heatmap>(me, 'student/user-activity-heatmap/')).toEqual({
      from: '2025-11-22',
      to: TODAY,
      days: [
        { day: '2025-11-22', minutes: 10 },
        { day: TODAY, minutes: 60 },
      ],
    })
  })
})

describe('the weekly goal', () => {
  test('given none chosen, when read on a Saturday, then the week since Monday counts and two days are left', async () => {
    const me = await world.student()
    await world.spend(me, 3000, '2026-11-15')
    await world.spend(me, 1830, '2026-11-16')
    await world.spend(me, 1800, TODAY)
    expect(await world.get(me, 'student/weekly-goal/')).toEqual({
      goal_minutes: null,
      minutes: 60,
      week_start: '2026-11-16',
      days_left: 2,
    })
  })

  test('given one chosen twice, when read, then the last one holds', async () => {
    const me = await world.student()
    await world.put(me, 'student/weekly-goal/', { minutes: 60 })
    await world.put(me, 'student/weekly-goal/', { minutes: 240 })
    expect(await world.get(me, 'student/weekly-goal/')).toMatchObject({ goal_minutes: 240 })
  })

  test.each([0, 9, 6001, 12.5, '60'])(
    'given %j minutes, when chosen, then the field is named',
    async (minutes) => {
      const reply = await world.put(await world.student(), 'student/weekly-goal/', { minutes })
      expect([reply.status, Object.keys(reply.body.fields ?? {})]).toEqual([422, ['minutes']])
    },
  )
})
