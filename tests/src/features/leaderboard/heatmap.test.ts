import { describe, expect, it } from 'vitest'
import { cellsOf, leadingGap, monthColumns } from '#src/features/leaderboard/model/heatmap.ts'

const yearFrom = (from: string, to: string) => cellsOf({ from, to, days: [] })

describe('months of the year of days', () => {
  it('stand above the week in which they begin', () => {
    const cells = yearFrom('2025-11-22', '2026-11-21')
    const gap = leadingGap('2025-11-22')
    const months = monthColumns(cells)
    expect(months).toHaveLength(12)
    for (const { day, column } of months)
      expect(column).toBe(Math.floor((cells.findIndex((cell) => cell.day === day) + gap) / 7))
  })

  it('have room for their name: the end of a first month and the start of the last one have none', () => {
    const names = monthColumns(yearFrom('2025-11-27', '2026-11-04')).map(({ day }) => day.slice(0, 7))
    expect(names[0]).toBe('2025-12')
    expect(names.at(-1)).toBe('2026-10')
  })
})
