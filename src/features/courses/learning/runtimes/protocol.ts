/** The messages between the page and the worker of a language. */
import type { CodeKind, RunOutcome } from '#contract/problems/problems.ts'

export interface Program {
  code: string
  /** The function to call with the arguments in `input`; null for a program (or a query). */
  call: string | null
  input: string
  memoryMb: number
  /** The worker stops a loop here if its engine can; the page terminates the worker a little later in any case. */
  timeLimitMs: number
}
export interface RunResult {
  outcome: RunOutcome
  /** In the same form as the test's `expected`. */
  output: string
  /** What was printed in addition to a returned value. */
  printed: string
  error: string
}

export type ToWorker =
  | { type: 'start'; files: Readonly<Record<string, ArrayBuffer>> }
  | { type: 'run'; id: number; program: Program }
export type FromWorker =
  { type: 'ready' } | { type: 'failed'; message: string } | { type: 'result'; id: number; result: RunResult }

export type Language = CodeKind
