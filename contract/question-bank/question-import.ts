/** Questions read from a file: what each row became, and what is wrong with it. No endpoint lives here. */
import * as z from 'zod/mini'
import { packageRefusals } from '../course-import/packages.ts'

export const questionFormats = ['csv', 'gift', 'qti'] as const
export type QuestionFormat = (typeof questionFormats)[number]

/** Formats that questions are written to as well. */
export const questionExportFormats = ['csv', 'gift'] as const
export type QuestionExportFormat = (typeof questionExportFormats)[number]

export const QUESTION_FILE_MAX_BYTES = 8 * 1024 ** 2
/** Rows of one file; a quiz holds fewer, a question bank more. */
export const QUESTION_ROWS_MAX = 2000

/** With one of these a row becomes no question. */
export const questionErrors = [
  'kind_unknown',
  'kind_unsupported',
  'prompt_missing',
  'options_missing',
  'options_over_limit',
  'option_blank',
  'answer_missing',
  'answer_unknown',
  'number_invalid',
  'text_too_long',
  'several_interactions',
  'row_broken',
  'invalid',
] as const
/** With one of these it does, and the author should look at it. */
export const questionWarnings = [
  'formatting_dropped',
  'picture_dropped',
  'weights_evened',
  'partial_answers_dropped',
  'several_right',
  'points_changed',
  'feedback_dropped',
  'duplicate',
] as const
/** Of the file as a whole: nothing can be read, or not all of it. */
export const questionFileErrors = [
  'file_empty',
  'file_too_large',
  'file_unpacks_too_large',
  'file_not_text',
  'file_unknown',
  'too_many_rows',
  'columns_missing',
  'csv_broken',
  'no_questions',
  ...packageRefusals,
] as const
export const questionFileWarnings = ['column_unknown', 'file_skipped'] as const

export const questionIssue = z.object({
  code: z.enum([...questionErrors, ...questionWarnings]),
  /** Column, or part of the question; absent for the row as a whole. */
  field: z.optional(z.string()),
  /** What was found there, as written. */
  detail: z.optional(z.string()),
})
export type QuestionIssue = z.infer<typeof questionIssue>

export const questionFileIssue = z.object({
  code: z.enum([...questionFileErrors, ...questionFileWarnings]),
  detail: z.optional(z.string()),
})
export type QuestionFileIssue = z.infer<typeof questionFileIssue>

export const questionRow = z.object({
  /** Line of a text file, or the number of the item in a package; counted from 1. */
  row: z.int(),
  /** In full, as the quiz keeps it (contract/courses/quiz.ts); absent where an error stands. */
  question: z.optional(z.record(z.string(), z.unknown())),
  /** Of a row that cannot be taken: how its question begins, so that one finds it in the file. */
  begins: z.optional(z.string()),
  /** What the file says beyond the question. */
  extra: z.object({
    topic: z.optional(z.string()),
    difficulty: z.optional(z.string()),
    tags: z.optional(z.array(z.string())),
  }),
  issues: z.array(questionIssue),
})

const errors: ReadonlySet<string> = new Set([...questionErrors, ...questionFileErrors])
/** Whether an issue keeps its row, or the file, from being taken. */
export const isQuestionError = ({ code }: { readonly code: string }): boolean => errors.has(code)
