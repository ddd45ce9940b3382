/** Runs the author's solution against the tests of a problem. Pure; the runner is passed in. */
import { isExpectedOutput } from '#contract/problems/compare-output.ts'
import type { CodeKind, RunOutcome } from '#contract/problems/problems.ts'
import type { CodeProblem, Test } from './problems.ts'

export interface Program {
  code: string
  call: string | null
  input: string
  memoryMb: number
  timeLimitMs: number
}
export interface RunResult {
  outcome: RunOutcome
  output: string
  printed: string
  error: string
}
export type RunnerState = { step: 'idle' | 'starting' | 'ready' } | { step: 'loading'; loaded: number }
export interface Runner {
  readonly run: (program: Program) => Promise<RunResult>
  readonly stop: () => void
  readonly close: () => void
}
/** Creates the engine that runs learners' answers, loaded with the first run. */
export type MakeRunner = (kind: CodeKind, onState: (state: RunnerState) => void) => Promise<Runner>

export const programOf = (problem: CodeProblem, test: Test): Program => ({
  code: problem.solution,
  call: problem.kind === 'sql' ? null : problem.call,
  input: problem.kind === 'sql' ? `${problem.setup}\n${test.input}` : test.input,
  memoryMb: problem.memory_mb,
  timeLimitMs: problem.time_limit_ms,
})

/** The result of a test run and its inputs. It is valid only while these inputs stay the same. */
export interface TestRun {
  testId: string
  source: string
  result: RunResult
}
const sourceOf = (problem: CodeProblem, test: Test): string =>
  JSON.stringify([problem.kind, programOf(problem, test)])

export const testRunOf = (problem: CodeProblem, test: Test, result: RunResult): TestRun => ({
  testId: test.id,
  source: sourceOf(problem, test),
  result,
})

/** The result of a test run that is still valid. */
export const resultFor = (problem: CodeProblem, test: Test, runs: readonly TestRun[]): RunResult | null =>
  runs.find(({ testId, source }) => testId === test.id && source === sourceOf(problem, test))?.result ?? null

export const passes = (problem: CodeProblem, test: Test, result: RunResult): boolean =>
  result.outcome === 'output' && isExpectedOutput(problem, result.output, test.expected)

/** Takes over the outputs as expected results; `only` limits it to one test. */
export const withResults = (problem: CodeProblem, runs: readonly TestRun[], only?: string): Test[] =>
  problem.tests.map((test) => {
    const result = only === undefined || only === test.id ? resultFor(problem, test, runs) : null
    return result?.outcome === 'output' ? { ...test, expected: result.output } : test
  })
