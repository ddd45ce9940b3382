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
  it('given the settings in the code, when its table is read, then it says the same', () => {
    expect(tableInReadme()).toBe(settingsTable())
    expect(settingsTable()).toContain('`PORT`')
  })

  it('given its commands, when package.json is read, then each exists', () => {
    const named = [...readme.matchAll(/npm run ([a-z0-9:]+)/g)].map((match) => match[1] as string)
    expect(named.length).toBeGreaterThan(5)
    for (const name of [...named, 'start', 'test']) expect(scripts[name], name).toBeTypeOf('string')
  })

  it('given its links and pictures, when followed, then they are there', () => {
    const targets = [...readme.matchAll(/\]\(([^)#]+)\)/g)]
      .map((match) => match[1] as string)
      .filter((to) => !/^https?:/.test(to))
    expect(targets.length).toBeGreaterThan(2)
    for (const target of targets) expect(existsSync(join(root, target)), target).toBe(true)
  })
})
