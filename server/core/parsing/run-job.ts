/** The worker pool of this process; the first job, or {@link startWorkers}, starts its threads. */
import { createWorkerPool, defaultThreads, type Job, type WorkerPool } from './worker-pool.ts'

/** A single allocation above the limit ends the whole process: every job limits its input before it parses. */
const HEAP_MB = 1024
/** Ten seconds of ordinary posts. */
const QUEUE_MAX = 500

let pool: WorkerPool | null = null

export const startWorkers = (): WorkerPool =>
  (pool ??= createWorkerPool({ threads: defaultThreads(), queueMax: QUEUE_MAX, heapMb: HEAP_MB }))

/** The function of a worker module, to be called from the event loop. */
export const inWorker =
  <Work extends (input: never) => unknown>(job: Job) =>
  (input: Parameters<Work>[0], moved?: readonly ArrayBuffer[]): Promise<Awaited<ReturnType<Work>>> =>
    startWorkers().run(job, input, moved) as Promise<Awaited<ReturnType<Work>>>
