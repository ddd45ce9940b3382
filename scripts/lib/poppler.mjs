// Finds poppler's PDF tools, with which one test reads certificates, or installs Debian's package (as root).
import { spawnSync } from 'node:child_process'
import { installPackage } from './debian.mjs'

/** One test is not worth more. */
const WITHIN_MS = 60_000
const TOOLS = ['pdfinfo', 'pdffonts', 'pdftotext']

const hasPoppler = () =>
  TOOLS.every((tool) => spawnSync(tool, ['-v'], { stdio: 'ignore' }).error === undefined)

/** @returns {boolean} whether they are there (the caller reports it if not; the test skips itself) */
export const ensurePoppler = () => {
  if (hasPoppler()) return true
  installPackage('poppler-utils', WITHIN_MS)
  return hasPoppler()
}
