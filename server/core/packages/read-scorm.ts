/** Reads SCORM manifests without holding the event loop. */
import { inWorker } from '../parsing/run-job.ts'
import { isUnreadable } from '../parsing/worker-pool.ts'
import { PackageError } from './package-error.ts'
import type { ScormManifest } from './scorm-parts.ts'
import type * as worker from './scorm.worker.ts'

const DEADLINE_MS = 20_000

const read = inWorker<typeof worker.read>({
  module: new URL('./scorm.worker.ts', import.meta.url),
  name: 'read',
  deadlineMs: DEADLINE_MS,
  isLong: true,
})

/** The manifest of the package at a path; null for a package that is not SCORM. Throws {@link PackageError}. */
export const readScormAt = async (path: string): Promise<ScormManifest | null> => {
  const answer = await read(path).catch((error: unknown) => {
    throw isUnreadable(error) ? new PackageError('too_complex') : error
  })
  if ('refused' in answer) throw new PackageError(answer.refused.code, answer.refused.detail)
  return answer.value
}
