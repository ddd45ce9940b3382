/**
 * Reads questions from a table with one question per row (docs/question-files.md). {@link writeCsv} writes the same
 * format.
 */
import { CsvError, parse } from 'csv-parse/sync'
import { cut } from '#contract/text/truncate.ts'
import {
  QUESTION_ROWS_MAX,
  type QuestionFileIssue,
  type QuestionIssue,
} from '#contract/question-bank/question-import.ts'
import { OPTIONS_MAX, type QuestionKind } from '#contract/courses/quiz.ts'
import { yieldingMap } from '#server/core/yielding-map.ts'
import { fromCsvCell } from './csv-cell.ts'
import { delimiterOf } from './delimiter.ts'
import { rowOf, type Extra, type QuestionRow, type ParsedQuestion, type ParsedOption } from './row.ts'
import { kindOf, numberOf, yesOrNo } from './vocabulary.ts'

export interface ParsedFile {
  rows: QuestionRow[]
  issues: QuestionFileIssue[]
}

const COLUMN_NAMES: Readonly<Record<string, readonly string[]>> = {
  kind: ['type', 'question type', 'qtype'],
  prompt: ['question', 'question text', 'stem', 'text'],
  answer: ['correct', 'correct answer', 'answers', 'right', 'key'],
  points: ['point', 'marks', 'mark', 'score'],
  explanation: ['general feedback', 'feedback', 'rationale'],
  tolerance: ['margin', 'error'],
  unit: ['units'],
  partial: ['partial credit'],
  case_sensitive: ['case sensitive', 'match case'],
  keep_order: ['fixed order'],
  topic: ['category', 'subject'],
  difficulty: ['level'],
  tags: ['tag', 'keywords'],
}
const NUMBERED_COLUMN_NAMES: Readonly<Record<string, readonly string[]>> = {
  option: ['option', 'choice', 'answer', 'item', 'left'],
  match: ['match', 'right'],
  feedback: ['feedback', 'explanation', 'hint'],
}

const normalizeName = (name: string) =>
  name
    .normalize('NFC')
    .trim()
    .toLowerCase()
    .replace(/[\s_.-]+/g, ' ')

const columnByName = new Map(
  Object.entries(COLUMN_NAMES).flatMap(([column, names]) =>
    [column, ...names].map((name) => [normalizeName(name), column] as const),
  ),
)

/** `Option 3`, `option_3`, `C` and `Option C` all mean the third option. */
const columnOf = (name: string): string | null => {
  const normalized = normalizeName(name)
  const column = columnByName.get(normalized)
  if (column) return column
  const match = /^(?:([a-z]+) ?)?(?:(\d{1,2})|([a-t]))$/.exec(normalized)
  if (!match) return null
  const number = match[2] ? Number(match[2]) : (match[3] ?? '').charCodeAt(0) - 96
  const kindText = match[1] ?? (match[3] ? 'option' : '')
  const numberedColumn = Object.entries(NUMBERED_COLUMN_NAMES).find(([, words]) =>
    words.includes(kindText),
  )?.[0]
  return numberedColumn && number >= 1 && number <= OPTIONS_MAX ? `${numberedColumn}_${number}` : null
}

interface CsvRecord {
  record: string[]
  info: { lines: number }
}

export const parseCsv = async (text: string): Promise<ParsedFile> => {
  const result = readRecords(text)
  if ('issue' in result) return { rows: [], issues: [result.issue] }
  const [header, ...body] = result.records
  if (!header) return { rows: [], issues: [{ code: 'file_empty' }] }
  const columns = header.record.map((name) => columnOf(name))
  const missing = ['prompt'].filter((column) => !columns.includes(column))
  if (missing.length > 0)
    return { rows: [], issues: [{ code: 'columns_missing', detail: missing.join(', ') }] }
  const issues: QuestionFileIssue[] = header.record
    .filter((name, index) => columns[index] === null && name.trim() !== '')
    .map((name) => ({ code: 'column_unknown', detail: cut(name.trim(), 100) }))
  const nonEmpty = body.filter(({ record }) => record.some((cell) => cell.trim() !== ''))
  if (nonEmpty.length > QUESTION_ROWS_MAX)
    issues.push({ code: 'too_many_rows', detail: String(nonEmpty.length) })
  const rows = await yieldingMap(nonEmpty.slice(0, QUESTION_ROWS_MAX), ({ record, info }) => {
    const cells = new Map<string, string>()
    for (const [index, column] of columns.entries()) {
      const cell = fromCsvCell(record[index] ?? '').trim()
      if (column && cell && !cells.has(column)) cells.set(column, cell)
    }
    return questionRowOf(info.lines, (column) => cells.get(column) ?? '')
  })
  return { rows, issues }
}

