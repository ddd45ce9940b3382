import { describe, expect, it } from 'vitest'
import {
  isTimeZone,
  localTimeAt,
  OCCURRENCES_MAX,
  resolveLocalTime,
  weekdayOf,
  weeklyTimes,
} from '#contract/live/zone-time.ts'

const iso = (date: Date | undefined) => date?.toISOString()

describe('times of a zone', () => {
  it.each([
    ['Asia/Kolkata', '2026-11-23T09:00', '2026-11-23T03:30:00.000Z'],
    ['Asia/Riyadh', '2026-11-23T09:00', '2026-11-23T06:00:00.000Z'],
    ['Europe/London', '2026-07-01T09:00', '2026-07-01T08:00:00.000Z'],
    ['Europe/London', '2026-12-01T09:00', '2026-12-01T09:00:00.000Z'],
    ['America/New_York', '2026-07-01T09:00', '2026-07-01T13:00:00.000Z'],
    ['America/New_York', '2026-12-01T09:00', '2026-12-01T14:00:00.000Z'],
    ['Australia/Lord_Howe', '2026-01-10T09:00', '2026-01-09T22:00:00.000Z'],
    ['Australia/Lord_Howe', '2026-07-10T09:00', '2026-07-09T22:30:00.000Z'],
    ['Asia/Kathmandu', '2026-11-23T00:00', '2026-11-22T18:15:00.000Z'],
    ['Pacific/Kiritimati', '2026-11-23T00:00', '2026-11-22T10:00:00.000Z'],
  ])('finds the instant in %s of %s', (zone, local, instant) => {
    const found = resolveLocalTime(zone, local)
    expect(found).toEqual({ kind: 'exact', at: new Date(instant) })
    expect(localTimeAt(zone, new Date(instant))).toBe(local)
  })

  it.each([
    // The clock jumps from 01:00 to 02:00, from 02:00 to 03:00, and from 02:00 to 02:30.
    ['Europe/London', '2026-03-29T01:30', '2026-03-29T02:30', '2026-03-29T01:30:00.000Z'],
    ['America/New_York', '2026-03-08T02:30', '2026-03-08T03:30', '2026-03-08T07:30:00.000Z'],
    ['Australia/Lord_Howe', '2026-10-04T02:10', '2026-10-04T02:40', '2026-10-03T15:40:00.000Z'],
  ])('says that %s has no %s and shifts it by the jump', (zone, local, shown, instant) => {
    const found = resolveLocalTime(zone, local)
    expect(found).toEqual({ kind: 'gap', at: new Date(instant), local: shown })
  })

  it.each([
    ['Europe/London', '2026-10-25T01:30', '2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z'],
    ['America/New_York', '2026-11-01T01:30', '2026-11-01T05:30:00.000Z', '2026-11-01T06:30:00.000Z'],
    ['Australia/Lord_Howe', '2026-04-05T01:45', '2026-04-04T14:45:00.000Z', '2026-04-04T15:15:00.000Z'],
  ])('says that %s has %s twice and takes the first', (zone, local, first, second) => {
    const found = resolveLocalTime(zone, local)
    expect(found).toEqual({ kind: 'overlap', at: new Date(first), second: new Date(second) })
  })

  it.each(['Asia/Kolkata', 'Asia/Riyadh'])('finds no gap and no overlap in a year of %s', (zone) => {
    const start = Date.parse('2026-01-01T00:00:00Z')
    const kinds = new Set(
      Array.from({ length: 365 * 24 }, (_, hour) =>
        resolveLocalTime(zone, new Date(start + hour * 3_600_000).toISOString().slice(0, 16)),
      ).map((found) => found?.kind),
    )
    expect([...kinds]).toEqual(['exact'])
  })

  it.each(['Europe/London', 'America/New_York', 'Australia/Lord_Howe'])(
    'inverts every quarter of an hour of a year in %s',
    (zone) => {
      const start = Date.parse('2026-01-01T00:00:00Z')
      const wrong = Array.from(
        { length: 365 * 96 },
        (_, quarter) => new Date(start + quarter * 900_000),
      ).filter((instant) => {
        const found = resolveLocalTime(zone, localTimeAt(zone, instant))
        if (found?.kind === 'exact') return found.at.getTime() !== instant.getTime()
        if (found?.kind !== 'overlap') return true
        return ![iso(found.at), iso(found.second)].includes(iso(instant))
      })
      expect(wrong).toEqual([])
    },
  )

  it.each([
    ['Europe/London', '2026-04-31T09:00'],
    ['Europe/London', '2026-04-30T24:00'],
    ['Europe/London', 'tomorrow'],
    ['Mars/Olympus', '2026-04-30T09:00'],
    ['+05:30', '2026-04-30T09:00'],
  ])('refuses %s %s', (zone, local) => {
    expect(resolveLocalTime(zone, local)).toBeNull()
  })

  it('knows names of zones', () => {
    expect(['UTC', 'Asia/Kolkata', 'Mars/Olympus', '', '+05:30'].map(isTimeZone)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ])
  })
})

describe('weekly rules', () => {
  it('keeps the local time when the clocks change', () => {
    const times = weeklyTimes({ weekdays: [7], start: '2026-03-22T01:30', until: '2026-04-05' })
    const resolved = times.map((local) => resolveLocalTime('Europe/London', local))
    expect(resolved.map((found) => [found?.kind, iso(found?.at)])).toEqual([
      ['exact', '2026-03-22T01:30:00.000Z'],
      ['gap', '2026-03-29T01:30:00.000Z'],
      ['exact', '2026-04-05T00:30:00.000Z'],
    ])
  })

  it('takes every chosen weekday up to the last day', () => {
    const times = weeklyTimes({ weekdays: [1, 4], start: '2026-11-24T18:00', until: '2026-12-03' })
    expect(times).toEqual(['2026-11-26T18:00', '2026-11-30T18:00', '2026-12-03T18:00'])
    expect(times.map((local) => weekdayOf(local.slice(0, 10)))).toEqual([4, 1, 4])
  })

  it('crosses a leap day and a new year', () => {
    const times = weeklyTimes({ weekdays: [2], start: '2028-02-22T09:00', until: '2028-03-07' })
    expect(times).toEqual(['2028-02-22T09:00', '2028-02-29T09:00', '2028-03-07T09:00'])
    expect(weeklyTimes({ weekdays: [4], start: '2026-12-31T23:30', until: '2027-01-07' })).toHaveLength(2)
  })

  it('stops one after the maximum, and without weekdays or with an end before the start at once', () => {
    const daily = { weekdays: [1, 2, 3, 4, 5, 6, 7] as const, start: '2026-01-01T09:00' }
    expect(weeklyTimes({ ...daily, until: '2036-01-01' })).toHaveLength(OCCURRENCES_MAX + 1)
    expect(weeklyTimes({ ...daily, until: '2025-12-31' })).toEqual([])
    expect(weeklyTimes({ ...daily, weekdays: [], until: '2036-01-01' })).toEqual([])
  })
})
