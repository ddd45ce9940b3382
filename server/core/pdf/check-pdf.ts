/** Checks strangers' PDF files without holding the event loop. */
import { inWorker } from '../parsing/run-job.ts'
import { isUnreadable } from '../parsing/worker-pool.ts'
import type * as worker from './pdf.worker.ts'

/** A résumé of 5 MB takes about 100 ms. */
const DEADLINE_MS = 5_000

const check = inWorker<typeof worker.checkPdf>({
  module: new URL('./pdf.worker.ts', import.meta.url),
  name: 'checkPdf',
  deadlineMs: DEADLINE_MS,
})

/** Null for a PDF that may be stored. */
export const pdfProblem = (bytes: Buffer): Promise<worker.PdfProblem | null> =>
  check(bytes).catch((error: unknown) => {
    if (isUnreadable(error)) return 'not_a_pdf' as const
    throw error
  })
