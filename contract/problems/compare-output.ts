/**
 * Compares the output of a run with a test's expected output. The browser checks visible tests; the server
 * decides.
 */
import { isQueryResult, type CodeKind, type QueryResult } from './problems.ts'

/** Relative tolerance: the languages add numbers in different orders. */
const TOLERANCE = 1e-9

const isSameNumber = (a: number, b: number): boolean =>
  a === b || Math.abs(a - b) <= TOLERANCE * Math.max(1, Math.abs(a), Math.abs(b))

/** Equal as JSON values; the order of object keys does not matter. */
export const sameValue = (a: unknown, b: unknown): boolean => {
  if (typeof a === 'number' && typeof b === 'number') return isSameNumber(a, b)
  if (Array.isArray(a) || Array.isArray(b))
    return (
      Array.isArray(a) &&
      Array.isArray(b) &&
      a.length === b.length &&
      a.every((value, index) => sameValue(value, b[index]))
    )
  if (typeof a === 'object' && typeof b === 'object' && a !== null && b !== null) {
    const [left, right] = [a as Record<string, unknown>, b as Record<string, unknown>]
    const keys = Object.keys(left)
    return (
      keys.length === Object.keys(right).length &&
      keys.every((name) => Object.hasOwn(right, name) && sameValue(left[name], right[name]))
    )
  }
  return a === b
}

const parseJson = (text: string): { value: unknown } | null => {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return null
  }
}

/** For functions: compares the returned values. */
export const sameJson = (actual: string, expected: string): boolean => {
  const [a, b] = [parseJson(actual), parseJson(expected)]
  return a !== null && b !== null && sameValue(a.value, b.value)
}

/** For programs: compares the printed text, ignoring spaces at line ends and empty lines at the end. */
export const sameOutput = (actual: string, expected: string): boolean => {
  const lines = (text: string) =>
    text
      .replace(/\r\n?/g, '\n')
      .split('\n')
      .map((line) => line.trimEnd())
      .join('\n')
      .trimEnd()
  return lines(actual) === lines(expected)
}

type Row = QueryResult['rows'][number]
const rowKey = (row: Row) =>
  JSON.stringify(row.map((value) => (typeof value === 'number' ? Number(value.toPrecision(9)) : value)))

/** For queries: compares rows, in order only if the query must sort them. Column names are ignored. */
export const sameRows = (actual: string, expected: string, ordered: boolean): boolean => {
  const [a, b] = [parseJson(actual)?.value, parseJson(expected)?.value]
  if (!isQueryResult(a) || !isQueryResult(b)) return false
  if (a.columns.length !== b.columns.length || a.rows.length !== b.rows.length) return false
  const inOrder = (rows: Row[]) =>
    ordered ? rows : rows.toSorted((x, y) => (rowKey(x) < rowKey(y) ? -1 : rowKey(x) > rowKey(y) ? 1 : 0))
  return sameValue(inOrder(a.rows), inOrder(b.rows))
}

/** Uses the comparison of the problem's kind. */
export const isExpectedOutput = (
  problem: { kind: CodeKind; call?: string | null; ordered?: boolean },
  actual: string,
  expected: string,
): boolean => {
  if (problem.kind === 'sql') return sameRows(actual, expected, problem.ordered ?? false)
  return problem.call ? sameJson(actual, expected) : sameOutput(actual, expected)
}
