/** Reads a small table as spreadsheets write it (RFC 4180); commas, semicolons or tabs. Pure. */

export interface CsvLine {
  /** Where it begins; the first line is 1. */
  readonly line: number
  readonly cells: readonly string[]
}

const DELIMITERS = [',', ';', '\t'] as const

/** The most frequent one in the first line. */
const delimiterOf = (text: string): string => {
  const first = /^[^\r\n]*/.exec(text)?.[0] ?? ''
  return DELIMITERS.reduce<string>(
    (best, next) => (first.split(next).length > first.split(best).length ? next : best),
    ',',
  )
}

/** Lines without any text are left out. A quote that never closes ends with the file. */
export const readCsv = (source: string): CsvLine[] => {
  const text = source.replace(/^\uFEFF/, '')
  const delimiter = delimiterOf(text)
  const lines: CsvLine[] = []
  let cells: string[] = []
  let cell = ''
  let isQuoted = false
  let line = 1
  let begins = 1
  const endLine = () => {
    cells.push(cell.trim())
    if (cells.some((each) => each !== '')) lines.push({ line: begins, cells })
    cells = []
    cell = ''
    begins = line + 1
  }
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charAt(index)
    if (character === '"') {
      const isEscaped = isQuoted && text.charAt(index + 1) === '"'
      if (isEscaped) {
        cell += '"'
        index += 1
      } else isQuoted = !isQuoted
    } else if (!isQuoted && character === delimiter) {
      cells.push(cell.trim())
      cell = ''
    } else if (!isQuoted && character === '\n') endLine()
    else cell += character
    if (character === '\n') line += 1
  }
  endLine()
  return lines
}
