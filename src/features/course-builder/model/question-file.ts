/**
 * The steps of importing a file of questions, as a pure reducer: choose a file, read it, choose rows. The shell is
 * components/import/use-question-file.ts.
 */
import type { readQuestionFile } from '#contract/course-import/course-import.ts'
import { QUESTIONS_MAX } from '#contract/courses/quiz.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import type { Question } from './questions.ts'

export type FileReport = ResponseOf<typeof readQuestionFile>

export type FileProblem = { reason: 'tooLarge' } | { reason: 'failed'; error: unknown }

export type QuestionFileState =
  | { step: 'choose'; problem: FileProblem | null }
  | { step: 'reading' }
  | { step: 'report'; report: FileReport; chosen: ReadonlySet<number> }

export type QuestionFileEvent =
  | { type: 'readingStarted' }
  | { type: 'refused'; problem: FileProblem }
  | { type: 'fileRead'; report: FileReport }
  | { type: 'rowsChosen'; chosen: ReadonlySet<number> }
  | { type: 'startedOver' }

export const initialFile: QuestionFileState = { step: 'choose', problem: null }

/** Selects the rows that have no error and do not exist yet. */
const newRows = ({ rows }: FileReport): ReadonlySet<number> =>
  new Set(
    rows
      .filter(({ question, issues }) => question && !issues.some(({ code }) => code === 'duplicate'))
      .map(({ row }) => row),
  )

export const advanceFile = (state: QuestionFileState, event: QuestionFileEvent): QuestionFileState => {
  switch (event.type) {
    case 'readingStarted':
      return { step: 'reading' }
    case 'refused':
      return { step: 'choose', problem: event.problem }
    case 'fileRead':
      return { step: 'report', report: event.report, chosen: newRows(event.report) }
    case 'rowsChosen':
      return state.step === 'report' ? { ...state, chosen: event.chosen } : state
    case 'startedOver':
      return initialFile
  }
}

export interface Selection {
  questions: Question[]
  /** How many questions the quiz has room for. */
  room: number
  hasTooMany: boolean
}

export const selectionOf = (
  { report, chosen }: Extract<QuestionFileState, { step: 'report' }>,
  existingCount: number,
): Selection => {
  const questions = report.rows
    .filter(({ row, question }) => question && chosen.has(row))
    .map(({ question }) => question as unknown as Question)
  const room = Math.max(QUESTIONS_MAX - existingCount, 0)
  return { questions, room, hasTooMany: questions.length > room }
}
