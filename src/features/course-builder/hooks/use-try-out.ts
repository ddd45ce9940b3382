import { createContext, use, useEffect, useRef, useState } from 'react'
import type { CodeProblem } from '../model/problems.ts'
import {
  programOf,
  testRunOf,
  type MakeRunner,
  type Runner,
  type RunnerState,
  type TestRun,
} from '../model/try-out.ts'

/**
 * Creates the program runner, which is another feature's engine and provided by the page. Null if there is
 * none.
 */
export const RunnerContext = createContext<MakeRunner | null>(null)

/** Stops after this many timeouts, because each one restarts the engine. */
const TIMEOUTS_MAX = 2

/**
 * Runs the reference solution against all tests, one after another. The engine is closed with the editor.
 */
export const useTryOut = (problem: CodeProblem) => {
  const createRunner = use(RunnerContext)
  const [state, setState] = useState<RunnerState>({ step: 'idle' })
  const [isRunning, setIsRunning] = useState(false)
  const [hasFailed, setHasFailed] = useState(false)
  const [runs, setRuns] = useState<readonly TestRun[]>([])
  const runner = useRef<Runner | null>(null)
  const isStopped = useRef(false)
  const { kind } = problem
  useEffect(
    () => () => {
      isStopped.current = true
      runner.current?.close()
      runner.current = null
    },
    [kind],
  )
  const run = async () => {
    if (!createRunner || isRunning) return
    isStopped.current = false
    setIsRunning(true)
    setHasFailed(false)
    setRuns([])
    let timeouts = 0
    try {
      const activeRunner = (runner.current ??= await createRunner(kind, setState))
      for (const test of problem.tests) {
        if (isStopped.current || timeouts >= TIMEOUTS_MAX) break
        const result = await activeRunner.run(programOf(problem, test))
        if (result.outcome === 'time') timeouts += 1
        if (!isStopped.current) setRuns((previous) => [...previous, testRunOf(problem, test, result)])
      }
    } catch {
      setHasFailed(true)
    } finally {
      setIsRunning(false)
    }
  }
  return {
    canRun: createRunner !== null,
    state,
    running: isRunning,
    hasFailed,
    runs,
    run: () => void run(),
    stop: () => {
      isStopped.current = true
      runner.current?.stop()
    },
  }
}
export type TryOut = ReturnType<typeof useTryOut>
