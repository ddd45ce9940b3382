/** Runs in a worker thread. */
import { PackageError, type PackageAnswer } from './package-error.ts'
import type { ScormManifest } from './scorm-parts.ts'
import { readScorm } from './scorm.ts'
import { openZip } from './zip.ts'

/** The manifest of the package at a path; null for a package that is not SCORM. */
export const read = async (path: string): Promise<PackageAnswer<ScormManifest | null>> => {
  try {
    const zip = await openZip(path)
    try {
      return { value: await readScorm(zip) }
    } finally {
      zip.close()
    }
  } catch (error) {
    if (error instanceof PackageError) return { refused: { code: error.code, detail: error.detail } }
    throw error
  }
}
