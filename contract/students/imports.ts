/**
 * People from a spreadsheet file: the file is stored, a job compares each row with the accounts (the dry run), another
 * one writes the good rows, and everything can be undone for a day.
 */
import * as z from 'zod/mini'
import {
  clientParams,
  empty,
  id,
  idParam,
  language,
  pageOf,
  pageQuery,
  singleLine,
  timestamp,
} from '../common.ts'
import { endpoint, perHour, perMinute } from '../endpoint.ts'

const IMPORTS = '/api/clients/{clientId}/admin/student-imports/'
const onPage = { feature: 'admin_manage_students' } as const
const importParams = z.object({ clientId: idParam, importId: z.uuid() })

export const IMPORT_ROWS_MAX = 50_000
export const IMPORT_COLUMNS_MAX = 60
/** Enough for 200,000 short rows, so that a file with too many is told its number of rows. */
export const IMPORT_FILE_MAX_BYTES = 12 * 1024 ** 2
export const IMPORT_UNDO_MS = 24 * 3_600_000
/** After so long the rows are deleted. */
export const IMPORT_KEPT_DAYS = 30
/** Rows of the file that the mapping shows. */
export const IMPORT_SAMPLE_ROWS = 3

export const importFields = ['email', 'name', 'phone', 'language', 'courses', 'groups'] as const
export type ImportField = (typeof importFields)[number]

/** Why no file could be read. */
export const importFileIssues = [
  'file_empty',
  'file_too_large',
  'file_not_text',
  'file_broken',
  'no_rows',
  'too_many_rows',
  'too_many_columns',
] as const
export type ImportFileIssue = (typeof importFileIssues)[number]

export const importStates = [
  'uploaded',
  'checking',
  'checked',
  'importing',
  'done',
  'undoing',
  'undone',
  'failed',
  'stopped',
] as const
export type ImportState = (typeof importStates)[number]

export const importRowStates = ['new', 'changed', 'same', 'wrong'] as const
/** What came of a row. */
export const importResults = ['created', 'updated', 'unchanged', 'refused'] as const
/** What undoing did to a row. */
export const importUndoResults = ['removed', 'restored', 'partly', 'kept'] as const

export const importProblems = [
  'email_missing',
  'email_invalid',
  'email_repeated',
  'name_missing',
  'name_invalid',
  'phone_invalid',
  'language_unknown',
  'course_unknown',
  'course_ambiguous',
  'course_premium',
  'course_full',
  'course_closed',
  'group_unknown',
  'not_allowed',
  'disabled',
  'too_many_cells',
  'changed_since',
  'people_limit',
  'failed',
] as const
export type ImportProblemCode = (typeof importProblems)[number]

const problem = z.object({
  code: z.enum(importProblems),
  /** What is written in the file, or the row that has the same address. */
  value: z.nullable(z.string()),
})
export type ImportProblem = z.infer<typeof problem>

/** One cell: what the account says now, and what the file says. */
const cellChange = z.object({
  field: z.enum(importFields),
  from: z.nullable(z.string()),
  to: z.string(),
})

export const importRow = z.object({
  /** As the spreadsheet counts: the header is row 1. */
  row: z.int(),
  state: z.enum(importRowStates),
  email: z.nullable(z.string()),
  name: z.nullable(z.string()),
  user_id: z.nullable(id),
  changes: z.array(cellChange),
  problems: z.array(problem),
  result: z.nullable(z.enum(importResults)),
  undo: z.nullable(z.enum(importUndoResults)),
})
export type ImportRow = z.infer<typeof importRow>

const count = z.int().check(z.minimum(0))
export const studentImport = z.object({
  id: z.uuid(),
  file_name: z.string(),
  made_by: z.nullable(z.string()),
  made_at: timestamp,
  state: z.enum(importStates),
  /** The header of the file. */
  columns: z.array(z.string()),
  /** What each column is; null for one that is left out. */
  mapping: z.array(z.nullable(z.enum(importFields))),
  sample: z.array(z.array(z.string())),
  /** Of new people whose row names none. */
  language,
  sends_invitations: z.boolean(),
  total: count,
  /** Rows that the present step is through with, of those that it has to do. */
  step: z.object({ done: count, of: count }),
  rows: z.object({ new: count, changed: count, same: count, wrong: count }),
  results: z.object({ created: count, updated: count, unchanged: count, refused: count }),
  undone: z.object({ removed: count, restored: count, partly: count, kept: count }),
  /** Rows that the error file has. */
  problems: count,
  /** Until then it can be undone; null if there is nothing to undo. */
  undo_until: z.nullable(timestamp),
})
export type StudentImport = z.infer<typeof studentImport>

