import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { describe, expect, it } from 'vitest'
import { deadNames, deadPaths, noteProblems, titleOf } from './rules/documents.ts'
import { root, sources, type Source } from './rules/sources.ts'

const read = (path: string): Source => ({ path, text: readFileSync(join(root, path), 'utf8') })
const exists = (path: string) => existsSync(join(root, path))
const FOLDERS = ['bench', 'build', 'contract', 'docs', 'e2e', 'public', 'scripts', 'server', 'src', 'tests']
const files = [
  ...sources(FOLDERS, /\.(ts|tsx|mjs|js|css|sql|md)$/),
  ...['README.md', '.github/CONTRIBUTING.md'].map(read),
].filter(({ path }) => !path.startsWith('tests/architecture/documents'))
const INDEX = 'docs/decisions/README.md'
const notes = files.filter(({ path }) => path.startsWith('docs/decisions/') && path !== INDEX)

describe('a document', () => {
  it('names only files that exist', () => {
    expect(files.flatMap((file) => deadPaths(file, exists))).toEqual([])
  })

  it('names files by the end of a path that exists', () => {
    const paths = [...readdirSync(root), ...sources(FOLDERS, /./).map(({ path }) => path)]
    expect(files.flatMap((file) => deadNames(file, paths))).toEqual([])
  })

  it('control: finds the name of a file that is nowhere', () => {
    const page = {
      path: 'docs/page.md',
      text: 'In `src/core`: `none.ts`, `lists/ListShell.tsx`, `lists/none.tsx`.',
    }
    expect(deadNames(page, ['src/core/lists/ListShell.tsx'])).toHaveLength(2)
  })

  it('control: finds a dead link, a dead path in backticks and a dead note in a comment', () => {
    const page =
      '[a](walks/none.md) [b](../README.md) `src/core/none.ts` `server/core` [c](https://x.test/none)'
    expect(deadPaths({ path: 'docs/page.md', text: page }, exists)).toHaveLength(2)
    const comment = '// Why: docs/decisions/server/none.md'
    expect(deadPaths({ path: 'src/x.ts', text: comment }, exists)).toHaveLength(1)
  })
})

describe('a decision note', () => {
  it('has a title, a date and four short parts', () => {
    expect(notes.length).toBeGreaterThan(40)
    expect(notes.flatMap(noteProblems)).toEqual([])
  })

  it('is in a topic’s folder and in the index with their title', () => {
    const index = read(INDEX).text
    const missing = notes.filter(({ path, text }) => {
      const target = posix.relative(posix.dirname(INDEX), path)
      return dirname(target) === '.' || !index.includes(`[${titleOf(text)}](${target})`)
    })
    expect(missing.map(({ path }) => path)).toEqual([])
  })

  it('control: finds a note without parts', () => {
    expect(noteProblems({ path: 'x.md', text: '# Decide\n\n2026-11-21\n\n**Context.** Why.' })).toHaveLength(
      3,
    )
  })
})
