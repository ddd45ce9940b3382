import type { AuthoredQuestion } from '#contract/courses/quiz.ts'
import { csvTable } from './csv-cell.ts'
import type { Extra } from './row.ts'

export interface WritableQuestion {
  question: AuthoredQuestion
  extra?: Extra
}

const FIRST_COLUMNS = ['kind', 'prompt', 'answer', 'points', 'explanation']
const OPTIONAL_COLUMNS = [
  'tolerance',
  'unit',
  'partial',
  'case_sensitive',
  'keep_order',
  'topic',
  'difficulty',
  'tags',
]

type Cells = Record<string, string>

const numberedCells = (column: string, texts: readonly string[]): Cells =>
  Object.fromEntries(texts.map((text, index) => [`${column}_${index + 1}`, text]))

/** Letters; `#` and positions if an option's text could be taken for a letter. */
const answerOf = (options: readonly { text: string; correct: boolean }[]): string => {
  const rightIndexes = options.flatMap(({ correct }, index) => (correct ? [index] : []))
  const letters = rightIndexes.map((index) => String.fromCharCode(65 + index))
  const answer = letters.join(';')
  const isAmbiguous = options.some(({ text }) => text === answer || letters.includes(text))
  return isAmbiguous ? rightIndexes.map((index) => `#${index + 1}`).join(';') : answer
}

const partialCell = (partial: boolean): Cells => (partial ? {} : { partial: 'no' })

const choiceCells = (question: Extract<AuthoredQuestion, { kind: 'single' | 'multiple' }>): Cells => ({
  answer: answerOf(question.options),
  ...numberedCells(
    'option',
    question.options.map(({ text }) => text),
  ),
  ...numberedCells(
    'feedback',
    question.options.map(({ explanation }) => explanation),
  ),
  ...(question.kind === 'multiple' ? partialCell(question.partial) : {}),
  ...(question.keep_order === undefined ? {} : { keep_order: question.keep_order ? 'yes' : 'no' }),
})

const answerCells = (question: AuthoredQuestion): Cells => {
  switch (question.kind) {
    case 'single':
    case 'multiple':
      return choiceCells(question)
    case 'true_false':
      return {
        answer: String(question.answer),
        feedback_1: question.explanation_true,
        feedback_2: question.explanation_false,
      }
    case 'short':
      return {
        ...numberedCells('option', question.accepted),
        ...(question.case_sensitive ? { case_sensitive: 'yes' } : {}),
      }
    case 'numeric':
      return {
        answer: String(question.value),
        ...(question.tolerance > 0 ? { tolerance: String(question.tolerance) } : {}),
        unit: question.unit,
      }
    case 'ordering':
      return {
        ...numberedCells(
          'option',
          question.items.map(({ text }) => text),
        ),
        ...partialCell(question.partial),
      }
    case 'matching':
      return {
        ...numberedCells(
          'option',
          question.pairs.map(({ left }) => left.text),
        ),
        ...numberedCells('match', [
          ...question.pairs.map(({ right }) => right.text),
          ...question.extra.map(({ text }) => text),
        ]),
        ...partialCell(question.partial),
      }
  }
}

/** Writes questions as a table that {@link parseCsv} can read. */
export const writeCsv = (questions: readonly WritableQuestion[]): string => {
  const rows = questions.map(({ question, extra }): Cells => ({
    kind: question.kind,
    prompt: question.prompt,
    points: String(question.points),
    explanation: question.explanation,
    topic: extra?.topic ?? '',
    difficulty: extra?.difficulty ?? '',
    tags: (extra?.tags ?? []).join(';'),
    ...answerCells(question),
  }))
  const countOf = (column: string) => Math.max(0, ...rows.flatMap((row) => columnNumbers(row, column)))
  const numberedColumns = ['option', 'match', 'feedback'].flatMap((column) =>
    Array.from({ length: countOf(column) }, (_, index) => `${column}_${index + 1}`),
  )
  const optionalColumns = OPTIONAL_COLUMNS.filter((column) => rows.some((row) => row[column]))
  const columns = [...FIRST_COLUMNS, ...numberedColumns, ...optionalColumns]
  return csvTable([columns, ...rows.map((row) => columns.map((column) => row[column] ?? ''))])
}

const columnNumbers = (row: Cells, column: string): number[] =>
  Object.entries(row).flatMap(([name, text]) =>
    name.startsWith(`${column}_`) && text !== '' ? [Number(name.slice(column.length + 1))] : [],
  )
