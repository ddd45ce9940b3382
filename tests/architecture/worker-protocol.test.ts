import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { allEndpoints } from '#contract/index.ts'
import { SERVER_PATHS } from '#contract/server-paths.ts'
import { fillServerPaths } from '../../build/worker-paths.ts'
import { root } from './rules/sources.ts'

/** The messages of the specification (spec 7). */
const TO_WORKER = ['PWA_CONFIG', 'SKIP_WAITING', 'CLEAR_CACHES']
const FROM_WORKER = ['REQUEST_PWA_CONFIG', 'GET_CLIENT_ID', 'CACHE_CLEARED']

const worker = readFileSync(join(root, 'public/sw-custom.js'), 'utf8')
const page = readFileSync(join(root, 'src/core/pwa/messages.ts'), 'utf8')
const named = (text: string, name: string) => new RegExp(`['"]${name}['"]`).test(text)

describe('service worker protocol', () => {
  it.each([...TO_WORKER, ...FROM_WORKER])('knows %s on both sides', (name) => {
    expect(named(worker, name)).toBe(true)
    expect(named(page, name)).toBe(true)
  })

  it('uses only messages of the specification', () => {
    const names = (text: string) =>
      [...text.matchAll(/['"]([A-Z]{3,}(?:_[A-Z]+)+)['"]/g)].map((match) => match[1])
    for (const name of [...names(worker), ...names(page)])
      expect([...TO_WORKER, ...FROM_WORKER]).toContain(name)
  })

  it('gets every path of the server from the build', () => {
    const built = fillServerPaths(worker)
    expect(built).toContain(JSON.stringify(SERVER_PATHS))
    expect(built).not.toContain('__SERVER_PATHS')
    for (const { path } of allEndpoints)
      expect(SERVER_PATHS.some((prefix) => path.startsWith(`${prefix}/`))).toBe(true)
    expect(() => fillServerPaths('')).toThrow('exactly once')
  })

  it('has the placeholder of the precache list exactly once', () => {
    expect(worker.split('self.__WB_MANIFEST')).toHaveLength(2)
    expect(worker).not.toMatch(/^\s*(import|export)\s/m)
  })
})
