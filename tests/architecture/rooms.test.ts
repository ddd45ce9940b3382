import { posix } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sources } from './rules/sources.ts'

/** More files side by side than this are hard to take in. */
const MAX_FILES = 20

const crowdedFolders = (paths: readonly string[]): string[] =>
  [...Map.groupBy(paths, (path) => posix.dirname(path))]
    .filter(([, files]) => files.length > MAX_FILES)
    .map(([folder, files]) => `${folder} has ${files.length} files: group them by topic.`)

const paths = sources(['contract', 'src', 'server', 'tests', 'e2e', 'build', 'bench', 'scripts']).map(
  ({ path }) => path,
)

describe('rooms', () => {
  it('has at most 20 source files in a folder', () => {
    expect(crowdedFolders(paths)).toEqual([])
  })

  it('control: finds a planted crowd', () => {
    const crowd = Array.from({ length: MAX_FILES + 1 }, (_, index) => `src/core/crowd/file-${index}.ts`)
    expect(crowdedFolders([...paths, ...crowd])).toEqual([
      'src/core/crowd has 21 files: group them by topic.',
    ])
  })
})
