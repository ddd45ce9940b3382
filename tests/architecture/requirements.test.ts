import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { citedIds, knownIds, unknownCitations } from './rules/requirements.ts'
import { root, sources } from './rules/sources.ts'

const known = knownIds(readFileSync(join(root, 'docs/requirements.md'), 'utf8'))
const FOLDERS = ['bench', 'build', 'contract', 'docs', 'e2e', 'public', 'scripts', 'server', 'src', 'tests']
const HERE = /^(?:docs\/requirements\.md|tests\/architecture\/requirements(?:\.test)?\.ts)$/
const files = sources(FOLDERS, /\.(ts|tsx|mjs|js|css|sql|md)$/).filter(({ path }) => !HERE.test(path))

describe('citations of requirements', () => {
  it('cites only requirements that docs/requirements.md explains', () => {
    expect(files.flatMap((file) => unknownCitations(file, known))).toEqual([])
  })

  it('control: reads the whole tree', () => {
    expect(known.size).toBeGreaterThan(100)
    const cited = files.flatMap((file) => citedIds(file, known))
    expect(cited.length).toBeGreaterThan(600)
    expect(new Set(cited).size).toBeGreaterThan(100)
  })

  it.each([
    '/** The tenth section (spec 10). */',
    '/** Two at once (spec 4, 11). */',
    '/** The forecast (rules: Weather). */',
    '/* Over two\n * lines (trust\n * 8.12). */',
    '// A frozen tab (trust pitfall 99)',
    '// Signs out everywhere (spec 5; A99)',
    '/** A flashing button (EX99). */',
    "it('Z1: has no such invariant', () => {})",
    "it('H1, H9 control: finds nothing', () => {})",
    '// Never jumps (TRUST §8.2)',
    '// Calm (DESIGN principle 5)',
  ])('control: finds an unknown citation in %s', (text) => {
    expect(unknownCitations({ path: 'planted.ts', text }, known)).toHaveLength(1)
  })

  it('control: accepts known citations and code that looks like one', () => {
    const text = `/** Refreshes once (spec 4, 9; rules: Accounts; trust 8.2; A1, A9). */
      const check = (rules: Rules, cell = sum(A77)) => rules // rules of the draw
      it('A12 control: finds a tracker', () => {})`
    expect(unknownCitations({ path: 'planted.ts', text }, known)).toEqual([])
  })
})
