import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { brokenRanks, CORE_RANKS, forbiddenFor, rankOf } from './rules/ranks.ts'
import { root, sources } from './rules/sources.ts'

const files = sources(['src/core'], /\.(ts|tsx)$/)
const folders = [
  ...new Set(
    files.map(({ path }) => path.split('/')).flatMap((parts) => (parts.length > 3 ? [parts[2]] : [])),
  ),
]

interface Override {
  files: string[]
  rules: { 'no-restricted-imports'?: [string, { patterns: { group: string[] }[] }] }
}
const lintRules = (
  JSON.parse(readFileSync(join(root, '.oxlintrc.json'), 'utf8')) as { overrides: Override[] }
).overrides

describe('ranks in src/core', () => {
  it('are kept: no folder imports one of its own rank or a higher one', () => {
    expect(brokenRanks(files)).toEqual([])
  })

  it('have a place for every folder', () => {
    expect(folders.filter((folder) => rankOf(folder ?? '') === -1)).toEqual([])
    expect(CORE_RANKS.flat().filter((folder) => !folders.includes(folder))).toEqual([])
  })

  it('see the whole of core', () => {
    expect(files.length).toBeGreaterThan(90)
  })

  it.each(CORE_RANKS.flat())('are told by the linter in %s', (folder) => {
    const rule = lintRules.findLast((override) => override.files.includes(`src/core/${folder}/**`))
    const groups = rule?.rules['no-restricted-imports']?.[1].patterns.flatMap(({ group }) => group) ?? []
    const forbidden = forbiddenFor(rankOf(folder)).filter((pattern) => pattern !== `#src/core/${folder}/*`)
    expect(forbidden.filter((pattern) => !groups.includes(pattern))).toEqual([])
    expect(groups).toEqual(expect.arrayContaining(['#src/features/*', '#src/app/*', '#server/*']))
  })

  it.each([
    ['src/core/storage/x.ts', "import { a } from '#src/core/http/x.ts'"],
    ['src/core/http/x.ts', "import type { A } from '../session/x.ts'"],
    ['src/core/session/x.ts', "const a = await import('#src/core/offline/db.ts')"],
    ['src/core/session/x.ts', "const a = await import('#src/core/sign-out/end-session.ts')"],
    ['src/core/offline/queue/x.ts', "import { a } from '../../activity/x.ts'"],
    ['src/core/activity/x.ts', "import { a } from '#src/core/pwa/x.ts'"],
    ['src/core/pwa/x.ts', "import { a } from '#src/core/sign-out/sign-out.ts'"],
    ['src/core/paths.ts', "import { a } from '#src/core/storage/x.ts'"],
    ['src/core/misc/x.ts', "import { a } from '#src/core/storage/x.ts'"],
  ])('control: finds the planted import in %s (%s)', (path, text) => {
    expect(brokenRanks([{ path, text }])).toHaveLength(1)
  })

  it.each([
    ['src/core/activity/x.ts', "import { a } from '#src/core/offline/db.ts'"],
    ['src/core/storage/x.ts', "import { a } from '#src/core/paths.ts'"],
    ['src/core/offline/queue/x.ts', "import { a } from '../db.ts'"],
  ])('control: leaves the import in %s alone (%s)', (path, text) => {
    expect(brokenRanks([{ path, text }])).toEqual([])
  })
})