const readRecords = (text: string): { records: CsvRecord[] } | { issue: QuestionFileIssue } => {
  try {
    const records = parse(text, {
      delimiter: delimiterOf(text),
      relax_column_count: true,
      skip_empty_lines: true,
      relax_quotes: false,
      max_record_size: 200_000,
      info: true,
    }) as unknown as CsvRecord[]
    return { records }
  } catch (error) {
    const line = error instanceof CsvError ? error['lines'] : undefined
    return { issue: { code: 'csv_broken', ...(typeof line === 'number' ? { detail: String(line) } : {}) } }
  }
}

type CellReader = (column: string) => string

const questionRowOf = (row: number, cell: CellReader): QuestionRow => {
  const issues: QuestionIssue[] = []
  const parsed = parseQuestion(cell, issues)
  return rowOf({ row, parsed, prompt: cell('prompt'), extra: extraOf(cell), issues })
}

const extraOf = (cell: CellReader): Extra => ({
  topic: cell('topic'),
  difficulty: cell('difficulty'),
  tags: cell('tags').split(/[;|]/),
})

const numberedNames = (column: string) =>
  Array.from({ length: OPTIONS_MAX }, (_, index) => `${column}_${index + 1}`)

/** Numbered columns up to the last one that has text. */
const listOf = (cell: CellReader, column: string): string[] => {
  const cells = numberedNames(column).map(cell)
  return cells.slice(0, cells.findLastIndex((text) => text !== '') + 1)
}

const parseQuestion = (cell: CellReader, issues: QuestionIssue[]): ParsedQuestion | null => {
  const kindText = cell('kind')
  const options = listOf(cell, 'option')
  const kind = kindText === '' && options.length > 1 ? 'choice' : kindOf(kindText)
  if (kind === null) {
    issues.push({ code: 'kind_unknown', field: 'kind', ...(kindText ? { detail: cut(kindText, 100) } : {}) })
    return null
  }
  const points = cell('points') === '' ? undefined : numberOf(cell('points'))
  if (points === null) issues.push({ code: 'number_invalid', field: 'points', detail: cell('points') })
  const fields = {
    prompt: cell('prompt'),
    explanation: cell('explanation'),
    ...(typeof points === 'number' ? { points } : {}),
  }
  const answer = parseAnswer(kind, cell, options, issues)
  return answer && points !== null ? ({ ...fields, ...answer } as ParsedQuestion) : null
}

const partialOf = (cell: CellReader) => ({ partial: yesOrNo(cell('partial')) ?? true })

const orderOf = (cell: CellReader): { keep_order?: boolean } => {
  const isKept = yesOrNo(cell('keep_order'))
  return isKept === null ? {} : { keep_order: isKept }
}

interface AnswerCells {
  cell: CellReader
  answer: string
  options: string[]
  /** Notes why the row contains no question. */
  reject: (code: QuestionIssue['code'], field: string, detail?: string) => null
}

const parseAnswer = (
  kind: QuestionKind | 'choice',
  cell: CellReader,
  options: string[],
  issues: QuestionIssue[],
): object | null => {
  const reject: AnswerCells['reject'] = (code, field, detail = '') => {
    issues.push({ code, field, ...(detail ? { detail: cut(detail, 100) } : {}) })
    return null
  }
  const cells = { cell, answer: cell('answer'), options, reject }
  switch (kind) {
    case 'choice':
    case 'single':
    case 'multiple':
      return parseChoice(kind, cells)
    case 'true_false':
      return parseTrueFalse(cells)
    case 'short':
      return parseShort(cells)
    case 'numeric':
      return parseNumeric(cells)
    case 'ordering':
      return { kind, items: options, ...partialOf(cell) }
    case 'matching':
      return parseMatching(cells)
  }
}

