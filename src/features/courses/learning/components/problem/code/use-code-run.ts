import { useState } from 'react'
import { isExpectedOutput } from '#contract/problems/compare-output.ts'
import type { ShownCode } from '#contract/problems/problems.ts'
import { isSyntaxError } from '../../../model/code-text.ts'
import type { BodyProps } from '../body-props.ts'
import type { ShownResult } from './TestList.tsx'
import type { Runtime } from './use-runtime.ts'

/** Runs the public tests in the browser, and submits the code with its results. */
export const useCodeRun = (
  problem: ShownCode,
  code: string,
  runtime: Runtime,
  submission: BodyProps<ShownCode>['submission'],
) => {
  const [results, setResults] = useState<ShownResult[]>([])
  const tests = problem.tests.map((test) => ({
    ...test,
    hidden: false,
    input: problem.kind === 'sql' ? `${problem.setup}\n${test.input}` : test.input,
  }))
  const clear = () => {
    setResults([])
    submission.showResult(null)
  }
  const run = async () => {
    clear()
    await runtime.runAll(code, tests, (test, result) => {
      setResults((previous) => [
        ...previous,
        {
          id: test.id,
          title: test.title,
          hidden: false,
          passed: result.outcome === 'output' && isExpectedOutput(problem, result.output, test.expected),
          outcome: result.outcome,
          input: problem.tests.find(({ id }) => id === test.id)?.input ?? '',
          output: result.output,
          expected: test.expected,
          error: result.error,
          printed: result.printed,
        },
      ])
      // The other tests would fail with the same message.
      return !isSyntaxError(result.error)
    })
  }
  const submit = () => {
    setResults([])
    void submission.submit({ kind: problem.kind, code }, (tests) => runtime.runAll(code, tests))
  }
  return { results, tests, run, clear, submit }
}
