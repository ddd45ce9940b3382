/**
 * Cells that spreadsheets would take for formulas get an apostrophe before them, which reading takes away again
 * (TRUST C8). Plain numbers and telephone numbers are none and stay as they are.
 */
const STARTS = /^[\s\0]*'*[\s\0]*[=+\-@\uff1d\uff0b\uff0d\uff20\t\r\0]/u
const HARMLESS = /^[+-]?\d[\d .,]*$/

const isRisky = (text: string) => STARTS.test(text) && !HARMLESS.test(text)

/** One cell, quoted where it has to be. */
export const csvCell = (text: string): string => {
  const safe = isRisky(text) ? `'${text}` : text
  return /[",;\t\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** What a cell said before it was guarded. */
export const fromCsvCell = (cell: string): string =>
  cell.startsWith("'") && isRisky(cell.slice(1)) ? cell.slice(1) : cell

/** A table for spreadsheets: with the mark that lets them read Hindi and Arabic. */
export const csvTable = (rows: readonly (readonly string[])[]): string =>
  `\u{feff}${rows.map((row) => row.map(csvCell).join(',')).join('\r\n')}\r\n`
