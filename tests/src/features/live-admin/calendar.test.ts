import { describe, expect, it } from 'vitest'
import { addMonths, byDay, daysOf, isDay, startOfDay, step } from '#src/features/live-admin/model/calendar.ts'

describe('days of the calendar', () => {
  it('shows whole weeks around a month', () => {
    const days = daysOf('month', '2026-11-23')
    expect([days[0], days.at(-1), days.length]).toEqual(['2026-10-26', '2026-12-06', 42])
    expect(daysOf('month', '2027-02-10')).toHaveLength(28)
  })

  it('shows the week from its Monday, and four weeks from today', () => {
    expect(daysOf('week', '2026-11-29')).toEqual(daysOf('week', '2026-11-23'))
    expect(daysOf('agenda', '2026-11-23')).toHaveLength(28)
  })

  it('steps to the last day of a shorter month and back over a year', () => {
    expect(addMonths('2027-01-31', 1)).toBe('2027-02-28')
    expect(addMonths('2028-03-31', -1)).toBe('2028-02-29')
    expect([step('month', '2026-12-15', 1), step('week', '2026-01-01', -1)]).toEqual([
      '2027-01-15',
      '2025-12-25',
    ])
  })

  it.each([
    ['Asia/Kolkata', '2026-11-23', '2026-11-22T18:30:00.000Z'],
    ['Asia/Riyadh', '2026-11-23', '2026-11-22T21:00:00.000Z'],
    // Midnight does not exist there on that day.
    ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00.000Z'],
  ])('begins a day in %s', (zone, day, instant) => {
    expect(startOfDay(zone, day)).toBe(instant)
  })

  it('puts a session on the day of the viewer', () => {
    const session = { starts_at: '2026-11-23T20:00:00Z' }
    expect([...byDay('Asia/Kolkata', [session]).keys()]).toEqual(['2026-11-24'])
    expect([...byDay('America/New_York', [session]).keys()]).toEqual(['2026-11-23'])
  })

  it('takes only days that exist', () => {
    expect(['2026-02-28', '2026-02-30', 'x', null].map(isDay)).toEqual([true, false, false, false])
  })
})
