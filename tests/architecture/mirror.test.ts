import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from './rules/sources.ts'

const folders = (path: string) =>
  existsSync(join(root, path))
    ? readdirSync(join(root, path), { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map((entry) => entry.name)
    : []

describe('tests mirror the sources', () => {
  it.each([
    ['src/features', 'tests/src/features'],
    ['server/features', 'tests/server'],
  ])('finds tests for each feature of %s in %s', (sourceFolder, testFolder) => {
    const untested = folders(sourceFolder).filter((name) => !folders(testFolder).includes(name))
    expect(untested).toEqual([])
  })

  it('finds the feature of each test folder', () => {
    const orphans = folders('tests/src/features').filter((name) => !folders('src/features').includes(name))
    expect(orphans).toEqual([])
  })
})
