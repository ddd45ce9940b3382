/**
 * Problems (rules: Learning): Python, JavaScript and SQL run in the learner's browser, spreadsheets, free
 * text.
 * Three forms: as an author writes them, as a learner sees them, and as a learner answers them.
 * How hidden tests stay honest: docs/decisions/courses/run-learners-code-in-the-browser-and-grade-on-the-server.md.
 */
import * as z from 'zod/mini'
import { changeUpTo, id, language, singleLine, timestamp } from '../common.ts'
import { HELP_AFTER_MAX, HINT_MAX, HINTS_MAX } from './help.ts'

export const problemKinds = ['python', 'javascript', 'sql', 'spreadsheet', 'text'] as const
export type ProblemKind = (typeof problemKinds)[number]
/** Kinds that run code in the browser. */
export const codeKinds = ['python', 'javascript', 'sql'] as const
export type CodeKind = (typeof codeKinds)[number]
export const isCodeKind = (kind: ProblemKind): kind is CodeKind =>
  kind === 'python' || kind === 'javascript' || kind === 'sql'

export const STATEMENT_MAX = 50_000
export const CODE_MAX = 64_000
export const TEXT_ANSWER_MAX = 30_000
export const TESTS_MAX = 50
export const TEST_INPUT_MAX = 20_000
/** Characters of output stored per test; the rest is truncated where it is produced. */
export const OUTPUT_MAX = 20_000
export const SHEET_ROWS_MAX = 100
export const SHEET_COLUMNS_MAX = 26
export const SHEET_CELLS_MAX = 1_000
export const CELL_MAX = 500
export const TIME_LIMIT_MS = { min: 500, max: 20_000, default: 5_000 } as const
export const MEMORY_LIMIT_MB = { min: 16, max: 512, default: 128 } as const
export const PROBLEM_POINTS_DEFAULT = 10
export const RUBRIC_PASS_PERCENT_DEFAULT = 60
/** How long the browser may take for the tests of one submission. */
export const TICKET_TTL_MS = 15 * 60_000

/** Code: line breaks normalised, spaces kept. */
const code = (max: number) =>
  z.pipe(
    z.string(),
    z.pipe(
      z.transform((value: string) => value.replace(/\r\n?/g, '\n')),
      z.string().check(z.maxLength(max, { abort: true }), z.regex(/^(?:\P{Cc}|[\n\t])*$/u)),
    ),
  )
/** Program output: any character except NUL, which PostgreSQL cannot store. */
const output = z.string().check(z.maxLength(OUTPUT_MAX), z.regex(/^[^\0]*$/))
/** User text of several lines: NFC, trimmed, no control characters except line breaks and tabs. */
export const prose = (min: number, max: number) =>
  z.pipe(
    z.string(),
    z.pipe(
      z.transform(changeUpTo(max, (value) => value.normalize('NFC').replace(/\r\n?/g, '\n').trim())),
      z.string().check(z.minLength(min), z.maxLength(max), z.regex(/^(?:\P{Cc}|[\n\t])*$/u)),
    ),
  )
const partId = z.uuid()
const isUnique = (values: readonly string[]) => new Set(values).size === values.length

/** `B7`: columns A to Z, rows 1 to 100. */
export const cellName = z.string().check(z.regex(/^[A-Z](?:[1-9]\d?|100)$/))
const cell = z.object({ cell: cellName, value: z.string().check(z.maxLength(CELL_MAX)) })
export type SheetCell = z.infer<typeof cell>
const cells = z
  .array(cell)
  .check(z.maxLength(SHEET_CELLS_MAX))
  .check(z.refine((list) => isUnique(list.map((each) => each.cell))))

/* ---- as an author writes it ---- */

const isJson = (text: string, isValid: (value: unknown) => boolean): boolean => {
  try {
    return isValid(JSON.parse(text))
  } catch {
    return false
  }
}
/** The rows of a query, in the form that tests compare. */
export interface QueryResult {
  columns: string[]
  rows: (string | number | null)[][]
}
export const isQueryResult = (value: unknown): value is QueryResult =>
  typeof value === 'object' &&
  value !== null &&
  Array.isArray((value as QueryResult).columns) &&
  Array.isArray((value as QueryResult).rows) &&
  (value as QueryResult).rows.every(Array.isArray)

