import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dayIn } from '#server/core/days.ts'
import { createTrackingWorld, sum } from './tracking-world.ts'

let world: Awaited<ReturnType<typeof createTrackingWorld>>
beforeAll(async () => {
  world = await createTrackingWorld()
})
afterAll(() => world.close())

const zoneOf = async (userId: number) => {
  const [row] = await world.server.db.asSuperuser<{ time_zone: string }>(
    'select time_zone from app_user where id = $1',
    [userId],
  )
  return row?.time_zone
}

let sessions = 0
const report = (userId: number, timezone: string, overrides: Record<string, unknown> = {}, at?: number) =>
  world.report(
    userId,
    { time_spent_seconds: 60, session_id: `z${(sessions += 1)}`, device_info: { timezone }, ...overrides },
    at,
  )

describe("the learner's time zone", () => {
  test('becomes that of the device when a session sends its first report', async () => {
    const learner = await world.learner()
    await report(learner, 'Asia/Kathmandu')
    expect(await zoneOf(learner)).toBe('Asia/Kathmandu')
  })

  test('stays during a session that claims another zone', async () => {
    const learner = await world.learner()
    await report(learner, 'Asia/Kathmandu', { session_id: 'one' })
    await report(learner, 'America/New_York', { session_id: 'one' })
    expect(await zoneOf(learner)).toBe('Asia/Kathmandu')
  })

  test.each(['Mars/Olympus', 'asia/kathmandu', '', '+05:45', "UTC' or 1=1", 'posix/UTC/../x'])(
    'stays with the invalid zone %j while the time counts',
    async (zone) => {
      const learner = await world.learner({ timeZone: 'Asia/Kolkata' })
      expect((await report(learner, zone)).counted_seconds).toBe(60)
      expect(await zoneOf(learner)).toBe('Asia/Kolkata')
    },
  )
})

describe('a moment counts on one day only', () => {
  const MOMENT = Date.UTC(2026, 0, 14, 23, 55)
  const [ZONE, OTHER_ZONE] = ['UTC', 'Pacific/Kiritimati']
  /** The same ten minutes, reported by two devices whose calendars disagree. */
  const reportTwice = async () => {
    const learner = await world.learner({ timeZone: ZONE })
    const interval = { time_spent_seconds: 600 }
    await report(learner, ZONE, { ...interval, segment_id: `a${learner}.0` }, MOMENT)
    await report(learner, OTHER_ZONE, { ...interval, segment_id: `b${learner}.0` }, MOMENT)
    return sum(await world.secondsOf(learner))
  }

  test('counts minutes once that two devices report in zones with different days', async () => {
    expect(dayIn(ZONE, new Date(MOMENT))).not.toBe(dayIn(OTHER_ZONE, new Date(MOMENT)))
    expect(await reportTwice()).toBe(600)
  })

  test('control: counts them twice under a rule that looks at one day alone', async () => {
    const text = readFileSync(
      join(import.meta.dirname, '../../../server/migrations/0060_time_tracking_in_one_call.sql'),
      'utf8',
    )
    const rule = /create function credit_study_time[\s\S]*?end \$\$;/.exec(text)?.[0] ?? ''
    const naive = rule.replace('between first_day - 2 and last_day + 2', '= first_day')
    expect(naive).not.toBe(rule)
    await world.server.db.asSuperuser(naive.replace('create function', 'create or replace function'))
    expect(await reportTwice()).toBe(1200)
  })
})
