/** Strangers' bytes are parsed in worker threads: the server's event loop never loads a parser library. */
import { describe, expect, it } from 'vitest'
import { importsOf, sources, targetOf, type Source } from './rules/sources.ts'

const PARSERS = /^(?:sanitize-html|fast-xml-parser|csv-parse|htmlparser2|parse5|jsonld)(?:\/|$)/

/** Imports of types load nothing. */
const loadedBy = (text: string): string[] =>
  importsOf(text.replaceAll(/\b(?:import|export) type\b[^'"]*from\s*['"][^'"]+['"]/g, ''))

/** One line for each file that `entry` loads, directly or not, and that loads a parser library. */
const parsersLoadedFrom = (entry: string, files: readonly Source[]): string[] => {
  const textAt = new Map(files.map(({ path, text }) => [path, text]))
  const seen = new Set([entry])
  const found: string[] = []
  // A set grows while it is walked.
  for (const path of seen)
    for (const specifier of loadedBy(textAt.get(path) ?? '')) {
      const target = targetOf(path, specifier)
      if (target !== null) seen.add(target)
      else if (PARSERS.test(specifier)) found.push(`${path} imports ${specifier}`)
    }
  return found
}

const files = sources(['contract', 'server'])

describe('parsers', () => {
  it('loads no parser library into the event loop of the server', () => {
    expect(parsersLoadedFrom('server/main.ts', files)).toEqual([])
  })

  it('control: finds the parsers of worker modules', () => {
    // JSON, captions and the check of PDF files need no library; documents are drawn, not parsed.
    const workers = files.filter(
      ({ path }) => path.endsWith('.worker.ts') && !/\/(?:captions|json|pdf|typst)\.worker\.ts$/.test(path),
    )
    expect(workers.length).toBeGreaterThanOrEqual(4)
    for (const { path } of workers) expect(parsersLoadedFrom(path, files)).not.toEqual([])
  })

  it('control: finds a parser behind another module', () => {
    const planted = [
      { path: 'server/main.ts', text: "import { a } from './a.ts'" },
      { path: 'server/a.ts', text: "import type { T } from 'csv-parse'\nimport parse from 'sanitize-html'" },
    ]
    expect(parsersLoadedFrom('server/main.ts', planted)).toEqual(['server/a.ts imports sanitize-html'])
  })
})
