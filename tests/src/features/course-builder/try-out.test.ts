import { describe, expect, it } from 'vitest'
import { newProblem, type CodeProblem } from '#src/features/course-builder/model/problems.ts'
import {
  passes,
  programOf,
  resultFor,
  triedOf,
  withResults,
  type RunResult,
} from '#src/features/course-builder/model/try-out.ts'

const gave = (output: string, given: Partial<RunResult> = {}): RunResult => ({
  outcome: 'output',
  output,
  printed: '',
  error: '',
  ...given,
})
const aProblem = (given: Partial<CodeProblem> = {}): CodeProblem => {
  const problem = newProblem('python') as CodeProblem
  return { ...problem, solution: 'print(3)', ...given } as CodeProblem
}

describe('trying a problem out', () => {
  it('given a query, when it is run, then the tables stand before the test’s own statements', () => {
    const problem = {
      ...newProblem('sql'),
      solution: 'select 1',
      setup: 'create table t (a);',
    } as CodeProblem
    const [test] = problem.tests

    expect(test && programOf(problem, { ...test, input: 'insert into t values (1);' }).input).toBe(
      'create table t (a);\ninsert into t values (1);',
    )
  })

  it('given a result, when the solution or the input changes, then it no longer counts', () => {
    const problem = aProblem()
    const test = problem.tests[0] as CodeProblem['tests'][number]
    const tried = [triedOf(problem, test, gave('3'))]

    expect(resultFor(problem, test, tried)?.output).toBe('3')
    expect(resultFor({ ...problem, solution: 'print(4)' }, test, tried)).toBeNull()
    expect(resultFor(problem, { ...test, input: '7' }, tried)).toBeNull()
    // What is expected may change: the result is compared with it, not made from it.
    expect(resultFor(problem, { ...test, expected: '3' }, tried)?.output).toBe('3')
  })

  it('given outputs, when they are taken over, then tests pass; what ended in an error stays as it was', () => {
    const problem = aProblem()
    const [one, two] = problem.tests as [CodeProblem['tests'][number], CodeProblem['tests'][number]]
    const tried = [
      triedOf(problem, one, gave('3')),
      triedOf(problem, two, gave('', { outcome: 'error', error: 'NameError' })),
    ]

    const [filled, same] = withResults(problem, tried)

    expect(filled?.expected).toBe('3')
    expect(filled && passes(problem, filled, gave('3'))).toBe(true)
    expect(same).toEqual(two)
    expect(withResults(problem, tried, two.id)).toEqual(problem.tests)
  })
})
