/** Policy of an endpoint is data in the contract: shared machinery names neither endpoints nor their paths. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { allEndpoints } from '#contract/index.ts'
import { API_PREFIXES } from '#contract/server-paths.ts'
import { root, sources, type Source } from './rules/sources.ts'

const machinery = [
  ...sources(['server/core', 'src/core', 'public', 'build']),
  { path: 'vite.config.ts', text: readFileSync(join(root, 'vite.config.ts'), 'utf8') },
]

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\-]/g, String.raw`\$&`)
const anyOf = (words: Iterable<string>) => [...new Set(words)].map(escaped).join('|')

/** A name in quotes, or a regular expression over names. */
const NAME = new RegExp(
  `['"\`/^|(](?:${anyOf(allEndpoints.map(({ name }) => name))})['"\`/$|)]` +
    `|\\b(?:${anyOf(allEndpoints.map(({ name }) => name.split('.', 1)[0] as string))})\\\\\\.`,
)
/** A prefix at the start of a string or within an alternation; `/api` also holds the server's own documents. */
const PREFIX = new RegExp(
  `['"\`(|^](?:\\\\?/)?(?:${anyOf(
    API_PREFIXES.filter((prefix) => prefix !== '/api').map((prefix) => prefix.slice(1)),
  )})(?:[|/)]|['"\`],?$)`,
)

const hits = (files: readonly Source[], pattern: RegExp) =>
  files.flatMap(({ path, text }) =>
    text
      .split('\n')
      .flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1} ${line.trim()}`] : [])),
  )
const found = (line: string, pattern: RegExp) => hits([{ path: 'x.ts', text: line }], pattern).length === 1

describe('server/core, src/core, the worker and the build', () => {
  it('name no endpoint', () => {
    expect(machinery.length).toBeGreaterThan(100)
    expect(hits(machinery, NAME)).toEqual([])
  })

  it.each([
    [`if (spec.name !== 'clients.publicInfo') return`],
    [`  'auth.login': perMinute(10),`],
    [String.raw`const CACHED = /^(courses\.(list|detail)|problems\.get)$/`],
  ])('control: finds the name in %s', (line) => {
    expect(found(line, NAME)).toBe(true)
  })

  it('name no path prefix of the API', () => {
    expect(hits(machinery, PREFIX)).toEqual([])
  })

  it.each([
    [String.raw`const NOT_PAGES = /^\/(api|accounts|activity|files)(\/|$)/`],
    [`  '/community-forum',`],
    [`fetch('/accounts/clients/7/user/login/')`],
  ])('control: finds the prefix in %s', (line) => {
    expect(found(line, PREFIX)).toBe(true)
  })
})
