import { describe, expect, it } from 'vitest'
import { isExpectedOutput, sameJson, sameOutput, sameRows } from '#contract/problems/compare-output.ts'

const rows = (...all: (string | number | null)[][]) => JSON.stringify({ columns: ['a', 'b'], rows: all })

describe('what a test expects', () => {
  it.each([
    ['[1, 2]', '[1,2]', true],
    ['{"a":1,"b":2}', '{"b":2,"a":1}', true],
    ['0.30000000000000004', '0.3', true],
    ['1', '"1"', false],
    ['[1,2]', '[2,1]', false],
    ['{"a":1}', '{"a":1,"b":null}', false],
    ['null', '0', false],
    ['undefined', 'null', false],
  ])('given %s returned and %s expected, when compared, then %s', (given, expected, same) => {
    expect(sameJson(given, expected)).toBe(same)
  })

  it('given spaces at the ends of lines, when printed texts are compared, then they do not count; spaces inside do', () => {
    expect(sameOutput('a \r\nb\n\n', 'a\nb')).toBe(true)
    expect(sameOutput('a  b', 'a b')).toBe(false)
    expect(sameOutput(' a', 'a')).toBe(false)
  })

  it('given rows in another order, when compared, then only an ordered problem minds', () => {
    const [given, expected] = [rows(['x', 1], ['y', 2]), rows(['y', 2], ['x', 1])]
    expect(sameRows(given, expected, false)).toBe(true)
    expect(sameRows(given, expected, true)).toBe(false)
  })

  it('given a row too many, one twice, or null for zero, when compared, then it is not the same', () => {
    expect(sameRows(rows(['x', 1], ['x', 1]), rows(['x', 1]), false)).toBe(false)
    expect(sameRows(rows(['x', 1], ['x', 1]), rows(['x', 1], ['y', 1]), false)).toBe(false)
    expect(sameRows(rows(['x', null]), rows(['x', 0]), false)).toBe(false)
  })

  it('given a problem of each kind, when compared, then its own rule is used', () => {
    expect(isExpectedOutput({ kind: 'python', call: null }, '1.0\n', '1.0')).toBe(true)
    expect(isExpectedOutput({ kind: 'python', call: 'f' }, '1.0', '1')).toBe(true)
    expect(isExpectedOutput({ kind: 'sql', ordered: false }, 'no json', rows())).toBe(false)
  })
})