export const authoredTest = z.object({
  /** Made by the author's side (`crypto.randomUUID()`); stays when the test changes. */
  id: partId,
  title: singleLine(0, 120),
  /** Hidden tests run when the answer is handed in; their expected output never leaves the server. */
  hidden: z.boolean(),
  /** Standard input; with `call` a JSON list of arguments; for SQL the statements that fill the tables. */
  input: code(TEST_INPUT_MAX),
  /** Standard output; with `call` the returned value as JSON; for SQL `{columns, rows}` as JSON. */
  expected: code(TEST_INPUT_MAX),
})
export type AuthoredTest = z.output<typeof authoredTest>

const authoredFields = {
  /** Sanitized like the HTML of an article. */
  statement: z.string().check(z.maxLength(STATEMENT_MAX)),
  points: z._default(z.optional(z.int().check(z.minimum(1), z.maximum(1000))), PROBLEM_POINTS_DEFAULT),
  /** Null: unlimited. */
  attempts_limit: z._default(z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(1000)))), null),
  /** In languages other than the course's main language; empty texts fall back to it. */
  texts: z.optional(
    z.partialRecord(
      language,
      z.object({
        statement: z.string().check(z.maxLength(STATEMENT_MAX)),
        /** Titles of tests, checks and criteria by their ids. */
        parts: z._default(z.optional(z.record(partId, singleLine(0, 200))), {}),
        /** Descriptions of the rubric's criteria, and hints, by their ids. */
        hints: z._default(z.optional(z.record(partId, prose(0, 1000))), {}),
      }),
    ),
  ),
}
const tests = z
  .array(authoredTest)
  .check(z.minLength(1), z.maxLength(TESTS_MAX))
  .check(z.refine((all) => isUnique(all.map((test) => test.id))))
/** Plain text. Each opens after so many submissions; 0: at once. */
const hints = z._default(
  z.optional(
    z
      .array(
        z.object({
          id: partId,
          text: prose(1, HINT_MAX),
          after: z.int().check(z.minimum(0), z.maximum(HELP_AFTER_MAX)),
        }),
      )
      .check(z.maxLength(HINTS_MAX))
      .check(z.refine((all) => isUnique(all.map((one) => one.id)))),
  ),
  [],
)
const codeFields = {
  ...authoredFields,
  starter: z._default(z.optional(code(CODE_MAX)), ''),
  /** The author's answer, for trying the tests; sent to learners only once `solution_after` allows it. */
  solution: z._default(z.optional(code(CODE_MAX)), ''),
  /** Submissions after which learners may see the solution; null: never. */
  solution_after: z._default(
    z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(HELP_AFTER_MAX)))),
    null,
  ),
  hints,
  time_limit_ms: z._default(
    z.optional(z.int().check(z.minimum(TIME_LIMIT_MS.min), z.maximum(TIME_LIMIT_MS.max))),
    TIME_LIMIT_MS.default,
  ),
  memory_mb: z._default(
    z.optional(z.int().check(z.minimum(MEMORY_LIMIT_MB.min), z.maximum(MEMORY_LIMIT_MB.max))),
    MEMORY_LIMIT_MB.default,
  ),
  tests,
}
/** The function that tests call; null for a program that reads input and prints. */
const call = z._default(
  z.optional(z.nullable(z.string().check(z.regex(/^[A-Za-z_][A-Za-z0-9_]{0,60}$/)))),
  null,
)
const callableFields = { call, ...codeFields }
const hasJsonTests = (problem: { call: string | null; tests: AuthoredTest[] }) =>
  problem.call === null ||
  problem.tests.every((test) => isJson(test.input, Array.isArray) && isJson(test.expected, () => true))

const rubric = z
  .array(
    z.object({
      id: partId,
      title: singleLine(1, 200),
      description: prose(0, 1000),
      points: z.int().check(z.minimum(1), z.maximum(100)),
    }),
  )
  .check(z.maxLength(20))
  .check(z.refine((all) => isUnique(all.map((criterion) => criterion.id))))
