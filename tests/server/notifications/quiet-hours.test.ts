import { describe, expect, it } from 'vitest'
import { minuteIn, quietUntil } from '#server/features/notifications/quiet-hours.ts'

const NIGHT = { from: 22 * 60, to: 7 * 60 }
const dateOf = (iso: string) => new Date(iso)
const endOf = (zone: string, iso: string, hours = NIGHT) =>
  quietUntil(hours, zone, dateOf(iso))?.toISOString() ?? null

describe('quiet hours', () => {
  it.each([
    ['before they start', 'Asia/Kolkata', '2026-11-21T16:29:00Z', null],
    [
      'as they start at ten in the evening',
      'Asia/Kolkata',
      '2026-11-21T16:30:00Z',
      '2026-11-22T01:30:00.000Z',
    ],
    ['after midnight', 'Asia/Kolkata', '2026-11-21T20:00:00Z', '2026-11-22T01:30:00.000Z'],
    ['in the last minute', 'Asia/Kolkata', '2026-11-22T01:29:59Z', '2026-11-22T01:30:00.000Z'],
    ['as they end', 'Asia/Kolkata', '2026-11-22T01:30:00Z', null],
    ['at the same moment in another zone', 'America/New_York', '2026-11-21T20:00:00Z', null],
    [
      'in an unknown zone, which counts as UTC',
      'Nowhere/Land',
      '2026-11-21T23:00:00Z',
      '2026-11-22T07:00:00.000Z',
    ],
  ])("follows the person's own clock %s", (_name, zone, now, end) => {
    expect(endOf(zone, now)).toBe(end)
  })

  it.each([
    // The night in Berlin has an hour less: 22:00 +01:00 to 07:00 +02:00.
    ['the night that loses an hour', '2026-03-28T21:00:00Z', '2026-03-29T05:00:00.000Z', 8],
    // And here an hour more: 22:00 +02:00 to 07:00 +01:00.
    ['the night that gains an hour', '2026-10-24T20:00:00Z', '2026-10-25T06:00:00.000Z', 10],
    ['an ordinary night', '2026-11-20T21:00:00Z', '2026-11-21T06:00:00.000Z', 9],
  ])('ends at seven local time in %s', (_name, now, end, hours) => {
    expect(endOf('Europe/Berlin', now)).toBe(end)
    // Control: counted in hours instead of local time, two of the three would be wrong.
    expect((Date.parse(end) - Date.parse(now)) / 3_600_000).toBe(hours)
    expect(minuteIn('Europe/Berlin', dateOf(end))).toBe(NIGHT.to)
  })

  it('ends at the first minute after a skipped time', () => {
    // 02:30 does not exist in that night: the clock in Berlin jumps from 02:00 to 03:00.
    expect(endOf('Europe/Berlin', '2026-03-28T23:30:00Z', { from: 0, to: 150 })).toBe(
      '2026-03-29T01:00:00.000Z',
    )
  })

  it('applies only within the hours of one day', () => {
    const noon = { from: 12 * 60, to: 13 * 60 }
    expect(endOf('UTC', '2026-11-21T11:59:00Z', noon)).toBeNull()
    expect(endOf('UTC', '2026-11-21T12:59:30Z', noon)).toBe('2026-11-21T13:00:00.000Z')
    expect(endOf('UTC', '2026-11-21T13:00:00Z', noon)).toBeNull()
  })
})
