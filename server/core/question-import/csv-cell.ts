/**
 * Cells that a spreadsheet would run as a formula get an apostrophe, which reading removes again (C8). Plain numbers
 * and phone numbers are harmless and stay as they are.
 */
const FORMULA_START = /^[\s\0]*'*[\s\0]*[=+\-@\uff1d\uff0b\uff0d\uff20\t\r\0]/u
const HARMLESS = /^[+-]?\d[\d .,]*$/

const isRisky = (text: string) => FORMULA_START.test(text) && !HARMLESS.test(text)

/** One cell, quoted if needed. */
export const csvCell = (text: string): string => {
  const escaped = isRisky(text) ? `'${text}` : text
  return /[",;\t\r\n]|^\s|\s$/.test(escaped) ? `"${escaped.replaceAll('"', '""')}"` : escaped
}

/** The cell's text without the protecting apostrophe. */
export const fromCsvCell = (cell: string): string =>
  cell.startsWith("'") && isRisky(cell.slice(1)) ? cell.slice(1) : cell

/** A CSV table for spreadsheets, with the byte order mark they need to read Hindi and Arabic. */
export const csvTable = (rows: readonly (readonly string[])[]): string =>
  `\u{feff}${rows.map((row) => row.map(csvCell).join(',')).join('\r\n')}\r\n`
