/**
 * Text that a spreadsheet would run as a formula gets an apostrophe, which reading removes again (C8). Plain numbers
 * and phone numbers are harmless and stay as they are. A spreadsheet that splits lines at another separator sees the
 * text behind that separator as a cell of its own, so the same holds there and at the start of each line.
 */
const FORMULA_START = /^[\s\0'"]*[=+\-@\uff1d\uff0b\uff0d\uff20\t\r\0]/u
const HARMLESS = /^[+-]?\d[\d .,]*$/
const SEPARATOR = /([,;|\t\r\n])/

const isRisky = (text: string) => FORMULA_START.test(text) && !HARMLESS.test(text)
const protect = (text: string) => (isRisky(text) ? `'${text}` : text)
const unprotect = (text: string) => (text.startsWith("'") && isRisky(text.slice(1)) ? text.slice(1) : text)
/** The text behind each separator; the beginning is treated with the whole cell. */
const behindSeparators = (text: string, change: (part: string) => string) =>
  text
    .split(SEPARATOR)
    .map((part, index) => (index === 0 || index % 2 === 1 ? part : change(part)))
    .join('')

/** One cell, quoted if needed. */
export const csvCell = (text: string): string => {
  const escaped = protect(behindSeparators(text, protect))
  return /[",;|\t\r\n]|^\s|\s$/.test(escaped) ? `"${escaped.replaceAll('"', '""')}"` : escaped
}

/** The cell's text without the protecting apostrophes. */
export const fromCsvCell = (cell: string): string => behindSeparators(unprotect(cell), unprotect)

export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`

/** The first line, with the byte order mark that spreadsheets need to read Hindi and Arabic. */
export const csvStart = (titles: readonly string[]): string => `\u{feff}${csvLine(titles)}`

/** A CSV table for spreadsheets; the first row has the titles. */
export const csvTable = ([titles = [], ...rows]: readonly (readonly string[])[]): string =>
  csvStart(titles) + rows.map(csvLine).join('')
