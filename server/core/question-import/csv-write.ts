import type { AuthoredQuestion } from '#contract/courses/quiz.ts'
import { csvTable } from './csv-cell.ts'
import type { Extra } from './row.ts'

export interface WritableQuestion {
  question: AuthoredQuestion
  extra?: Extra
}

const HEAD = ['kind', 'prompt', 'answer', 'points', 'explanation']
const TAIL = ['tolerance', 'unit', 'partial', 'case_sensitive', 'topic', 'difficulty', 'tags']

type Cells = Record<string, string>

const listed = (column: string, texts: readonly string[]): Cells =>
  Object.fromEntries(texts.map((text, at) => [`${column}_${at + 1}`, text]))

/** Letters; places where an option's own words could be taken for letters. */
const answerOf = (options: readonly { text: string; correct: boolean }[]): string => {
  const right = options.flatMap(({ correct }, at) => (correct ? [at] : []))
  const letters = right.map((at) => String.fromCharCode(65 + at))
  const joined = letters.join(';')
  const unclear = options.some(({ text }) => text === joined || letters.includes(text))
  return unclear ? right.map((at) => `#${at + 1}`).join(';') : joined
}

const bodyOf = (question: AuthoredQuestion): Cells => {
  switch (question.kind) {
    case 'single':
    case 'multiple': {
      return {
        answer: answerOf(question.options),
        ...listed(
          'option',
          question.options.map(({ text }) => text),
        ),
        ...listed(
          'feedback',
          question.options.map(({ explanation }) => explanation),
        ),
        ...(question.kind === 'multiple' && !question.partial ? { partial: 'no' } : {}),
      }
    }
    case 'true_false':
      return {
        answer: String(question.answer),
        feedback_1: question.explanation_true,
        feedback_2: question.explanation_false,
      }
    case 'short':
      return {
        ...listed('option', question.accepted),
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
        ...listed(
          'option',
          question.items.map(({ text }) => text),
        ),
        ...(question.partial ? {} : { partial: 'no' }),
      }
    case 'matching':
      return {
        ...listed(
          'option',
          question.pairs.map(({ left }) => left.text),
        ),
        ...listed('match', [
          ...question.pairs.map(({ right }) => right.text),
          ...question.extra.map(({ text }) => text),
        ]),
        ...(question.partial ? {} : { partial: 'no' }),
      }
  }
}

/** Questions as a table that {@link parseCsv} reads back. */
export const writeCsv = (questions: readonly WritableQuestion[]): string => {
  const rows = questions.map(({ question, extra }): Cells => ({
    kind: question.kind,
    prompt: question.prompt,
    points: String(question.points),
    explanation: question.explanation,
    topic: extra?.topic ?? '',
    difficulty: extra?.difficulty ?? '',
    tags: (extra?.tags ?? []).join(';'),
    ...bodyOf(question),
  }))
  const used = (column: string) => Math.max(0, ...rows.flatMap((row) => lastNumber(row, column)))
  const many = ['option', 'match', 'feedback'].flatMap((column) =>
    Array.from({ length: used(column) }, (_, at) => `${column}_${at + 1}`),
  )
  const tail = TAIL.filter((column) => rows.some((row) => row[column]))
  const columns = [...HEAD, ...many, ...tail]
  return csvTable([columns, ...rows.map((row) => columns.map((column) => row[column] ?? ''))])
}

const lastNumber = (row: Cells, column: string): number[] =>
  Object.entries(row).flatMap(([name, text]) =>
    name.startsWith(`${column}_`) && text !== '' ? [Number(name.slice(column.length + 1))] : [],
  )