export type Criterion = z.output<typeof rubric>[number]
const passPercent = z._default(
  z.optional(z.int().check(z.minimum(1), z.maximum(100))),
  RUBRIC_PASS_PERCENT_DEFAULT,
)
const wordLimit = z._default(z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(5000)))), null)

export const authoredCheck = z.object({
  id: partId,
  title: singleLine(0, 120),
  cell: cellName,
  /** A number in plain digits, TRUE, FALSE, or a text; compared with the displayed value. */
  expected: z.string().check(z.maxLength(CELL_MAX)),
  /** Largest accepted difference of a number. */
  tolerance: z._default(z.optional(z.number().check(z.minimum(0), z.maximum(1e9))), 0),
  /** The cell must contain a formula: a typed result does not count. */
  formula: z._default(z.optional(z.boolean()), true),
  /** Learners do not see which cell this is. */
  hidden: z._default(z.optional(z.boolean()), false),
  /** Given cells that are changed before this check, so that only a real formula passes. */
  changes: z._default(z.optional(cells), []),
})
export type AuthoredCheck = z.output<typeof authoredCheck>

export const pythonAuthored = z
  .object({ kind: z.literal('python'), ...callableFields })
  .check(z.refine(hasJsonTests))
export const javascriptAuthored = z
  .object({ kind: z.literal('javascript'), ...callableFields })
  .check(z.refine(hasJsonTests))
export const sqlAuthored = z
  .object({
    kind: z.literal('sql'),
    /** Statements that run before each test's own, usually the tables; visible to learners. */
    setup: z._default(z.optional(code(TEST_INPUT_MAX)), ''),
    /** Whether the order of rows counts. */
    ordered: z._default(z.optional(z.boolean()), false),
    ...codeFields,
  })
  .check(z.refine((problem) => problem.tests.every((test) => isJson(test.expected, isQueryResult))))
export const spreadsheetAuthored = z
  .object({
    kind: z.literal('spreadsheet'),
    ...authoredFields,
    rows: z.int().check(z.minimum(1), z.maximum(SHEET_ROWS_MAX)),
    columns: z.int().check(z.minimum(1), z.maximum(SHEET_COLUMNS_MAX)),
    /** Given cells that cannot be changed. */
    cells,
    checks: z.array(authoredCheck).check(z.maxLength(TESTS_MAX)),
    rubric: z._default(z.optional(rubric), []),
    pass_percent: passPercent,
  })
  .check(z.refine((problem) => problem.checks.length + problem.rubric.length > 0))
export const textAuthored = z.object({
  kind: z.literal('text'),
  ...authoredFields,
  words_min: wordLimit,
  words_max: wordLimit,
  rubric: rubric.check(z.minLength(1)),
  pass_percent: passPercent,
})
export const authoredProblem = z.discriminatedUnion('kind', [
  pythonAuthored,
  javascriptAuthored,
  sqlAuthored,
  spreadsheetAuthored,
  textAuthored,
])
/** As the builder edits and sends it. */
export type AuthoredProblemInput = z.input<typeof authoredProblem>
/** Validated, with all defaults. */
export type AuthoredProblem = z.output<typeof authoredProblem>

/* ---- as a learner sees it, without the expected output of hidden tests ---- */

