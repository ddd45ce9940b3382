import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allEndpoints } from '#contract/index.ts'
import { isBelow } from '#contract/path-below.ts'
import { SERVER_PATHS } from '#contract/server-paths.ts'
import { startTestServer, type TestServer } from '#tests/support/server/server.ts'

describe('endpoints', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer()
  })
  afterAll(() => server.close())

  it('have unique names and paths, and every path ends with a slash', () => {
    const names = allEndpoints.map((spec) => spec.name)
    const routes = allEndpoints.map((spec) => `${spec.method} ${spec.path}`)
    expect(new Set(names).size).toBe(names.length)
    expect(new Set(routes).size).toBe(routes.length)
    expect(allEndpoints.length).toBeGreaterThan(25)
    for (const spec of allEndpoints) expect(spec.path).toMatch(/^\/[^?]*\/$/)
  })

  it.each(allEndpoints.map((spec) => [spec.name, spec] as const))('mounts %s', (_name, spec) => {
    const url = spec.path.replace(/\{(\w+)\}/g, ':$1')
    expect(server.app.hasRoute({ method: spec.method, url })).toBe(true)
  })

  it('mounts nothing outside the paths that the worker and the proxy know', () => {
    const routes = [...server.app.printRoutes({ commonPrefix: false }).matchAll(/^[├└]── (\/\S*)/gm)].map(
      ([, path]) => path as string,
    )
    expect(routes.length).toBeGreaterThan(50)
    expect(routes.filter((path) => !isBelow(SERVER_PATHS, path))).toEqual([])
  })

  it('control: does not mount an unknown path', () => {
    expect(server.app.hasRoute({ method: 'GET', url: '/api/clients/:clientId/nothing/' })).toBe(false)
  })
})
