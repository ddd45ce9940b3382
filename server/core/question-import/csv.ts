/**
 * Questions from a table: one row each under a line of column names (docs/question-files.md). Written out again they
 * are the same questions.
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
import { rowOf, type Extra, type QuestionRow, type Written, type WrittenOption } from './row.ts'
import { kindOf, numberOf, yesOrNo } from './texts.ts'

export interface Parsed {
  rows: QuestionRow[]
  issues: QuestionFileIssue[]
}

const SIMPLE: Readonly<Record<string, readonly string[]>> = {
  kind: ['type', 'question type', 'qtype'],
  prompt: ['question', 'question text', 'stem', 'text'],
  answer: ['correct', 'correct answer', 'answers', 'right', 'key'],
  points: ['point', 'marks', 'mark', 'score'],
  explanation: ['general feedback', 'feedback', 'rationale'],
  tolerance: ['margin', 'error'],
  unit: ['units'],
  partial: ['partial credit'],
  case_sensitive: ['case sensitive', 'match case'],
  topic: ['category', 'subject'],
  difficulty: ['level'],
  tags: ['tag', 'keywords'],
}
const NUMBERED: Readonly<Record<string, readonly string[]>> = {
  option: ['option', 'choice', 'answer', 'item', 'left'],
  match: ['match', 'right'],
  feedback: ['feedback', 'explanation', 'hint'],
}

const plainName = (name: string) =>
  name
    .normalize('NFC')
    .trim()
    .toLowerCase()
    .replace(/[\s_.-]+/g, ' ')

const simpleByName = new Map(
  Object.entries(SIMPLE).flatMap(([column, names]) =>
    [column, ...names].map((name) => [plainName(name), column] as const),
  ),
)

/** `Option 3`, `option_3`, `C` and `Option C` all are the third option. */
const columnOf = (name: string): string | null => {
  const plain = plainName(name)
  const simple = simpleByName.get(plain)
  if (simple) return simple
  const match = /^(?:([a-z]+) ?)?(?:(\d{1,2})|([a-t]))$/.exec(plain)
  if (!match) return null
  const number = match[2] ? Number(match[2]) : (match[3] ?? '').charCodeAt(0) - 96
  const word = match[1] ?? (match[3] ? 'option' : '')
  const column = Object.entries(NUMBERED).find(([, words]) => words.includes(word))?.[0]
  return column && number >= 1 && number <= OPTIONS_MAX ? `${column}_${number}` : null
}

const DELIMITERS = [',', ';', '\t', '|'] as const
/** The one that stands most often in the line of names, outside of quotes. */
const delimiterOf = (text: string): string => {
  const line = /^[^\r\n]*/.exec(text.trimStart())?.[0] ?? ''
  const bare = line.replace(/"[^"]*"/g, '')
  const counted = DELIMITERS.map((one) => ({ one, count: bare.split(one).length }))
  return counted.reduce((best, next) => (next.count > best.count ? next : best)).one
}

interface Line {
  record: string[]
  info: { lines: number }
}

export const parseCsv = async (text: string): Promise<Parsed> => {
  const lines = linesOf(text)
  if ('failed' in lines) return { rows: [], issues: [lines.failed] }
  const [head, ...body] = lines.read
  if (!head) return { rows: [], issues: [{ code: 'file_empty' }] }
  const columns = head.record.map((name) => columnOf(name))
  const missing = ['prompt'].filter((column) => !columns.includes(column))
  if (missing.length > 0)
    return { rows: [], issues: [{ code: 'columns_missing', detail: missing.join(', ') }] }
  const issues: QuestionFileIssue[] = head.record
    .filter((name, at) => columns[at] === null && name.trim() !== '')
    .map((name) => ({ code: 'column_unknown', detail: cut(name.trim(), 100) }))
  const filled = body.filter(({ record }) => record.some((cell) => cell.trim() !== ''))
  if (filled.length > QUESTION_ROWS_MAX) issues.push({ code: 'too_many_rows', detail: String(filled.length) })
  const rows = await yieldingMap(filled.slice(0, QUESTION_ROWS_MAX), ({ record, info }) => {
    const cells = new Map<string, string>()
    for (const [at, column] of columns.entries()) {
      const cell = fromCsvCell(record[at] ?? '').trim()
      if (column && cell && !cells.has(column)) cells.set(column, cell)
    }
    return questionRowOf(info.lines, (column) => cells.get(column) ?? '')
  })
  return { rows, issues }
}

const linesOf = (text: string): { read: Line[] } | { failed: QuestionFileIssue } => {
  try {
    const read = parse(text, {
      delimiter: delimiterOf(text),
      relax_column_count: true,
      skip_empty_lines: true,
      relax_quotes: false,
      max_record_size: 200_000,
      info: true,
    }) as unknown as Line[]
    return { read }
  } catch (error) {
    const line = error instanceof CsvError ? error['lines'] : undefined
    return { failed: { code: 'csv_broken', ...(typeof line === 'number' ? { detail: String(line) } : {}) } }
  }
}

type Cell = (column: string) => string

const questionRowOf = (row: number, cell: Cell): QuestionRow => {
  const issues: QuestionIssue[] = []
  const written = writtenOf(cell, issues)
  return rowOf({ row, written, prompt: cell('prompt'), extra: extraOf(cell), issues })
}

const extraOf = (cell: Cell): Extra => ({
  topic: cell('topic'),
  difficulty: cell('difficulty'),
  tags: cell('tags').split(/[;|]/),
})

const numbered = (column: string) => Array.from({ length: OPTIONS_MAX }, (_, at) => `${column}_${at + 1}`)

