import { createContext, use, useEffect, useRef, useState } from 'react'
import type { CodeProblem } from '../model/problems.ts'
import {
  programOf,
  triedOf,
  type MakeRunner,
  type Runner,
  type RunnerState,
  type Tried,
} from '../model/try-out.ts'

/** Who runs programs: another feature's engines, handed over by the page. Null: nobody here does. */
export const RunnerContext = createContext<MakeRunner | null>(null)

/** Programs that ran out of time before the rest is left out: each costs a new start of its engine. */
const TIMEOUTS_MAX = 2

/** Runs the reference solution against all tests, one after another; the engine ends with the editor. */
export const useTryOut = (problem: CodeProblem) => {
  const make = use(RunnerContext)
  const [state, setState] = useState<RunnerState>({ step: 'idle' })
  const [running, setRunning] = useState(false)
  const [broken, setBroken] = useState(false)
  const [isSubmitted, setSubmitted] = useState<readonly Tried[]>([])
  const runner = useRef<Runner | null>(null)
  const stopped = useRef(false)
  const { kind } = problem
  useEffect(
    () => () => {
      stopped.current = true
      runner.current?.close()
      runner.current = null
    },
    [kind],
  )
  const run = async () => {
    if (!make || running) return
    stopped.current = false
    setRunning(true)
    setBroken(false)
    setSubmitted([])
    let timeouts = 0
    try {
      const live = (runner.current ??= await make(kind, setState))
      for (const test of problem.tests) {
        if (stopped.current || timeouts >= TIMEOUTS_MAX) break
        const result = await live.run(programOf(problem, test))
        if (result.outcome === 'time') timeouts += 1
        if (!stopped.current) setSubmitted((old) => [...old, triedOf(problem, test, result)])
      }
    } catch {
      setBroken(true)
    } finally {
      setRunning(false)
    }
  }
  return {
    able: make !== null,
    state,
    running,
    broken,
    tried: isSubmitted,
    run: () => void run(),
    stop: () => {
      stopped.current = true
      runner.current?.stop()
    },
  }
}
export type TryOut = ReturnType<typeof useTryOut>