const parseChoice = (
  kind: 'choice' | 'single' | 'multiple',
  { cell, answer, options, reject }: AnswerCells,
) => {
  const rightIndexes = rightOptions(answer, options)
  if (rightIndexes === 'missing') return reject('answer_missing', 'answer')
  if (rightIndexes === 'unknown') return reject('answer_unknown', 'answer', answer)
  const choices = options.map((text, index): ParsedOption => {
    const explanation = cell(`feedback_${index + 1}`)
    return { text, correct: rightIndexes.has(index), explanation }
  })
  const actualKind = kind === 'choice' ? (rightIndexes.size > 1 ? 'multiple' : 'single') : kind
  return actualKind === 'single'
    ? { kind: actualKind, options: choices, ...orderOf(cell) }
    : { kind: actualKind, options: choices, ...orderOf(cell), ...partialOf(cell) }
}

const parseTrueFalse = ({ cell, answer, reject }: AnswerCells) => {
  const isTrue = yesOrNo(answer)
  if (isTrue === null) return reject(answer ? 'answer_unknown' : 'answer_missing', 'answer', answer)
  return {
    kind: 'true_false',
    answer: isTrue,
    explanation_true: cell('feedback_1'),
    explanation_false: cell('feedback_2'),
  }
}

const parseShort = ({ cell, answer, options }: AnswerCells) => ({
  kind: 'short',
  accepted: options.length > 0 ? options : answer ? [answer] : [],
  case_sensitive: yesOrNo(cell('case_sensitive')) ?? false,
})

const parseNumeric = ({ cell, answer, reject }: AnswerCells) => {
  const value = numberOf(answer)
  if (value === null) return reject(answer ? 'number_invalid' : 'answer_missing', 'answer', answer)
  const tolerance = cell('tolerance') ? numberOf(cell('tolerance')) : 0
  if (tolerance === null || tolerance < 0) return reject('number_invalid', 'tolerance', cell('tolerance'))
  return { kind: 'numeric', value, tolerance, unit: cell('unit') }
}

const parseMatching = ({ cell, options }: AnswerCells) => {
  const rightSides = listOf(cell, 'match')
  const pairs = rightSides.map((rightSide, index) => ({ left: options[index] ?? '', right: rightSide }))
  const unmatched = options.slice(rightSides.length).map((left) => ({ left, right: '' }))
  // A right side without a left one is an extra option; the learner has to see that it matches nothing.
  const extra = pairs.filter(({ left, right }) => left === '' && right !== '').map(({ right }) => right)
  return {
    kind: 'matching',
    pairs: [...pairs, ...unmatched].filter(({ left }) => left !== ''),
    extra,
    ...partialOf(cell),
  }
}

/** The right options: given as letters, numbers, or the texts themselves. */
const rightOptions = (answer: string, options: readonly string[]): Set<number> | 'missing' | 'unknown' => {
  if (answer === '') return 'missing'
  // `#1;#3` are always positions, for options that look like letters or numbers themselves.
  if (/^#\d{1,2}(?:[;,] ?#\d{1,2})*$/.test(answer)) {
    const indexes = answer.split(/[;,]/).map((part) => Number(part.trim().slice(1)) - 1)
    return indexes.every((index) => index >= 0 && index < options.length) ? new Set(indexes) : 'unknown'
  }
  const wholeAnswer = optionIndex(answer, options)
  if (wholeAnswer !== null) return new Set([wholeAnswer])
  const parts = answer
    .split(/[;,|]|\s+/)
    .map((part) => part.trim())
    .filter(Boolean)
  const indexes = parts.map((part) => optionIndex(part, options))
  if (indexes.some((index) => index === null)) {
    const bySemicolon = answer.split(/[;|]/).map((part) => optionIndex(part.trim(), options))
    if (bySemicolon.some((index) => index === null)) return 'unknown'
    return new Set(bySemicolon as number[])
  }
  return new Set(indexes as number[])
}

const optionIndex = (part: string, options: readonly string[]): number | null => {
  const sameText = options.findIndex((text) => text.trim() === part)
  const letter = /^[a-t]$/i.test(part) ? part.toLowerCase().charCodeAt(0) - 97 : null
  const number = numberOf(part)
  // A number that is an option's text means that option: "4" in a sum is the answer, not the fourth option.
  if (sameText >= 0) return sameText
  const index = letter ?? (number !== null && Number.isInteger(number) ? number - 1 : -1)
  return index >= 0 && index < options.length ? index : null
}
