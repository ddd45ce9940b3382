import { describe, expect, it } from 'vitest'
import { cyclesIn } from './rules/cycles.ts'
import { sources } from './rules/sources.ts'

const files = sources(['contract', 'src', 'server'], /\.(ts|tsx)$/)

describe('import cycles', () => {
  it('finds none, imports of types included', () => {
    expect(cyclesIn(files)).toEqual([])
  })

  it('sees the whole tree', () => {
    expect(files.length).toBeGreaterThan(1000)
  })

  it.each([
    ['a value', "import { b } from './b.ts'", "import { a } from './a.ts'"],
    ['a type', "import type { B } from './b.ts'", "import type { A } from '#src/core/a.ts'"],
    ['a lazy import', "const b = import('./b.ts')", "import { a } from './a.ts'"],
    ['a re-export', "export { b } from './b.ts'", "import { type A, a } from './a.ts'"],
  ])('control: finds a planted cycle through %s', (_what, a, b) => {
    const planted = [
      { path: 'src/core/a.ts', text: a },
      { path: 'src/core/b.ts', text: b },
    ]
    expect(cyclesIn([...files, ...planted]).filter((group) => group.includes('src/core/a.ts'))).toEqual([
      ['src/core/a.ts', 'src/core/b.ts'],
    ])
  })

  it('control: finds a longer cycle, and none in a chain', () => {
    const file = (name: string, imported: string) => ({
      path: `src/${name}.ts`,
      text: `import './${imported}.ts'`,
    })
    expect(cyclesIn([file('a', 'b'), file('b', 'c'), file('c', 'a')])).toEqual([
      ['src/a.ts', 'src/b.ts', 'src/c.ts'],
    ])
    expect(cyclesIn([file('a', 'b'), file('b', 'c'), file('c', 'd')])).toEqual([])
  })
})
