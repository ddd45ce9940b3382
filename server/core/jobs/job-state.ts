/** What is known of one job in this process, and which job a line of the log belongs to. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { JobName } from '#contract/platform/jobs.ts'
import { cut } from '#contract/text/truncate.ts'

export interface JobState {
  readonly name: JobName
  readonly everyMs: number
  isRunning: boolean
  /** Milliseconds since 1970, as all times here: they go into JSON. */
  startedAt: number | null
  tookMs: number | null
  nextAt: number | null
  /** Runs in a row that failed, as a whole or at a client. */
  failures: number
  failure: { at: number; message: string; clientId: number | null } | null
}

export const newJobState = (name: JobName, everyMs: number): JobState => ({
  name,
  everyMs,
  isRunning: false,
  startedAt: null,
  tookMs: null,
  nextAt: null,
  failures: 0,
  failure: null,
})

const MESSAGE_MAX = 500
const running = new AsyncLocalStorage<{ state: JobState; hasFailed: boolean }>()

const messageOf = (error: unknown): string =>
  cut(error instanceof Error ? error.message : String(error), MESSAGE_MAX)

/** Called for each error that is logged: a job that goes on with the next client has failed at this one. */
export const noteJobError = (error: unknown, clientId: unknown, text: string): void => {
  const run = running.getStore()
  if (!run) return
  run.hasFailed = true
  run.state.failure = {
    at: Date.now(),
    message: error === undefined ? cut(text, MESSAGE_MAX) : messageOf(error),
    clientId: typeof clientId === 'number' ? clientId : null,
  }
}

/** Runs the job once and writes down how it went. */
export const trackRun = async <Result>(state: JobState, work: () => Promise<Result>): Promise<Result> => {
  const run = { state, hasFailed: false }
  const startedAt = Date.now()
  state.isRunning = true
  state.startedAt = startedAt
  try {
    return await running.run(run, work)
  } catch (error) {
    run.hasFailed = true
    state.failure = { at: Date.now(), message: messageOf(error), clientId: null }
    throw error
  } finally {
    state.isRunning = false
    state.tookMs = Date.now() - startedAt
    state.failures = run.hasFailed ? state.failures + 1 : 0
  }
}
