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

describe('heatmap', () => {
  test('returns the days with time of one year, oldest first', async () => {
    const learner = await world.student()
    await world.spend(learner, 29, '2026-11-01')
    await world.spend(learner, 3601, TODAY)
    await world.spend(learner, 600, '2025-11-22')
    await world.spend(learner, 600, '2025-11-21')
    expect(await world.get<Heatmap>(learner, 'student/user-activity-heatmap/')).toEqual({
      from: '2025-11-22',
      to: TODAY,
      days: [
        { day: '2025-11-22', minutes: 10 },
        { day: TODAY, minutes: 60 },
      ],
    })
  })
})

describe('weekly goal', () => {
  test('counts the week since Monday without a goal and tells the days left', async () => {
    const learner = await world.student()
    await world.spend(learner, 3000, '2026-11-15')
    await world.spend(learner, 1830, '2026-11-16')
    await world.spend(learner, 1800, TODAY)
    expect(await world.get(learner, 'student/weekly-goal/')).toEqual({
      goal_minutes: null,
      minutes: 60,
      week_start: '2026-11-16',
      days_left: 2,
    })
  })

  test('uses the goal chosen last', async () => {
    const learner = await world.student()
    await world.put(learner, 'student/weekly-goal/', { minutes: 60 })
    await world.put(learner, 'student/weekly-goal/', { minutes: 240 })
    expect(await world.get(learner, 'student/weekly-goal/')).toMatchObject({ goal_minutes: 240 })
  })

  test.each([0, 9, 6001, 12.5, '60'])('names the field for %j minutes', async (minutes) => {
    const reply = await world.put(await world.student(), 'student/weekly-goal/', { minutes })
    expect([reply.status, Object.keys(reply.body.fields ?? {})]).toEqual([422, ['minutes']])
  })
})
