import { describe, expect, it } from 'vitest'
import type { ScheduledSession } from '#contract/live/live.ts'
import { mainSession, nextChangeOf, stateAt } from '#src/features/live/model/main-session.ts'
import { hostTime, timeRange } from '#src/features/live/model/session-time.ts'

const START = Date.parse('2026-03-02T12:00:00Z')
const minute = (minutes: number) => START + minutes * 60_000
const iso = (minutes: number) => new Date(minute(minutes)).toISOString()

const session = (id: number, startsIn: number, more: Partial<ScheduledSession> = {}): ScheduledSession => ({
  id,
  kind: 'class',
  title: `Session ${id}`,
  description: '',
  course: null,
  hosts: [],
  starts_at: iso(startsIn),
  ends_at: iso(startsIn + 60),
  ended_at: null,
  cancelled_at: null,
  time_zone: 'Asia/Kolkata',
  state: 'scheduled',
  consent_rule: 'none',
  recording: { state: 'none', expected_at: null, ready_at: null, duration_seconds: null },
  is_host: false,
  joined_at: null,
  ...more,
})

describe('the state of a session', () => {
  it('follows from the clock: scheduled, open, live, ended', () => {
    const one = session(1, 0)
    expect([-11, -10, 0, 59, 60].map((at) => stateAt(one, minute(at)))).toEqual([
      'scheduled',
      'open',
      'live',
      'live',
      'ended',
    ])
    expect([-30, -5, 5, 70].map((at) => nextChangeOf([one], minute(at)))).toEqual([
      minute(-10),
      minute(0),
      minute(60),
      null,
    ])
  })
})

describe('the main session', () => {
  it('is the joined one, else one that can be joined, else the next one', () => {
    const both = [session(1, -20), session(2, -10), session(3, 300)]
    const idOf = (results: ScheduledSession[], recent: ScheduledSession | null = null) =>
      mainSession({ results, recent }, START)?.id
    expect(idOf(both)).toBe(1)
    expect(idOf([both[0]!, session(2, -10, { joined_at: iso(-5) })])).toBe(2)
    expect(idOf([session(3, 300)])).toBe(3)
    expect(idOf([])).toBeUndefined()
  })

  it('stays the one that just ended, for its recording, unless another starts within the hour', () => {
    const recent = session(9, -61)
    const idOf = (startsIn: number) => mainSession({ results: [session(3, startsIn)], recent }, START)?.id
    expect(idOf(300)).toBe(9)
    expect(idOf(30)).toBe(3)
  })

  it('is never a cancelled one', () => {
    expect(
      mainSession({ results: [session(1, 30, { cancelled_at: iso(-9) })], recent: null }, START),
    ).toBeNull()
  })
})

describe('times', () => {
  it.each([
    ['Asia/Kolkata', '17:30', 'India Standard Time'],
    ['Asia/Riyadh', '15:00', 'Arabian Standard Time'],
    ['Europe/London', '12:00', 'Greenwich Mean Time'],
    ['America/New_York', '7:00', 'Eastern Standard Time'],
    ['Australia/Lord_Howe', '23:00', 'Lord Howe Daylight Time'],
  ])('are those of the viewer, with the host’s zone named (%s)', (zone, clock, name) => {
    const hosted = session(1, 0, { time_zone: zone })
    const { zone: named, time } = hostTime(hosted, 'en', 'Asia/Tokyo')
    expect(named).toBe(name)
    expect(time).not.toBeNull()
    expect(hostTime(hosted, 'en', zone).time).toBeNull()
    const hour = Number(clock.split(':')[0]) % 12 || 12
    expect(timeRange(hosted, 'en', zone)).toContain(`${hour}:${clock.split(':')[1]}`)
  })

  it('name no dates when a class goes on past midnight: the day stands beside them', () => {
    const late = session(1, 0, { starts_at: '2026-11-27T23:30:00Z', ends_at: '2026-11-28T00:30:00Z' })
    expect(timeRange(late, 'en', 'UTC')).toMatch(/^11:30\sPM – 12:30\sAM$/)
  })
})
