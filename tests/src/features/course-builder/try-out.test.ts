import { describe, expect, it } from 'vitest'
import { newProblem, type CodeProblem } from '#src/features/course-builder/model/problems.ts'
import {
  passes,
  programOf,
  resultFor,
  testRunOf,
  withResults,
  type RunResult,
} from '#src/features/course-builder/model/try-out.ts'

const aResult = (output: string, changes: Partial<RunResult> = {}): RunResult => ({
  outcome: 'output',
  output,
  printed: '',
  error: '',
  ...changes,
})
const aProblem = (changes: Partial<CodeProblem> = {}): CodeProblem => {
  const problem = newProblem('python') as CodeProblem
  return { ...problem, solution: 'print(3)', ...changes } as CodeProblem
}

describe('trying out a problem', () => {
  it("runs the setup before the test's own statements", () => {
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

  it('invalidates a result when the solution or the input changes', () => {
    const problem = aProblem()
    const test = problem.tests[0] as CodeProblem['tests'][number]
    const runs = [testRunOf(problem, test, aResult('3'))]

    expect(resultFor(problem, test, runs)?.output).toBe('3')
    expect(resultFor({ ...problem, solution: 'print(4)' }, test, runs)).toBeNull()
    expect(resultFor(problem, { ...test, input: '7' }, runs)).toBeNull()
    // The expected result may change, because the output does not depend on it.
    expect(resultFor(problem, { ...test, expected: '3' }, runs)?.output).toBe('3')
  })

  it('takes over outputs as expected results, but not errors', () => {
    const problem = aProblem()
    const [one, two] = problem.tests as [CodeProblem['tests'][number], CodeProblem['tests'][number]]
    const runs = [
      testRunOf(problem, one, aResult('3')),
      testRunOf(problem, two, aResult('', { outcome: 'error', error: 'NameError' })),
    ]

    const [filled, same] = withResults(problem, runs)

    expect(filled?.expected).toBe('3')
    expect(filled && passes(problem, filled, aResult('3'))).toBe(true)
    expect(same).toEqual(two)
    expect(withResults(problem, runs, two.id)).toEqual(problem.tests)
  })
})
