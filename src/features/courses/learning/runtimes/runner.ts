/**
 * Runs programs of one language in its worker, one after another. A program that does not end takes its worker with it:
 * the next one gets a new worker. Nothing is fetched before the first program.
 */
import type { FromWorker, Language, Program, RunResult, ToWorker } from './protocol.ts'

/** Beyond a program's own limit: what starting it and answering may take. */
const GRACE_MS = 1_000
/** A runtime that has not started by then never will. */
const START_MS = 90_000

export interface Worker {
  postMessage: (message: ToWorker, transfer?: Transferable[]) => void
  terminate: () => void
  onmessage: ((event: MessageEvent<FromWorker>) => void) | null
  onerror: ((event: ErrorEvent) => void) | null
}
export interface RunnerDeps {
  /** A worker of the language, not started. */
  readonly createWorker: (language: Language) => Worker
  /** Its binary files, newly copied: they move into the worker. Fetched once. */
  readonly loadFiles: (
    language: Language,
    onProgress: (loaded: number) => void,
  ) => Promise<Record<string, ArrayBuffer>>
  readonly schedule: (action: () => void, ms: number) => () => void
}
/** `loading` tells the part of the files that is there; `starting` the engine's own start. */
export type RunnerState = { step: 'idle' | 'starting' | 'ready' } | { step: 'loading'; loaded: number }

export interface Runner {
  /** Throws when the runtime itself cannot be brought up. */
  readonly run: (program: Program) => Promise<RunResult>
  /** Ends whatever runs; its result is `stopped`. */
  readonly stop: () => void
  /** Brings the runtime up without running anything. */
  readonly preload: () => Promise<void>
  readonly close: () => void
}

interface Live {
  worker: Worker
  ready: Promise<void>
}

const stopped: RunResult = { outcome: 'stopped', output: '', printed: '', error: '' }

export const createRunner = (
  language: Language,
  deps: RunnerDeps,
  onState: (state: RunnerState) => void = () => undefined,
): Runner => {
  let live: Live | null = null
  let interrupt: ((result: RunResult) => void) | null = null
  let queue: Promise<unknown> = Promise.resolve()
  let lastId = 0
  let closed = false

  const drop = () => {
    live?.worker.terminate()
    live = null
    if (!closed) onState({ step: 'idle' })
  }
  const begin = async (worker: Worker): Promise<void> => {
    onState({ step: 'loading', loaded: 0 })
    const files = await deps.loadFiles(language, (loaded) => onState({ step: 'loading', loaded }))
    onState({ step: 'starting' })
    await new Promise<void>((resolve, reject) => {
      const cancel = deps.schedule(() => reject(new Error('the runtime did not start')), START_MS)
      worker.onmessage = ({ data }) => {
        cancel()
        if (data.type === 'ready') resolve()
        else reject(new Error(data.type === 'failed' ? data.message : 'unexpected'))
      }
      worker.onerror = (event) => {
        cancel()
        reject(new Error(event.message || 'the worker did not load'))
      }
      worker.postMessage({ type: 'start', files }, Object.values(files))
    })
    onState({ step: 'ready' })
  }
  const up = async (): Promise<Worker> => {
    if (!live) {
      const worker = deps.createWorker(language)
      live = { worker, ready: begin(worker) }
    }
    const { worker, ready } = live
    try {
      await ready
    } catch (error) {
      drop()
      throw error
    }
    return worker
  }
  const once = async (program: Program): Promise<RunResult> => {
    const worker = await up()
    lastId += 1
    const id = lastId
    return new Promise<RunResult>((resolve) => {
      const settle = (result: RunResult, broken: boolean) => {
        cancel()
        interrupt = null
        worker.onmessage = null
        worker.onerror = null
        if (broken) drop()
        resolve(result)
      }
      const cancel = deps.schedule(
        () => settle({ ...stopped, outcome: 'time' }, true),
        program.timeLimitMs + GRACE_MS,
      )
      interrupt = (result) => settle(result, true)
      worker.onmessage = ({ data }) => {
        if (data.type === 'result' && data.id === id) settle(data.result, data.result.outcome === 'memory')
        // The engine fell over, mostly for want of memory or stack.
        else if (data.type === 'failed') settle({ ...stopped, outcome: 'memory' }, true)
      }
      worker.onerror = () => settle({ ...stopped, outcome: 'memory' }, true)
      worker.postMessage({ type: 'run', id, program })
    })
  }
  return {
    run: (program) => {
      const next = queue.then(() => (closed ? stopped : once(program)))
      queue = next.catch(() => undefined)
      return next
    },
    stop: () => interrupt?.(stopped),
    preload: async () => {
      await up()
    },
    close: () => {
      closed = true
      interrupt?.(stopped)
      drop()
    },
  }
}
