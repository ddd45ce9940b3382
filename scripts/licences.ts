/** `npm run licences`: counts the packages by licence, and fails if one is not allowed (scripts/lib/packages.ts). */
import { join } from 'node:path'
import { installedLicenceIn, licenceProblems, readLock } from './lib/packages.ts'

const root = join(import.meta.dirname, '..')
const packages = readLock(root)
const counts = new Map<string, number>()
for (const { license = 'none' } of Object.values(packages))
  counts.set(license, (counts.get(license) ?? 0) + 1)
for (const [licence, count] of [...counts].toSorted((a, b) => b[1] - a[1]))
  console.log(`${String(count).padStart(5)}  ${licence}`)
const problems = licenceProblems(packages, installedLicenceIn(root))
for (const problem of problems) console.error(problem)
process.exitCode = problems.length > 0 ? 1 : 0
