/** Reads packages without holding the event loop. */
import { inWorker } from '#server/core/parsing/run-job.ts'
import { isUnreadable } from '#server/core/parsing/worker-pool.ts'
import { ImportRefused } from './plan.ts'
import type * as worker from './plan.worker.ts'

/** A cartridge of 2 GB with thousands of pages takes about half of this. */
const DEADLINE_MS = 60_000

const read = inWorker<typeof worker.read>({
  module: new URL('./plan.worker.ts', import.meta.url),
  name: 'read',
  deadlineMs: DEADLINE_MS,
  isLong: true,
})

/** What is in a package; throws {@link ImportRefused}. */
export const readPackage = async (
  input: Parameters<typeof worker.read>[0],
): Promise<worker.PackageContent> => {
  const answer = await read(input).catch((error: unknown) => {
    throw isUnreadable(error) ? new ImportRefused('too_complex') : error
  })
  if ('refused' in answer) throw new ImportRefused(answer.refused.code, answer.refused.detail)
  return answer
}
