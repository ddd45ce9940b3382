import { useEffect, useRef, useState } from 'react'
import type { CodeKind, RunOutput, ShownCode } from '#contract/problems/problems.ts'
import { browserRunner } from '../../../runtimes/browser-runner.ts'
import type { RunResult } from '../../../runtimes/protocol.ts'
import type { Runner, RunnerState } from '../../../runtimes/runner.ts'
import type { RunnableTest } from '../use-submission.ts'

/** After this many timeouts the remaining tests are skipped: each timeout costs a restart of the runtime. */
const TIMEOUTS_MAX = 2

/** The runtime of a problem's language; loads on the first run and closes with the page. */
export const useRuntime = (problem: ShownCode, makeRunner: typeof browserRunner = browserRunner) => {
  const [state, setState] = useState<RunnerState>({ step: 'idle' })
  const [running, setRunning] = useState(false)
  const [broken, setBroken] = useState(false)
  const runner = useRef<Runner | null>(null)
  const cancelled = useRef(false)
  const kind: CodeKind = problem.kind
  useEffect(
    () => () => {
      runner.current?.close()
      runner.current = null
    },
    [kind],
  )
  /** Null when the runtime could not start or the person stopped the run. */
  const runAll = async <T extends RunnableTest>(
    code: string,
    tests: readonly T[],
    /** Returns false to skip the remaining tests. */
    onResult: (test: T, result: RunResult) => boolean | void = () => undefined,
  ): Promise<RunOutput[] | null> => {
    runner.current ??= makeRunner(kind, setState)
    cancelled.current = false
    setRunning(true)
    setBroken(false)
    const outputs: RunOutput[] = []
    let timeouts = 0
    try {
      for (const test of tests) {
        if (cancelled.current || timeouts >= TIMEOUTS_MAX) break
        const result = await runner.current.run({
          code,
          call: 'call' in problem ? problem.call : null,
          input: test.input,
          memoryMb: problem.memory_mb,
          timeLimitMs: problem.time_limit_ms,
        })
        if (result.outcome === 'time') timeouts += 1
        const goesOn = onResult(test, result)
        const { outcome, output, error } = result
        outputs.push({ test_id: test.id, outcome, output, error })
        if (goesOn === false) break
      }
      return cancelled.current ? null : outputs
    } catch {
      setBroken(true)
      return null
    } finally {
      setRunning(false)
    }
  }
  return {
    state,
    running,
    broken,
    runAll,
    stop: () => {
      cancelled.current = true
      runner.current?.stop()
    },
  }
}
export type Runtime = ReturnType<typeof useRuntime>
