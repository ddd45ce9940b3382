import fc from '#tests/support/property.ts'
import { describe, expect, it } from 'vitest'
import { parseFormula } from '#contract/text/formula.ts'
import { createSheet } from '#contract/problems/spreadsheet.ts'
import { isCellError, textOf } from '#contract/problems/spreadsheet-values.ts'

const SIZE = { rows: 20, columns: 10 }
/** The displayed value of a cell. */
const shown = (cell: string, cells: Record<string, string>) =>
  textOf(createSheet(new Map(Object.entries(cells)), SIZE).value(cell))
const evaluate = (formula: string, cells: Record<string, string> = {}) =>
  shown('J20', { ...cells, J20: formula })

const MARKS = { A1: '70', A2: '55', A3: '90', A4: '', A5: 'absent', B1: 'Asha', B2: 'Ben', B3: 'Chitra' }

describe('formulas', () => {
  it.each([
    ['=1+2*3', '7'],
    ['=(1+2)*3', '9'],
    ['=2^3^2', '64'],
    ['=10%*50', '5'],
    ['=-5+2', '-3'],
    ['="a"&"b"&1', 'ab1'],
    ['=1=1', 'TRUE'],
    ['="a"<>"A"', 'FALSE'],
    ['=0.1+0.2', '0.3'],
    ['=SUM(A1:A5)', '215'],
    ['=AVERAGE(A1:A3)', '71.6666666667'],
    ['=MIN(A1:A5)', '55'],
    ['=MAX(A1:A3;100)', '100'],
    ['=COUNT(A1:A5)', '3'],
    ['=COUNTA(A1:A5)', '4'],
    ['=COUNTIF(A1:A5,">=70")', '2'],
    ['=COUNTIF(B1:B3,"*a")', '2'],
    ['=SUMIF(A1:A3,">60")', '160'],
    ['=IF(A1>60,"pass","fail")', 'pass'],
    ['=IF(A1>60,1,1/0)', '1'],
    ['=IFERROR(1/0,"none")', 'none'],
    ['=AND(A1>60,A2>60)', 'FALSE'],
    ['=OR(A1>60,A2>60)', 'TRUE'],
    ['=ROUND(1.005,2)', '1.01'],
    ['=ROUND(-2.5)', '-3'],
    ['=ROUNDDOWN(2.99,1)', '2.9'],
    ['=MOD(-1,3)', '2'],
    ['=MEDIAN(A1:A3)', '70'],
    ['=VLOOKUP(55,A1:B3,2,FALSE)', 'Ben'],
    ['=VLOOKUP(56,A1:B3,2,FALSE)', '#N/A'],
    ['=INDEX(B1:B3,MATCH("chitra",B1:B3,0))', 'Chitra'],
    ['=CONCAT(B1," ",B2)', 'Asha Ben'],
    ['=LEN("नमस्ते")', '6'],
    ['=UPPER(LEFT("formula",3))', 'FOR'],
    ['=$A$1+A$2', '125'],
  ])('evaluates %s to %s', (formula, expected) => {
    expect(evaluate(formula, MARKS)).toBe(expected)
  })

  it.each([
    ['=1/0', '#DIV/0!'],
    ['=A5+1', '#VALUE!'],
    ['=Z99', '#REF!'],
    ['=NOPE(1)', '#NAME?'],
    ['=1+', '#ERROR!'],
    ['=AVERAGE(C1:C3)', '#DIV/0!'],
    ['=J20', '#CYCLE!'],
  ])('shows an error for the mistake %s: %s', (formula, expected) => {
    expect(evaluate(formula, MARKS)).toBe(expected)
  })

  it('reads Hindi and Arabic digits as numbers', () => {
    expect(evaluate('=A1+A2', { A1: '१२', A2: '٣٠' })).toBe('42')
  })

  it('shows an error in each cell of a circular reference', () => {
    const cells = { A1: '=B1', B1: '=C1', C1: '=A1' }
    expect(['A1', 'B1', 'C1'].map((cell) => shown(cell, cells))).toEqual(['#CYCLE!', '#CYCLE!', '#CYCLE!'])
  })

  it('agrees with plain arithmetic for ten thousand sums', () => {
    const terms = fc.array(fc.integer({ min: -999, max: 999 }), { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(terms, fc.integer({ min: 1, max: 9 }), (numbers, factor) => {
        const cells = Object.fromEntries(numbers.map((value, index) => [`A${index + 1}`, String(value)]))
        const total = numbers.reduce((sum, value) => sum + value, 0)
        expect(evaluate(`=SUM(A1:A${numbers.length})*${factor}`, cells)).toBe(String(total * factor))
      }),
      { numRuns: 10_000 },
    )
  })

  it('returns a value or an error for any text and never throws', () => {
    const sign = fc.constantFrom(...'=+-*/^&<>%(),;:"$A1B2SUMIF0.9 '.split(''))
    const text = fc.array(sign, { maxLength: 40 }).map((signs) => signs.join(''))
    fc.assert(
      fc.property(text, (formula) => {
        const value = createSheet(new Map([['A1', `=${formula}`]]), SIZE).value('A1')
        expect(isCellError(value) || value === null || typeof value !== 'object').toBe(true)
      }),
      { numRuns: 5_000 },
    )
  })

  it('rejects endless brackets without a stack overflow', () => {
    expect(parseFormula('('.repeat(10_000)).kind).toBe('broken')
  })
})
