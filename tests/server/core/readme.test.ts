import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { settingsTable, tableInReadme } from '../../../scripts/settings-table.ts'

const root = resolve(import.meta.dirname, '..', '..', '..')
const readme = readFileSync(join(root, 'README.md'), 'utf8')
const scripts = (
  JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> }
).scripts

describe('README', () => {
  it('has the same settings table as the code', () => {
    expect(tableInReadme()).toBe(settingsTable())
    expect(settingsTable()).toContain('`PORT`')
  })

  it('names only existing npm scripts', () => {
    const named = [...readme.matchAll(/npm run ([a-z0-9:]+)/g)].map((match) => match[1] as string)
    expect(named.length).toBeGreaterThan(5)
    for (const name of [...named, 'start', 'test']) expect(scripts[name], name).toBeTypeOf('string')
  })

  it('links only to existing files', () => {
    const targets = [...readme.matchAll(/\]\(([^)#]+)\)/g)]
      .map((match) => match[1] as string)
      .filter((to) => !/^https?:/.test(to))
    expect(targets.length).toBeGreaterThan(2)
    for (const target of targets) expect(existsSync(join(root, target)), target).toBe(true)
  })
})