/** Columns of one name up to the last one that says something. */
const listOf = (cell: Cell, column: string): string[] => {
  const all = numbered(column).map(cell)
  return all.slice(0, all.findLastIndex((text) => text !== '') + 1)
}

const writtenOf = (cell: Cell, issues: QuestionIssue[]): Written | null => {
  const word = cell('kind')
  const options = listOf(cell, 'option')
  const kind = word === '' && options.length > 1 ? 'choice' : kindOf(word)
  if (kind === null) {
    issues.push({ code: 'kind_unknown', field: 'kind', ...(word ? { detail: cut(word, 100) } : {}) })
    return null
  }
  const points = cell('points') === '' ? undefined : numberOf(cell('points'))
  if (points === null) issues.push({ code: 'number_invalid', field: 'points', detail: cell('points') })
  const head = {
    prompt: cell('prompt'),
    explanation: cell('explanation'),
    ...(typeof points === 'number' ? { points } : {}),
  }
  const body = bodyOf(kind, cell, options, issues)
  return body && points !== null ? ({ ...head, ...body } as Written) : null
}

const partialOf = (cell: Cell) => ({ partial: yesOrNo(cell('partial')) ?? true })

const bodyOf = (
  kind: QuestionKind | 'choice',
  cell: Cell,
  options: string[],
  issues: QuestionIssue[],
): object | null => {
  const refuse = (code: QuestionIssue['code'], field: string, detail = ''): null => {
    issues.push({ code, field, ...(detail ? { detail: cut(detail, 100) } : {}) })
    return null
  }
  const answer = cell('answer')
  switch (kind) {
    case 'choice':
    case 'single':
    case 'multiple': {
      const right = rightOf(answer, options)
      if (right === 'missing') return refuse('answer_missing', 'answer')
      if (right === 'unknown') return refuse('answer_unknown', 'answer', answer)
      const made = options.map((text, at): WrittenOption => {
        const explanation = cell(`feedback_${at + 1}`)
        return { text, correct: right.has(at), explanation }
      })
      const counted = kind === 'choice' ? (right.size > 1 ? 'multiple' : 'single') : kind
      return counted === 'single'
        ? { kind: counted, options: made }
        : { kind: counted, options: made, ...partialOf(cell) }
    }
    case 'true_false': {
      const said = yesOrNo(answer)
      if (said === null) return refuse(answer ? 'answer_unknown' : 'answer_missing', 'answer', answer)
      return {
        kind,
        answer: said,
        explanation_true: cell('feedback_1'),
        explanation_false: cell('feedback_2'),
      }
    }
    case 'short':
      return {
        kind,
        accepted: options.length > 0 ? options : answer ? [answer] : [],
        case_sensitive: yesOrNo(cell('case_sensitive')) ?? false,
      }
    case 'numeric': {
      const value = numberOf(answer)
      if (value === null) return refuse(answer ? 'number_invalid' : 'answer_missing', 'answer', answer)
      const tolerance = cell('tolerance') ? numberOf(cell('tolerance')) : 0
      if (tolerance === null || tolerance < 0) return refuse('number_invalid', 'tolerance', cell('tolerance'))
      return { kind, value, tolerance, unit: cell('unit') }
    }
    case 'ordering':
      return { kind, items: options, ...partialOf(cell) }
    case 'matching': {
      const rights = listOf(cell, 'match')
      const all = rights.map((right, at) => ({ left: options[at] ?? '', right }))
      const lonely = options.slice(rights.length).map((left) => ({ left, right: '' }))
      // A right side alone belongs to nothing; the learner has to see that.
      const extra = all.filter(({ left, right }) => left === '' && right !== '').map(({ right }) => right)
      return {
        kind,
        pairs: [...all, ...lonely].filter(({ left }) => left !== ''),
        extra,
        ...partialOf(cell),
      }
    }
  }
}

/** Which options are right: letters, numbers, or the words themselves. */
const rightOf = (answer: string, options: readonly string[]): Set<number> | 'missing' | 'unknown' => {
  if (answer === '') return 'missing'
  // `#1;#3`: places and nothing else, for options that look like letters or numbers themselves.
  if (/^#\d{1,2}(?:[;,] ?#\d{1,2})*$/.test(answer)) {
    const places = answer.split(/[;,]/).map((part) => Number(part.trim().slice(1)) - 1)
    return places.every((at) => at >= 0 && at < options.length) ? new Set(places) : 'unknown'
  }
  const whole = placeOf(answer, options)
  if (whole !== null) return new Set([whole])
  const parts = answer
    .split(/[;,|]|\s+/)
    .map((part) => part.trim())
    .filter(Boolean)
  const places = parts.map((part) => placeOf(part, options))
  if (places.some((place) => place === null)) {
    const bySemicolon = answer.split(/[;|]/).map((part) => placeOf(part.trim(), options))
    if (bySemicolon.some((place) => place === null)) return 'unknown'
    return new Set(bySemicolon as number[])
  }
  return new Set(places as number[])
}

const placeOf = (part: string, options: readonly string[]): number | null => {
  const same = options.findIndex((text) => text.trim() === part)
  const letter = /^[a-t]$/i.test(part) ? part.toLowerCase().charCodeAt(0) - 97 : null
  const counted = numberOf(part)
  // A number that is an option itself means that option: "4" in a sum is the answer, not the fourth one.
  if (same >= 0) return same
  const at = letter ?? (counted !== null && Number.isInteger(counted) ? counted - 1 : -1)
  return at >= 0 && at < options.length ? at : null
}
