/** What the page and the worker of a language say to each other. */
import type { CodeKind, RunOutcome } from '#contract/problems/problems.ts'

export interface Program {
  code: string
  /** The function to call with the arguments in `input`; null for a program (or a query). */
  call: string | null
  input: string
  memoryMb: number
  /** The worker's own end of a loop where its language has one; the page ends the worker a little later anyway. */
  timeLimitMs: number
}
export interface RunResult {
  outcome: RunOutcome
  /** In the form of the test's `expected`. */
  output: string
  /** What was printed beside a returned value. */
  printed: string
  error: string
}

export type ToWorker =
  | { type: 'start'; files: Readonly<Record<string, ArrayBuffer>> }
  | { type: 'run'; id: number; program: Program }
export type FromWorker =
  { type: 'ready' } | { type: 'failed'; message: string } | { type: 'result'; id: number; result: RunResult }

export type Language = CodeKind
