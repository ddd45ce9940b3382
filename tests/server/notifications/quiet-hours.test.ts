import { describe, expect, it } from 'vitest'
import { minuteIn, quietUntil } from '#server/features/notifications/quiet-hours.ts'

const NIGHT = { from: 22 * 60, to: 7 * 60 }
const at = (iso: string) => new Date(iso)
const until = (zone: string, iso: string, hours = NIGHT) =>
  quietUntil(hours, zone, at(iso))?.toISOString() ?? null

describe('quiet hours', () => {
  it.each([
    ['before they begin', 'Asia/Kolkata', '2026-11-21T16:29:00Z', null],
    [
      'as they begin, ten in the evening there',
      'Asia/Kolkata',
      '2026-11-21T16:30:00Z',
      '2026-11-22T01:30:00.000Z',
    ],
    ['after midnight', 'Asia/Kolkata', '2026-11-21T20:00:00Z', '2026-11-22T01:30:00.000Z'],
    ['the last minute', 'Asia/Kolkata', '2026-11-22T01:29:59Z', '2026-11-22T01:30:00.000Z'],
    ['as they end', 'Asia/Kolkata', '2026-11-22T01:30:00Z', null],
    ['the same moment elsewhere', 'America/New_York', '2026-11-21T20:00:00Z', null],
    ['an unknown zone reads as UTC', 'Nowhere/Land', '2026-11-21T23:00:00Z', '2026-11-22T07:00:00.000Z'],
  ])('given %s, when asked, then the end is on the person’s own clock', (_what, zone, now, end) => {
    expect(until(zone, now)).toBe(end)
  })

  it.each([
    // Berlin sleeps an hour less: 22:00 +01:00 to 07:00 +02:00.
    ['the night that loses an hour', '2026-03-28T21:00:00Z', '2026-03-29T05:00:00.000Z', 8],
    // And an hour more: 22:00 +02:00 to 07:00 +01:00.
    ['the night that gains an hour', '2026-10-24T20:00:00Z', '2026-10-25T06:00:00.000Z', 10],
    ['an ordinary night', '2026-11-20T21:00:00Z', '2026-11-21T06:00:00.000Z', 9],
  ])(
    'given %s, when asked at ten, then they end at seven by the clock on the wall',
    (_what, now, end, hours) => {
      expect(until('Europe/Berlin', now)).toBe(end)
      // The control: counted in hours instead of read from the clock, two of the three would be wrong.
      expect((Date.parse(end) - Date.parse(now)) / 3_600_000).toBe(hours)
      expect(minuteIn('Europe/Berlin', at(end))).toBe(NIGHT.to)
    },
  )

  it('given an end that a night leaves out, when asked, then the first minute after it is the end', () => {
    // 02:30 does not exist on that night in Berlin: the clock goes from 01:59 to 03:00.
    expect(until('Europe/Berlin', '2026-03-28T23:30:00Z', { from: 0, to: 150 })).toBe(
      '2026-03-29T01:00:00.000Z',
    )
  })

  it('given hours within one day, when asked before, within and after, then only within is quiet', () => {
    const noon = { from: 12 * 60, to: 13 * 60 }
    expect(until('UTC', '2026-11-21T11:59:00Z', noon)).toBeNull()
    expect(until('UTC', '2026-11-21T12:59:30Z', noon)).toBe('2026-11-21T13:00:00.000Z')
    expect(until('UTC', '2026-11-21T13:00:00Z', noon)).toBeNull()
  })
})
