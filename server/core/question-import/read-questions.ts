/** Reads question files without holding the event loop. */
import { inWorker } from '../parsing/run-job.ts'
import { isUnreadable } from '../parsing/worker-pool.ts'
import type * as worker from './questions.worker.ts'

/** The largest file that an author wrote takes about two seconds. */
const DEADLINE_MS = 20_000

const parse = inWorker<typeof worker.parse>({
  module: new URL('./questions.worker.ts', import.meta.url),
  name: 'parse',
  deadlineMs: DEADLINE_MS,
  isLong: true,
})

/** The rows of a file with the issues of each. Never throws because of the file's content. */
export const readQuestions = (file: worker.QuestionFile): ReturnType<typeof parse> =>
  parse(file).catch((error: unknown) => {
    if (!isUnreadable(error)) throw error
    return { format: file.format, rows: [], issues: [{ code: 'too_complex' as const }] }
  })
