import { describe, expect, it } from 'vitest'
import { isExpectedOutput, sameJson, sameOutput, sameRows } from '#contract/problems/compare-output.ts'

const queryResult = (...rows: (string | number | null)[][]) => JSON.stringify({ columns: ['a', 'b'], rows })

describe('output comparison', () => {
  it.each([
    ['[1, 2]', '[1,2]', true],
    ['{"a":1,"b":2}', '{"b":2,"a":1}', true],
    ['0.30000000000000004', '0.3', true],
    ['1', '"1"', false],
    ['[1,2]', '[2,1]', false],
    ['{"a":1}', '{"a":1,"b":null}', false],
    ['null', '0', false],
    ['undefined', 'null', false],
  ])('compares the returned value %s with %s: %s', (given, expected, isSame) => {
    expect(sameJson(given, expected)).toBe(isSame)
  })

  it('ignores spaces at line ends but not inside a line', () => {
    expect(sameOutput('a \r\nb\n\n', 'a\nb')).toBe(true)
    expect(sameOutput('a  b', 'a b')).toBe(false)
    expect(sameOutput(' a', 'a')).toBe(false)
  })

  it('compares the order of rows only for an ordered problem', () => {
    const [given, expected] = [queryResult(['x', 1], ['y', 2]), queryResult(['y', 2], ['x', 1])]
    expect(sameRows(given, expected, false)).toBe(true)
    expect(sameRows(given, expected, true)).toBe(false)
  })

  it('rejects an extra row, a repeated row and null instead of zero', () => {
    expect(sameRows(queryResult(['x', 1], ['x', 1]), queryResult(['x', 1]), false)).toBe(false)
    expect(sameRows(queryResult(['x', 1], ['x', 1]), queryResult(['x', 1], ['y', 1]), false)).toBe(false)
    expect(sameRows(queryResult(['x', null]), queryResult(['x', 0]), false)).toBe(false)
  })

  it('uses the comparison of each kind of problem', () => {
    expect(isExpectedOutput({ kind: 'python', call: null }, '1.0\n', '1.0')).toBe(true)
    expect(isExpectedOutput({ kind: 'python', call: 'f' }, '1.0', '1')).toBe(true)
    expect(isExpectedOutput({ kind: 'sql', ordered: false }, 'no json', queryResult())).toBe(false)
  })
})
