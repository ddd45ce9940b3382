/** Questions read from a file: the result of each row, and its issues. */
import * as z from 'zod/mini'
import { packageRefusals } from '../course-import/packages.ts'

export const questionFormats = ['csv', 'gift', 'qti'] as const
export type QuestionFormat = (typeof questionFormats)[number]

/** Formats that questions can be exported to. */
export const questionExportFormats = ['csv', 'gift'] as const
export type QuestionExportFormat = (typeof questionExportFormats)[number]

export const QUESTION_FILE_MAX_BYTES = 8 * 1024 ** 2
/** Rows per file; a quiz holds fewer, a question bank more. */
export const QUESTION_ROWS_MAX = 2000

/** Characters of an answer that decide whether two questions are the same. */
export const ANSWER_TEXT_COMPARED = 200

/** Errors: the row becomes no question. */
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
  'template_unsupported',
  'several_numbers',
  'row_broken',
  'invalid',
] as const
/** Warnings: the row becomes a question that the author should check. */
export const questionWarnings = [
  'formatting_dropped',
  'picture_dropped',
  'weights_evened',
  'partial_answers_dropped',
  'several_right',
  'points_changed',
  'feedback_dropped',
  'feedback_moved',
  'read_as_number',
  'read_as_text',
  'duplicate',
] as const
/** Issues of the file as a whole: nothing can be read, or not all of it. */
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
  /** Column, or part of the question; absent for the whole row. */
  field: z.optional(z.string()),
  /** The value found, as written. */
  detail: z.optional(z.string()),
})
export type QuestionIssue = z.infer<typeof questionIssue>

export const questionFileIssue = z.object({
  code: z.enum([...questionFileErrors, ...questionFileWarnings]),
  detail: z.optional(z.string()),
})
export type QuestionFileIssue = z.infer<typeof questionFileIssue>

export const questionRow = z.object({
  /** Line of a text file, or number of the item in a package; counted from 1. */
  row: z.int(),
  /** The whole question in the quiz format (contract/courses/quiz.ts); absent with an error. */
  question: z.optional(z.record(z.string(), z.unknown())),
  /** Beginning of the question in a row with an error, so that the author can find it in the file. */
  begins: z.optional(z.string()),
  /** Values of the file that are not part of the question. */
  extra: z.object({
    topic: z.optional(z.string()),
    difficulty: z.optional(z.string()),
    tags: z.optional(z.array(z.string())),
  }),
  issues: z.array(questionIssue),
})

const errorCodes: ReadonlySet<string> = new Set([...questionErrors, ...questionFileErrors])
/** Whether an issue blocks the import of its row or file. */
export const isQuestionError = ({ code }: { readonly code: string }): boolean => errorCodes.has(code)
