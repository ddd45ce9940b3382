/** Reads a file of people without holding the event loop. */
import { inWorker } from '#server/core/parsing/run-job.ts'
import { isUnreadable } from '#server/core/parsing/worker-pool.ts'
import type * as worker from './people-file.worker.ts'

const DEADLINE_MS = 30_000

const read = inWorker<typeof worker.read>({
  module: new URL('./people-file.worker.ts', import.meta.url),
  name: 'read',
  deadlineMs: DEADLINE_MS,
  isLong: true,
})

/** Its rows, or why there are none. Never throws because of the file's content. */
export const readPeopleFile = (data: string): ReturnType<typeof read> =>
  read({ data }).catch((error: unknown) => {
    if (!isUnreadable(error)) throw error
    return { issue: { code: 'file_broken' as const, detail: null } }
  })
