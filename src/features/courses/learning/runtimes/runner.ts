/**
 * Runs programs of one language in a worker, one after another. A program that does not end is terminated with its
 * worker, and the next one gets a new worker. Nothing is fetched before the first program.
 */
import type { FromWorker, Language, Program, RunResult, ToWorker } from './protocol.ts'

/** Added to a program's time limit for starting it and returning the result. */
const GRACE_MS = 1_000
/** A runtime that has not started after this time counts as failed. */
const START_MS = 90_000

export interface Worker {
  postMessage: (message: ToWorker, transfer?: Transferable[]) => void
  terminate: () => void
  onmessage: ((event: MessageEvent<FromWorker>) => void) | null
  onerror: ((event: ErrorEvent) => void) | null
}
export interface RunnerDeps {
  /** Creates a worker of the language; the runner starts it. */
  readonly createWorker: (language: Language) => Worker
  /** Loads the runtime's files. Returns copies, because they are transferred to the worker. */
  readonly loadFiles: (
    language: Language,
    onProgress: (loaded: number) => void,
  ) => Promise<Record<string, ArrayBuffer>>
  readonly schedule: (action: () => void, ms: number) => () => void
}
/** `loading` has the loaded fraction of the files; `starting` means that the engine starts. */
export type RunnerState = { step: 'idle' | 'starting' | 'ready' } | { step: 'loading'; loaded: number }

export interface Runner {
  /** Throws when the runtime cannot start. */
  readonly run: (program: Program) => Promise<RunResult>
  /** Stops the running program; its result is `stopped`. */
  readonly stop: () => void
  readonly close: () => void
}

interface RunningWorker {
  worker: Worker
  ready: Promise<void>
}

const STOPPED: RunResult = { outcome: 'stopped', output: '', printed: '', error: '' }

export const createRunner = (
  language: Language,
  deps: RunnerDeps,
  onState: (state: RunnerState) => void = () => undefined,
): Runner => {
  let current: RunningWorker | null = null
  let interrupt: ((result: RunResult) => void) | null = null
  let queue: Promise<unknown> = Promise.resolve()
  let lastId = 0
  let isClosed = false

  const terminate = () => {
    current?.worker.terminate()
    current = null
    if (!isClosed) onState({ step: 'idle' })
  }
  const ensureReady = async (): Promise<Worker> => {
    if (!current) {
      const worker = deps.createWorker(language)
      current = { worker, ready: startRuntime(worker, language, deps, onState) }
    }
    const { worker, ready } = current
    try {
      await ready
    } catch (error) {
      terminate()
      throw error
    }
    return worker
  }
  const runOnce = async (program: Program): Promise<RunResult> => {
    const worker = await ensureReady()
    lastId += 1
    const id = lastId
    return execute(worker, { id, program }, deps.schedule, {
      onStart: (stop) => {
        interrupt = stop
      },
      onEnd: (isBroken) => {
        interrupt = null
        if (isBroken) terminate()
      },
    })
  }
  return {
    run: (program) => {
      const next = queue.then(() => (isClosed ? STOPPED : runOnce(program)))
      queue = next.catch(() => undefined)
      return next
    },
    stop: () => interrupt?.(STOPPED),
    close: () => {
      isClosed = true
      interrupt?.(STOPPED)
      terminate()
    },
  }
}

/** Loads the files of the language and starts its engine in the worker. */
const startRuntime = async (
  worker: Worker,
  language: Language,
  deps: RunnerDeps,
  onState: (state: RunnerState) => void,
): Promise<void> => {
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

interface Execution {
  /** Passes a function that ends the program with a result. */
  onStart: (stop: (result: RunResult) => void) => void
  /** `isBroken`: the worker cannot run another program. */
  onEnd: (isBroken: boolean) => void
}

/** Runs one program in a started worker. */
const execute = (
  worker: Worker,
  job: { id: number; program: Program },
  schedule: RunnerDeps['schedule'],
  on: Execution,
): Promise<RunResult> =>
  new Promise<RunResult>((resolve) => {
    const settle = (result: RunResult, isBroken: boolean) => {
      cancel()
      worker.onmessage = null
      worker.onerror = null
      on.onEnd(isBroken)
      resolve(result)
    }
    const cancel = schedule(
      () => settle({ ...STOPPED, outcome: 'time' }, true),
      job.program.timeLimitMs + GRACE_MS,
    )
    on.onStart((result) => settle(result, true))
    worker.onmessage = ({ data }) => {
      if (data.type === 'result' && data.id === job.id) settle(data.result, data.result.outcome === 'memory')
      // The engine crashed, mostly for lack of memory or stack.
      else if (data.type === 'failed') settle({ ...STOPPED, outcome: 'memory' }, true)
    }
    worker.onerror = () => settle({ ...STOPPED, outcome: 'memory' }, true)
    worker.postMessage({ type: 'run', ...job })
  })
