/** Questions and whole courses from files, and back into files. Nothing is kept before a dry run was confirmed. */
import * as z from 'zod/mini'
import { idParam } from './common.ts'
import { endpoint } from './endpoint.ts'
import {
  questionExportFormats,
  QUESTION_FILE_MAX_BYTES,
  questionFileIssue,
  questionFormats,
  questionRow,
} from './question-import.ts'
import { QUESTIONS_MAX } from './quiz.ts'

const clientParams = z.object({ clientId: idParam })
const ADMIN = '/api/clients/{clientId}/admin/'
const fileName = z.string().check(z.minLength(1), z.maxLength(255), z.regex(/^\P{Cc}*$/u))
const base64Length = (bytes: number) => Math.ceil(bytes / 3) * 4

/* ---- questions ---- */

export const readQuestionFile = endpoint({
  name: 'imports.questions',
  method: 'POST',
  path: `${ADMIN}question-files/`,
  access: 'staff',
  summary: 'What the rows of a file of questions would become; keeps nothing',
  params: clientParams,
  body: z.object({
    name: fileName,
    /** Absent: by content and name. */
    format: z.optional(z.enum(questionFormats)),
    /** Base64. */
    data: z
      .string()
      .check(z.maxLength(base64Length(QUESTION_FILE_MAX_BYTES)), z.regex(/^[A-Za-z0-9+/]*={0,2}$/)),
    /** Questions that are there already: repeats of them are marked. */
    existing: z
      .array(
        z.object({ kind: z.string().check(z.maxLength(40)), prompt: z.string().check(z.maxLength(4000)) }),
      )
      .check(z.maxLength(QUESTIONS_MAX)),
  }),
  response: z.object({
    /** Null for a file that is none of them. */
    format: z.nullable(z.enum(questionFormats)),
    rows: z.array(questionRow),
    issues: z.array(questionFileIssue),
  }),
  bodyLimitBytes: base64Length(QUESTION_FILE_MAX_BYTES) + 1_048_576,
})

const writtenFile = z.object({ name: z.string(), text: z.string() })

export const getQuestionTemplate = endpoint({
  name: 'imports.questionTemplate',
  method: 'GET',
  path: `${ADMIN}question-files/template/`,
  access: 'staff',
  summary: 'An example table with one question of each kind',
  params: clientParams,
  response: writtenFile,
})

export const writeQuestionFile = endpoint({
  name: 'imports.writeQuestions',
  method: 'POST',
  path: `${ADMIN}question-files/text/`,
  access: 'staff',
  summary: 'Questions as a file that can be read back; half-written ones are left out and counted',
  params: clientParams,
  body: z.object({
    format: z.enum(questionExportFormats),
    questions: z.array(z.record(z.string(), z.unknown())).check(z.maxLength(QUESTIONS_MAX)),
  }),
  response: z.extend(writtenFile, { left_out: z.int() }),
  bodyLimitBytes: 4 * 1_048_576,
})
