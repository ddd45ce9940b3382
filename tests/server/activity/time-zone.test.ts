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
const report = (userId: number, timezone: string, facts: Record<string, unknown> = {}, at?: number) =>
  world.report(
    userId,
    { time_spent_seconds: 60, session_id: `z${(sessions += 1)}`, device_info: { timezone }, ...facts },
    at,
  )

describe('the learner’s zone', () => {
  test('given a device elsewhere, when a session brings its first report, then the zone is the device’s', async () => {
    const me = await world.learner()
    await report(me, 'Asia/Kathmandu')
    expect(await zoneOf(me)).toBe('Asia/Kathmandu')
  })

  test('given a session under way, when it claims another zone, then the zone stays', async () => {
    const me = await world.learner()
    await report(me, 'Asia/Kathmandu', { session_id: 'one' })
    await report(me, 'America/New_York', { session_id: 'one' })
    expect(await zoneOf(me)).toBe('Asia/Kathmandu')
  })

  test.each(['Mars/Olympus', 'asia/kathmandu', '', '+05:45', "UTC' or 1=1", 'posix/UTC/../x'])(
    'given the nonsense zone %j, when it is claimed, then the zone stays and the time counts',
    async (zone) => {
      const me = await world.learner({ timeZone: 'Asia/Kolkata' })
      expect((await report(me, zone)).counted_seconds).toBe(60)
      expect(await zoneOf(me)).toBe('Asia/Kolkata')
    },
  )
})

describe('a moment counts on one day only', () => {
  const MOMENT = Date.UTC(2026, 0, 14, 23, 55)
  const [HERE, THERE] = ['UTC', 'Pacific/Kiritimati']
  /** The same ten minutes, told by two devices whose calendars disagree. */
  const twice = async () => {
    const me = await world.learner({ timeZone: HERE })
    const interval = { time_spent_seconds: 600 }
    await report(me, HERE, { ...interval, segment_id: `a${me}.0` }, MOMENT)
    await report(me, THERE, { ...interval, segment_id: `b${me}.0` }, MOMENT)
    return sum(await world.secondsOf(me))
  }

  test('given two devices in zones with different days, when both report the same minutes, then they count once', async () => {
    expect(dayIn(HERE, new Date(MOMENT))).not.toBe(dayIn(THERE, new Date(MOMENT)))
    expect(await twice()).toBe(600)
  })

  test('control: given the rule that looks at one day alone, when the same happens, then it counts twice', async () => {
    const text = readFileSync(
      join(import.meta.dirname, '../../../server/migrations/0060_time_tracking_in_one_call.sql'),
      'utf8',
    )
    const rule = /create function credit_study_time[\s\S]*?end \$\$;/.exec(text)?.[0] ?? ''
    const naive = rule.replace('between first_day - 2 and last_day + 2', '= first_day')
    expect(naive).not.toBe(rule)
    await world.server.db.asSuperuser(naive.replace('create function', 'create or replace function'))
    expect(await twice()).toBe(1200)
  })
})
