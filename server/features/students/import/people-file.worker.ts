/** Runs in a worker thread: reads a file of people. */
import { CsvError, parse } from 'csv-parse/sync'
import {
  IMPORT_COLUMNS_MAX,
  IMPORT_FILE_MAX_BYTES,
  IMPORT_ROWS_MAX,
  type ImportFileIssue,
} from '#contract/students/imports.ts'
import { cut } from '#contract/text/truncate.ts'
import { decodeText } from '#server/core/packages/decode-text.ts'
import { fromCsvCell } from '#server/core/question-import/csv-cell.ts'
import { delimiterOf } from '#server/core/question-import/delimiter.ts'

/** No name, address or list of courses is longer. */
const CELL_MAX = 2000
const RECORD_MAX = 200_000
const ROWS_PER_CHUNK = 1000

export interface PeopleFile {
  columns: string[]
  rows: number
  /** JSON of `[row number, cells]` pairs: texts reach the event loop and the database without being taken apart. */
  chunks: string[]
}
type Refusal = { issue: { code: ImportFileIssue; detail: number | null } }
const refused = (code: ImportFileIssue, detail: number | null = null): Refusal => ({
  issue: { code, detail },
})

/** UTF-8 or UTF-16 with or without a mark: without one, Latin letters of UTF-16 leave every second byte empty. */
const encodingOf = (bytes: Buffer): string | null => {
  const head = bytes.subarray(0, 2000)
  const zeros = [0, 0]
  for (const [index, byte] of head.entries()) if (byte === 0) zeros[index % 2]! += 1
  if (zeros[0] === zeros[1]) return null
  return zeros[1]! > zeros[0]! ? 'utf-16le' : 'utf-16be'
}

/** What no database takes, and what a spreadsheet needs to see a formula as text, is left out. */
const cleanCell = (cell: string): string =>
  cut(fromCsvCell(cell).toWellFormed().replaceAll('\0', '').trim(), CELL_MAX)

const readRecords = (text: string): { records: string[][] } | Refusal => {
  try {
    const records = parse(text, {
      delimiter: delimiterOf(text),
      relax_column_count: true,
      // A quote in the middle of one cell must not cost the whole file.
      relax_quotes: true,
      max_record_size: RECORD_MAX,
    })
    return { records }
  } catch (error) {
    const line = error instanceof CsvError ? error['lines'] : undefined
    return refused('file_broken', typeof line === 'number' ? line : null)
  }
}

const isBlank = (cells: readonly string[]) => cells.every((cell) => cell.trim() === '')

export const read = ({ data }: { data: string }): PeopleFile | Refusal => {
  const bytes = Buffer.from(data, 'base64')
  if (bytes.length === 0) return refused('file_empty')
  if (bytes.length > IMPORT_FILE_MAX_BYTES) return refused('file_too_large')
  const text = decodeText(bytes, encodingOf(bytes))
  if (text === null) return refused('file_not_text')
  const parsed = readRecords(text)
  if ('issue' in parsed) return parsed
  const first = parsed.records.findIndex((cells) => !isBlank(cells))
  const header = parsed.records[first]
  if (!header) return refused('file_empty')
  const width = header.findLastIndex((title) => title.trim() !== '') + 1
  if (width > IMPORT_COLUMNS_MAX) return refused('too_many_columns', width)
  const rows = parsed.records.flatMap((cells, index) =>
    index <= first || isBlank(cells) ? [] : [[index + 1, cells] as const],
  )
  if (rows.length === 0) return refused('no_rows')
  if (rows.length > IMPORT_ROWS_MAX) return refused('too_many_rows', rows.length)
  const chunks: string[] = []
  for (let start = 0; start < rows.length; start += ROWS_PER_CHUNK)
    chunks.push(
      JSON.stringify(
        rows.slice(start, start + ROWS_PER_CHUNK).map(([number, cells]) => [number, cells.map(cleanCell)]),
      ),
    )
  return { columns: header.slice(0, width).map(cleanCell), rows: rows.length, chunks }
}
