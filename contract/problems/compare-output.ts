/** Whether what a run gave is what a test expects. Pure. The browser says it of visible tests; the verdict is the server's. */
import { isQueryResult, type CodeKind, type QueryResult } from './problems.ts'

/** Numbers this close are the same: the languages sum in different orders. */
const CLOSE = 1e-9

const sameNumber = (a: number, b: number): boolean =>
  a === b || Math.abs(a - b) <= CLOSE * Math.max(1, Math.abs(a), Math.abs(b))

/** Equal as JSON values; the order of an object's names does not count. */
export const sameValue = (a: unknown, b: unknown): boolean => {
  if (typeof a === 'number' && typeof b === 'number') return sameNumber(a, b)
  if (Array.isArray(a) || Array.isArray(b))
    return (
      Array.isArray(a) &&
      Array.isArray(b) &&
      a.length === b.length &&
      a.every((value, index) => sameValue(value, b[index]))
    )
  if (typeof a === 'object' && typeof b === 'object' && a !== null && b !== null) {
    const [left, right] = [a as Record<string, unknown>, b as Record<string, unknown>]
    const names = Object.keys(left)
    return (
      names.length === Object.keys(right).length &&
      names.every((name) => Object.hasOwn(right, name) && sameValue(left[name], right[name]))
    )
  }
  return a === b
}

const parsed = (text: string): { value: unknown } | null => {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return null
  }
}

/** Of functions: the returned value. */
export const sameJson = (given: string, expected: string): boolean => {
  const [a, b] = [parsed(given), parsed(expected)]
  return a !== null && b !== null && sameValue(a.value, b.value)
}

/** Of programs: what was printed, without spaces at the ends of lines and empty lines at the end. */
export const sameOutput = (given: string, expected: string): boolean => {
  const lines = (text: string) =>
    text
      .replace(/\r\n?/g, '\n')
      .split('\n')
      .map((line) => line.trimEnd())
      .join('\n')
      .trimEnd()
  return lines(given) === lines(expected)
}

type Row = QueryResult['rows'][number]
const rowKey = (row: Row) =>
  JSON.stringify(row.map((value) => (typeof value === 'number' ? Number(value.toPrecision(9)) : value)))

/** Of queries: the rows, in order only where order was asked for. How columns are called does not count. */
export const sameRows = (given: string, expected: string, ordered: boolean): boolean => {
  const [a, b] = [parsed(given)?.value, parsed(expected)?.value]
  if (!isQueryResult(a) || !isQueryResult(b)) return false
  if (a.columns.length !== b.columns.length || a.rows.length !== b.rows.length) return false
  const arranged = (rows: Row[]) =>
    ordered ? rows : rows.toSorted((x, y) => (rowKey(x) < rowKey(y) ? -1 : rowKey(x) > rowKey(y) ? 1 : 0))
  return sameValue(arranged(a.rows), arranged(b.rows))
}

/** By the kind of the problem. */
export const isExpectedOutput = (
  problem: { kind: CodeKind; call?: string | null; ordered?: boolean },
  given: string,
  expected: string,
): boolean => {
  if (problem.kind === 'sql') return sameRows(given, expected, problem.ordered ?? false)
  return problem.call ? sameJson(given, expected) : sameOutput(given, expected)
}
