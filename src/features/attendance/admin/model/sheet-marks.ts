/** Cells of a sheet: what they hold, what a key does, and what is sent. */
import type { AttendanceStatus } from '#contract/attendance/rules.ts'
import {
  NO_MARK,
  SOURCE_LETTERS,
  STATUS_LETTERS,
  type Sheet,
  type WantedMark,
} from '#contract/attendance/sheets.ts'

export interface Cell {
  readonly row: number
  readonly column: number
}

/** From one corner to the other, both included. */
export interface Area {
  readonly anchor: Cell
  readonly focus: Cell
}

const STATUS_OF = new Map(
  Object.entries(STATUS_LETTERS).map(([status, letter]) => [letter, status as AttendanceStatus]),
)

export const statusOfLetter = (letter: string): AttendanceStatus | null => STATUS_OF.get(letter) ?? null
export const isManualMark = (letter: string): boolean => letter === SOURCE_LETTERS.manual

export const statusAt = (sheet: Sheet, { row, column }: Cell): AttendanceStatus | null =>
  statusOfLetter(sheet.rows[row]?.marks.charAt(column) ?? NO_MARK)

export const isManualAt = (sheet: Sheet, { row, column }: Cell): boolean =>
  isManualMark(sheet.rows[row]?.sources.charAt(column) ?? NO_MARK)

/** P, L, E and A set a mark; Delete takes it back. Undefined for other keys. */
export const statusOfKey = (key: string): AttendanceStatus | null | undefined => {
  if (key === 'Delete' || key === 'Backspace') return null
  return STATUS_OF.get(key.toUpperCase())
}

const clamp = (value: number, max: number) => Math.min(Math.max(value, 0), Math.max(max, 0))

/** The cell that a key leads to; null for keys that do not move. Right is forward unless the page runs from the right. */
export const movedCell = (
  { row, column }: Cell,
  { key, isRtl, page }: { key: string; isRtl: boolean; page: number },
  size: { rows: number; columns: number },
): Cell | null => {
  const forward = isRtl ? -1 : 1
  const steps: Record<string, [rows: number, columns: number]> = {
    ArrowUp: [-1, 0],
    ArrowDown: [1, 0],
    ArrowRight: [0, forward],
    ArrowLeft: [0, -forward],
    PageUp: [-page, 0],
    PageDown: [page, 0],
    Home: [0, -size.columns],
    End: [0, size.columns],
  }
  const step = steps[key]
  return step
    ? { row: clamp(row + step[0], size.rows - 1), column: clamp(column + step[1], size.columns - 1) }
    : null
}

export const isWithin = ({ anchor, focus }: Area, { row, column }: Cell): boolean =>
  row >= Math.min(anchor.row, focus.row) &&
  row <= Math.max(anchor.row, focus.row) &&
  column >= Math.min(anchor.column, focus.column) &&
  column <= Math.max(anchor.column, focus.column)

export const cellsOf = ({ anchor, focus }: Area): Cell[] => {
  const [top, start] = [Math.min(anchor.row, focus.row), Math.min(anchor.column, focus.column)]
  const rows = Math.abs(anchor.row - focus.row) + 1
  const columns = Math.abs(anchor.column - focus.column) + 1
  return Array.from({ length: rows * columns }, (_, index) => ({
    row: top + Math.floor(index / columns),
    column: start + (index % columns),
  }))
}

/** What a press asks for; cells that have the mark already by hand are left out. */
export const wantedMarks = (
  sheet: Sheet,
  cells: readonly Cell[],
  status: AttendanceStatus | null,
): WantedMark[] =>
  cells.flatMap((cell) => {
    const [session, row] = [sheet.sessions[cell.column], sheet.rows[cell.row]]
    if (!session || !row) return []
    const was = statusAt(sheet, cell)
    const isDone = status === null ? !isManualAt(sheet, cell) : was === status && isManualAt(sheet, cell)
    return isDone ? [] : [{ session_id: session.id, user_id: row.user_id, status, was }]
  })

const replaced = (text: string, at: number, letter: string) => text.slice(0, at) + letter + text.slice(at + 1)

/** The sheet as it will be. A mark that is taken back is only known after the server's answer: it stays until then. */
export const withMarks = (sheet: Sheet, marks: readonly WantedMark[]): Sheet => {
  const columns = new Map(sheet.sessions.map((session, index) => [session.id, index]))
  const byUser = Map.groupBy(marks, (mark) => mark.user_id)
  return {
    ...sheet,
    rows: sheet.rows.map((row) => {
      let next = row
      for (const mark of byUser.get(row.user_id) ?? []) {
        const column = columns.get(mark.session_id)
        if (column === undefined || mark.status === null) continue
        next = {
          ...next,
          marks: replaced(next.marks, column, STATUS_LETTERS[mark.status]),
          sources: replaced(next.sources, column, SOURCE_LETTERS.manual),
        }
      }
      return next
    }),
  }
}

/** Statuses of a row of letters. */
export const statusesOf = (marks: string): AttendanceStatus[] =>
  marks.split('').flatMap((letter) => STATUS_OF.get(letter) ?? [])
