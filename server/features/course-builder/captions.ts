/** Makes captions WebVTT without holding the event loop. */
import { inWorker } from '#server/core/parsing/run-job.ts'
import { isUnreadable } from '#server/core/parsing/worker-pool.ts'
import type * as worker from './captions.worker.ts'

const DEADLINE_MS = 5_000

const convert = inWorker<typeof worker.toWebVtt>({
  module: new URL('./captions.worker.ts', import.meta.url),
  name: 'toWebVtt',
  deadlineMs: DEADLINE_MS,
})

/** The captions as WebVTT; null for a file that is neither WebVTT nor SRT. */
export const toWebVtt = (content: Uint8Array): Promise<string | null> =>
  convert(content).catch((error: unknown) => {
    if (!isUnreadable(error)) throw error
    return null
  })