export const uploadImport = endpoint({
  name: 'students.uploadImport',
  method: 'POST',
  path: IMPORTS,
  access: 'admin',
  ...onPage,
  rateLimit: perHour(20),
  idempotency: 'key',
  status: 201,
  summary: `Read a file of people, at most ${IMPORT_ROWS_MAX} rows; nothing is imported yet`,
  params: clientParams,
  body: z.object({
    idempotency_key: z.uuid(),
    file_name: singleLine(1, 255),
    /** Base64. */
    data: z.string().check(z.maxLength(Math.ceil(IMPORT_FILE_MAX_BYTES / 3) * 4)),
  }),
  bodyLimitBytes: Math.ceil(IMPORT_FILE_MAX_BYTES / 3) * 4 + 4096,
  /** Either the import, or why the file could not be read: `detail` is a number of rows or columns, or a line. */
  response: z.object({
    import: z.nullable(studentImport),
    issue: z.nullable(z.object({ code: z.enum(importFileIssues), detail: z.nullable(z.int()) })),
  }),
})

export const listImports = endpoint({
  name: 'students.imports',
  method: 'GET',
  path: IMPORTS,
  access: 'admin',
  ...onPage,
  summary: 'List the imports of the last 30 days, the newest first',
  params: clientParams,
  query: z.object(pageQuery),
  response: pageOf(
    z.pick(studentImport, {
      id: true,
      file_name: true,
      made_by: true,
      made_at: true,
      state: true,
      total: true,
    }),
  ),
})

export const getImport = endpoint({
  name: 'students.import',
  method: 'GET',
  path: `${IMPORTS}{importId}/`,
  access: 'admin',
  ...onPage,
  summary: 'Get an import with its progress and counts',
  params: importParams,
  response: studentImport,
})

export const checkImport = endpoint({
  name: 'students.checkImport',
  method: 'POST',
  path: `${IMPORTS}{importId}/check/`,
  access: 'admin',
  ...onPage,
  rateLimit: perMinute(20),
  idempotency: 'natural',
  summary: 'Say what the columns are, and compare each row with the accounts; nothing is imported yet',
  params: importParams,
  body: z.object({
    mapping: z.array(z.nullable(z.enum(importFields))).check(z.maxLength(IMPORT_COLUMNS_MAX)),
    language,
  }),
  response: studentImport,
  alsoFails: [409],
})

export const listImportRows = endpoint({
  name: 'students.importRows',
  method: 'GET',
  path: `${IMPORTS}{importId}/rows/`,
  access: 'admin',
  ...onPage,
  summary: 'List the checked rows of an import with the difference cell by cell and the problems',
  params: importParams,
  query: z.object({
    ...pageQuery,
    state: z.optional(z.enum(importRowStates)),
    result: z.optional(z.enum(importResults)),
    undo: z.optional(z.enum(importUndoResults)),
  }),
  response: pageOf(importRow),
})

export const importErrors = endpoint({
  name: 'students.importErrors',
  method: 'GET',
  path: `${IMPORTS}{importId}/errors/`,
  access: 'admin',
  ...onPage,
  stepUp: true,
  rateLimit: perMinute(10),
  summary: 'Get the rows with problems as CSV: the columns of the file, and what is wrong',
  params: importParams,
  response: z.object({ file_name: z.string(), rows: count, csv: z.string() }),
})

export const runImport = endpoint({
  name: 'students.runImport',
  method: 'POST',
  path: `${IMPORTS}{importId}/run/`,
  access: 'admin',
  ...onPage,
  stepUp: true,
  rateLimit: perMinute(20),
  idempotency: 'natural',
  summary: 'Import the new and changed rows of a checked file',
  params: importParams,
  body: z.object({ sends_invitations: z.boolean() }),
  response: studentImport,
  alsoFails: [409],
})

export const stopImport = endpoint({
  name: 'students.stopImport',
  method: 'POST',
  path: `${IMPORTS}{importId}/stop/`,
  access: 'admin',
  ...onPage,
  rateLimit: perMinute(20),
  idempotency: 'natural',
  summary: 'Stop a check, or an import that is under way; what it has written stays and can be undone',
  params: importParams,
  response: studentImport,
})

export const undoImport = endpoint({
  name: 'students.undoImport',
  method: 'POST',
  path: `${IMPORTS}{importId}/undo/`,
  access: 'admin',
  ...onPage,
  stepUp: true,
  rateLimit: perMinute(20),
  idempotency: 'natural',
  summary:
    'Undo an import of the last day: unused accounts go, changed fields and enrolments return to what they were',
  params: importParams,
  response: studentImport,
  alsoFails: [409],
})

export const discardImport = endpoint({
  name: 'students.discardImport',
  method: 'DELETE',
  path: `${IMPORTS}{importId}/`,
  access: 'admin',
  ...onPage,
  summary: 'Delete a file that was not imported',
  params: importParams,
  response: empty,
  status: 204,
  alsoFails: [409],
})