const shownTest = z.object({ id: partId, title: z.string(), input: z.string(), expected: z.string() })
const shownFields = { statement: z.string(), points: z.int(), attempts_limit: z.nullable(z.int()) }
const shownCode = {
  ...shownFields,
  starter: z.string(),
  time_limit_ms: z.int(),
  memory_mb: z.int(),
  /** The visible tests, in full. */
  tests: z.array(shownTest),
  hidden_tests: z.int(),
}
export const shownRubric = z.array(
  z.object({ id: partId, title: z.string(), description: z.string(), points: z.int() }),
)
export const shownProblem = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('python'), call: z.nullable(z.string()), ...shownCode }),
  z.object({ kind: z.literal('javascript'), call: z.nullable(z.string()), ...shownCode }),
  z.object({ kind: z.literal('sql'), setup: z.string(), ordered: z.boolean(), ...shownCode }),
  z.object({
    kind: z.literal('spreadsheet'),
    ...shownFields,
    rows: z.int(),
    columns: z.int(),
    cells,
    checks: z.array(z.object({ id: partId, title: z.string(), cell: cellName, formula: z.boolean() })),
    hidden_tests: z.int(),
    rubric: shownRubric,
    pass_percent: z.int(),
  }),
  z.object({
    kind: z.literal('text'),
    ...shownFields,
    words_min: z.nullable(z.int()),
    words_max: z.nullable(z.int()),
    rubric: shownRubric,
    pass_percent: z.int(),
  }),
])
export type ShownProblem = z.infer<typeof shownProblem>
export type ShownCode = Extract<ShownProblem, { tests: unknown }>
export type ShownSheet = Extract<ShownProblem, { kind: 'spreadsheet' }>
export type ShownText = Extract<ShownProblem, { kind: 'text' }>

/* ---- as a learner answers it ---- */

export const problemAnswer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('python'), code: code(CODE_MAX) }),
  z.object({ kind: z.literal('javascript'), code: code(CODE_MAX) }),
  z.object({ kind: z.literal('sql'), code: code(CODE_MAX) }),
  z.object({ kind: z.literal('spreadsheet'), cells }),
  z.object({ kind: z.literal('text'), text: code(TEXT_ANSWER_MAX) }),
])
export type ProblemAnswer = z.output<typeof problemAnswer>

/** How one run in the browser ended. */
export const runOutcomes = ['output', 'error', 'time', 'memory', 'stopped'] as const
export type RunOutcome = (typeof runOutcomes)[number]
export const runOutput = z.object({
  test_id: partId,
  outcome: z.enum(runOutcomes),
  /** Printed text, returned value or selected rows, in the form of the test's `expected`. */
  output,
  /** The error message with its line; empty without an error. */
  error: z.string().check(z.maxLength(4000), z.regex(/^[^\0]*$/)),
})
export type RunOutput = z.infer<typeof runOutput>

/* ---- results ---- */

export const testResult = z.object({
  id: partId,
  title: z.string(),
  hidden: z.boolean(),
  passed: z.boolean(),
  outcome: z.enum(runOutcomes),
  /** Empty for hidden tests. */
  output: z.string(),
  expected: z.string(),
  error: z.string(),
})
export type TestResult = z.infer<typeof testResult>

/** `waiting` for an instructor; `replaced` by a newer submission while it waited. */
export const submissionStates = ['accepted', 'failed', 'waiting', 'replaced'] as const
export type SubmissionState = (typeof submissionStates)[number]
export const submissionSummary = z.object({
  id,
  state: z.enum(submissionStates),
  passed: z.int(),
  total: z.int(),
  /** Null until an instructor has graded it. */
  points_earned: z.nullable(z.int()),
  points: z.int(),
  created_at: timestamp,
})
export type SubmissionLine = z.infer<typeof submissionSummary>
const mark = z.object({ criterion_id: partId, points: z.int(), comment: z.string() })
export const rubricGrade = z.object({
  marks: z.array(mark),
  comment: z.string(),
  grader: z.string(),
  graded_at: timestamp,
})
export type RubricGrade = z.infer<typeof rubricGrade>
export const submission = z.extend(submissionSummary, {
  item_id: id,
  kind: z.enum(problemKinds),
  answer: problemAnswer,
  tests: z.array(testResult),
  /** The rubric at the time of submission. */
  rubric: shownRubric,
  grade: z.nullable(rubricGrade),
})
export type Submission = z.infer<typeof submission>

export const problemStatus = z.object({
  attempts: z.int(),
  attempts_left: z.nullable(z.int()),
  solved: z.boolean(),
  /** Best points so far; null before the first grade. */
  best_points: z.nullable(z.int()),
})
export type ProblemStatus = z.infer<typeof problemStatus>
