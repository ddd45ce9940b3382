/** Marks a submission. Pure: takes the problem and the outputs, returns results. */
import { isExpectedOutput, sameValue } from '#contract/problems/compare-output.ts'
import {
  type AuthoredCheck,
  type AuthoredProblem,
  type Criterion,
  isCodeKind,
  type ProblemAnswer,
  type RunOutput,
  type SheetCell,
  type SubmissionState,
  type TestResult,
} from '#contract/problems/problems.ts'
import { createSheet, isFormula } from '#contract/problems/spreadsheet.ts'
import { isCellError, literal, textOf, type Scalar } from '#contract/problems/spreadsheet-values.ts'

export type AuthoredCode = Extract<AuthoredProblem, { tests: unknown }>
type AuthoredSheet = Extract<AuthoredProblem, { kind: 'spreadsheet' }>

/** Returns one result per test; a test without an output counts as not run. */
export const markCode = (problem: AuthoredCode, outputs: readonly RunOutput[]): TestResult[] =>
  problem.tests.map((test) => {
    const run = outputs.find((each) => each.test_id === test.id)
    const passed = run?.outcome === 'output' && isExpectedOutput(problem, run.output, test.expected)
    return {
      id: test.id,
      title: test.title,
      hidden: test.hidden,
      passed,
      outcome: run?.outcome ?? 'stopped',
      output: test.hidden ? '' : (run?.output ?? ''),
      expected: test.hidden ? '' : test.expected,
      error: run?.error ?? '',
    }
  })

/** Cells that the learner filled in; the author's given cells cannot be overwritten. */
export const learnerCells = (problem: AuthoredSheet, cells: readonly SheetCell[]): SheetCell[] => {
  const given = new Set(problem.cells.map((each) => each.cell))
  return cells.filter((each) => !given.has(each.cell) && each.value !== '')
}

const isExpected = (check: AuthoredCheck, value: Scalar): boolean => {
  if (isCellError(value)) return false
  const expected = literal(check.expected)
  if (typeof expected === 'number' && typeof value === 'number')
    return Math.abs(value - expected) <= check.tolerance || sameValue(value, expected)
  return textOf(value).trim().toLowerCase() === textOf(expected).trim().toLowerCase()
}

/** Calculates every checked cell on the server: results that the browser sends are not trusted. */
export const markSheet = (problem: AuthoredSheet, cells: readonly SheetCell[]): TestResult[] => {
  const typed = learnerCells(problem, cells)
  const sheet = new Map([...problem.cells, ...typed].map((each) => [each.cell, each.value]))
  return problem.checks.map((check) => {
    const changed = new Map([...sheet, ...check.changes.map((each) => [each.cell, each.value] as const)])
    const value = createSheet(changed, problem).value(check.cell)
    const passed = isExpected(check, value) && (!check.formula || isFormula(sheet.get(check.cell) ?? ''))
    return {
      id: check.id,
      title: check.title,
      hidden: check.hidden,
      passed,
      outcome: isCellError(value) ? 'error' : 'output',
      // The output of a changed sheet would reveal a hidden check's secret as well.
      output: check.hidden || check.changes.length > 0 ? '' : textOf(value),
      expected: '',
      error: check.hidden || !isCellError(value) ? '' : value.error,
    }
  })
}

export const rubricOf = (problem: AuthoredProblem): Criterion[] =>
  problem.kind === 'text' || problem.kind === 'spreadsheet' ? problem.rubric : []

export interface Verdict {
  state: Exclude<SubmissionState, 'replaced'>
  tests: TestResult[]
  passed: number
  total: number
  /** Null until an instructor grades it. */
  pointsEarned: number | null
}

/** A problem is completed when all its tests pass; a rubric waits for an instructor (rules: Learning). */
export const verdictOf = (
  problem: AuthoredProblem,
  answer: ProblemAnswer,
  outputs: readonly RunOutput[],
): Verdict => {
  const tests =
    problem.kind === 'spreadsheet' && answer.kind === 'spreadsheet'
      ? markSheet(problem, answer.cells)
      : isCodeKind(problem.kind)
        ? markCode(problem as AuthoredCode, outputs)
        : []
  const passed = tests.filter((test) => test.passed).length
  const counts = { tests, passed, total: tests.length }
  if (rubricOf(problem).length > 0) return { ...counts, state: 'waiting', pointsEarned: null }
  const accepted = tests.length > 0 && passed === tests.length
  return { ...counts, state: accepted ? 'accepted' : 'failed', pointsEarned: accepted ? problem.points : 0 }
}

/** The rubric decides a share of the problem's points. Tests beside a rubric have to pass as well. */
export const rubricVerdict = (
  problem: Extract<AuthoredProblem, { rubric: unknown }>,
  marks: readonly { criterion_id: string; points: number }[],
  testsPassed: boolean,
): { state: 'accepted' | 'failed'; pointsEarned: number } => {
  const maxPoints = problem.rubric.reduce((sum, criterion) => sum + criterion.points, 0)
  const earnedPoints = marks.reduce((sum, mark) => sum + mark.points, 0)
  const accepted = testsPassed && 100 * earnedPoints >= problem.pass_percent * maxPoints
  return {
    state: accepted ? 'accepted' : 'failed',
    pointsEarned: Math.floor((problem.points * earnedPoints) / maxPoints),
  }
}
