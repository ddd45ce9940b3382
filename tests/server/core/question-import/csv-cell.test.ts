/** C8: no spreadsheet runs text of an export as a formula, whatever it takes for the separator. */
import { parse } from 'csv-parse/sync'
import fc from '#tests/support/property.ts'
import { describe, expect, it } from 'vitest'
import { csvCell, csvTable, fromCsvCell } from '#server/core/question-import/csv-cell.ts'

const STARTS = ['=', '+', '-', '@', '\t', '\r', '\0', '＝', '＋', '－', '＠']
const SEPARATORS = [',', ';', '|', '\t', '\n', '\r\n']
const isFormula = (cell: string) =>
  /^[\s\0]*[=+\-@＝＋－＠]/u.test(cell) && !/^[+-]?\d[\d .,]*$/.test(cell.trim())

/** The cells that a spreadsheet sees which splits at a separator, with or without regard to quotes. */
const cellsOf = (csv: string): string[] => [
  ...SEPARATORS.flatMap((separator) => csv.replaceAll('"', '').split(separator)),
  ...SEPARATORS.flatMap((separator) => csv.split(separator).map((cell) => cell.replace(/^"/, ''))),
]

describe('CSV cells', () => {
  it.each(STARTS.flatMap((start) => SEPARATORS.map((separator) => [start, separator])))(
    'C8: neutralises a formula that starts with %j behind %j',
    (start, separator) => {
      for (const text of [
        `${start}cmd()`,
        `x${separator}${start}cmd()`,
        `${separator} ${start}cmd()`,
        `x${separator}"${start}cmd()`,
      ]) {
        const csv = csvTable([['a', text, 'b']]).slice(1)
        expect(cellsOf(csv).filter((cell) => isFormula(cell))).toEqual([])
      }
    },
  )

  it.each(['-5', '+91 98765 43210', '1,-2, 3', 'well-known; e-mail', 'a - b', 'Options: a, b'])(
    'leaves %j as it is',
    (text) => {
      expect(csvCell(text).replace(/^"(.*)"$/, '$1')).toBe(text)
    },
  )

  it('C8: reads back what it wrote', () => {
    const piece = fc.constantFrom(...STARTS, ...SEPARATORS, "'", '"', ' ', '5', 'x')
    const cell = fc.oneof(
      fc.string(),
      fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join('')),
    )
    fc.assert(
      fc.property(cell, (text) => {
        const [[written = ''] = []] = parse(`${csvCell(text)},end`, {
          relax_column_count: true,
        }) as string[][]
        expect(fromCsvCell(written)).toBe(text)
      }),
      { numRuns: 5_000 },
    )
  })
})
