/** The author's own solution run against the tests of a problem. Pure; who runs programs is handed over. */
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
/** The same engines that learners' answers run in; fetched when the first program runs. */
export type MakeRunner = (kind: CodeKind, onState: (state: RunnerState) => void) => Promise<Runner>

export const programOf = (problem: CodeProblem, test: Test): Program => ({
  code: problem.solution,
  call: problem.kind === 'sql' ? null : problem.call,
  input: problem.kind === 'sql' ? `${problem.setup}\n${test.input}` : test.input,
  memoryMb: problem.memory_mb,
  timeLimitMs: problem.time_limit_ms,
})

/** What a test gave, and from what: it counts only as long as nothing of that changed. */
export interface Tried {
  testId: string
  from: string
  result: RunResult
}
const sourceOf = (problem: CodeProblem, test: Test): string =>
  JSON.stringify([problem.kind, programOf(problem, test)])

export const triedOf = (problem: CodeProblem, test: Test, result: RunResult): Tried => ({
  testId: test.id,
  from: sourceOf(problem, test),
  result,
})

/** The result of a test that still holds. */
export const resultFor = (problem: CodeProblem, test: Test, tried: readonly Tried[]): RunResult | null =>
  tried.find(({ testId, from }) => testId === test.id && from === sourceOf(problem, test))?.result ?? null

export const passes = (problem: CodeProblem, test: Test, result: RunResult): boolean =>
  result.outcome === 'output' && isExpectedOutput(problem, result.output, test.expected)

/** The tests with what came out as what is expected, where something came out; `only` names one test. */
export const withResults = (problem: CodeProblem, tried: readonly Tried[], only?: string): Test[] =>
  problem.tests.map((test) => {
    const result = only === undefined || only === test.id ? resultFor(problem, test, tried) : null
    return result?.outcome === 'output' ? { ...test, expected: result.output } : test
  })
