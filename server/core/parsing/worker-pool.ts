/**
 * Runs parsers on strangers' bytes in worker threads: a slow or broken input stops one thread, never the event loop
 * that serves every tenant.
 */
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { Piscina } from 'piscina'
import { createConcurrencyLimit, type ConcurrencyLimit } from '../concurrency-limit.ts'

/** Why a job has no result. */
export type JobFailure = 'deadline' | 'crash' | 'queue_full'

export class JobError extends Error {
  readonly reason: JobFailure
  constructor(reason: JobFailure, cause?: unknown) {
    super(`a parsing job failed: ${reason}`, { cause })
    this.name = 'JobError'
    this.reason = reason
  }
}

/** Whether the input is at fault: the job took too long, or the thread did not survive it. */
export const isUnreadable = (error: unknown): boolean =>
  error instanceof JobError && error.reason !== 'queue_full'

export interface WorkerPoolOptions {
  readonly threads: number
  /** Jobs that may wait; further ones fail at once. */
  readonly queueMax: number
  /** Heap of one thread; a job that needs more is a crash. Buffers do not count. */
  readonly heapMb: number
  /** Threads start with the first job and end after so long without work; by default all of them stay. */
  readonly idleMs?: number
}

/** A function that a module exports and a thread runs. Arguments and results are copied between threads. */
export interface Job {
  readonly module: URL
  readonly name: string
  /** Counts from the start of the job, not from the moment it was queued. */
  readonly deadlineMs: number
  /** Leaves at least one thread free for short jobs. */
  readonly isLong?: boolean
}

export interface WorkerPool {
  /**
   * Jobs start in the order of the calls. Rejects with {@link JobError}, or with what the function threw. Memory in
   * `moved` goes over to the thread instead of being copied; the caller cannot read it any more.
   */
  readonly run: (job: Job, input: unknown, moved?: readonly ArrayBuffer[]) => Promise<unknown>
  /** Threads, and jobs that wait for one. */
  readonly load: () => { threads: number; waiting: number }
  readonly close: () => Promise<void>
}

/** The threads of a server: they have less priority than the event loop where the platform offers that. */
const NICE_INCREMENT = 10

export const createWorkerPool = (options: WorkerPoolOptions): WorkerPool => {
  const { threads, queueMax, heapMb, idleMs } = options
  const pool = new Piscina({
    minThreads: idleMs === undefined ? threads : 0,
    maxThreads: threads,
    idleTimeout: idleMs ?? 0,
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
    ...(process.platform === 'linux' && { niceIncrement: NICE_INCREMENT }),
  })
  let open = 0
  const counted = async <T>(work: () => Promise<T>): Promise<T> => {
    open += 1
    try {
      return await work()
    } finally {
      open -= 1
    }
  }
  const short = boundedQueue(createConcurrencyLimit(threads), threads + queueMax)
  const long = boundedQueue(createConcurrencyLimit(Math.max(1, threads - 1)), threads + queueMax)

  const start = async (
    { module, name, deadlineMs }: Job,
    input: unknown,
    moved: readonly ArrayBuffer[],
  ): Promise<unknown> => {
    const deadline = AbortSignal.timeout(deadlineMs)
    try {
      return await pool.run(input, {
        filename: fileURLToPath(module),
        name,
        signal: deadline,
        transferList: [...moved],
      })
    } catch (error) {
      if (deadline.aborted) throw new JobError('deadline', error)
      throw isCrash(error) ? new JobError('crash', error) : error
    }
  }
  return {
    run: (job, input, moved = []) =>
      counted(() =>
        job.isLong
          ? long(() => short(() => start(job, input, moved)))
          : short(() => start(job, input, moved)),
      ),
    load: () => ({ threads, waiting: Math.max(0, open - threads) }),
    close: () => pool.destroy(),
  }
}

const boundedQueue = (limit: ConcurrencyLimit, max: number): ConcurrencyLimit => {
  let count = 0
  return async (action) => {
    if (count >= max) throw new JobError('queue_full')
    count += 1
    try {
      return await limit(action)
    } finally {
      count -= 1
    }
  }
}

/** The thread ended: out of memory, an exit, or an error outside of the job's promise. */
const isCrash = (error: unknown): boolean => {
  const { code, message } = error as NodeJS.ErrnoException
  return code === 'ERR_WORKER_OUT_OF_MEMORY' || /worker exited|stopped running|terminat/i.test(message)
}

/** At least two, so that a long job never delays a short one. */
export const defaultThreads = (): number => Math.min(4, Math.max(2, availableParallelism() - 1))
