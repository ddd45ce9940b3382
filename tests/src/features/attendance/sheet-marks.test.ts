import { describe, expect, it } from 'vitest'
import type { Sheet } from '#contract/attendance/sheets.ts'
import {
  cellsOf,
  movedCell,
  statusOfKey,
  wantedMarks,
  withMarks,
} from '#src/features/attendance/admin/model/sheet-marks.ts'
import { scrollToShow, visibleSpan } from '#src/features/attendance/admin/model/window.ts'

const session = (id: number) => ({
  id,
  title: 'Class',
  starts_at: '2026-11-03T10:00:00Z',
  length_minutes: 60,
  is_over: true,
  can_check_in: false,
})
const sheet: Sheet = {
  course: { id: 4, title: 'SQL' },
  time_zone: 'UTC',
  sessions: [session(1), session(2)],
  rows: [
    { user_id: 7, name: 'Ann', marks: 'PA', sources: 'pm' },
    { user_id: 8, name: 'Bob', marks: 'A-', sources: 'p-' },
  ],
  disputes: [],
}
const size = { rows: 2, columns: 2 }

describe('keys of the sheet', () => {
  it('moves with arrows, mirrored in pages that run from the right, and stays inside', () => {
    const from = { row: 0, column: 1 }
    const move = (key: string, isRtl = false) => movedCell(from, { key, isRtl, page: 10 }, size)
    expect(move('ArrowLeft')).toEqual({ row: 0, column: 0 })
    expect(move('ArrowLeft', true)).toEqual({ row: 0, column: 1 })
    expect(move('ArrowRight', true)).toEqual({ row: 0, column: 0 })
    expect(move('PageDown')).toEqual({ row: 1, column: 1 })
    expect(move('ArrowUp')).toEqual(from)
    expect(move('x')).toBeNull()
  })

  it('marks with P, L, E and A, and takes back with Delete', () => {
    expect(['p', 'L', 'e', 'A', 'Delete', 'x'].map(statusOfKey)).toEqual([
      'present',
      'late',
      'excused',
      'absent',
      null,
      undefined,
    ])
  })
})

describe('marks of a selection', () => {
  const area = { anchor: { row: 1, column: 1 }, focus: { row: 0, column: 0 } }

  it('names the mark that was seen, and leaves out what is so already', () => {
    expect(wantedMarks(sheet, cellsOf(area), 'absent')).toEqual([
      { session_id: 1, user_id: 7, status: 'absent', was: 'present' },
      { session_id: 1, user_id: 8, status: 'absent', was: 'absent' },
      { session_id: 2, user_id: 8, status: 'absent', was: null },
    ])
    expect(wantedMarks(sheet, cellsOf(area), null)).toEqual([
      { session_id: 2, user_id: 7, status: null, was: 'absent' },
    ])
  })

  it('shows the marks at once', () => {
    const next = withMarks(sheet, wantedMarks(sheet, cellsOf(area), 'excused'))
    expect(next.rows).toMatchObject([
      { marks: 'EE', sources: 'mm' },
      { marks: 'EE', sources: 'mm' },
    ])
  })
})

describe('what is in view', () => {
  it('renders a few rows beyond the edges of 500', () => {
    expect(visibleSpan(4400, 440, 44, 500)).toEqual({ from: 98, to: 112 })
    expect(visibleSpan(0, 440, 44, 3)).toEqual({ from: 0, to: 3 })
  })

  it('scrolls only to what is not in view', () => {
    const view = { offset: 100, viewport: 200, size: 50 }
    expect(scrollToShow(3, view)).toBeNull()
    expect(scrollToShow(1, view)).toBe(50)
    expect(scrollToShow(6, view)).toBe(150)
  })
})
