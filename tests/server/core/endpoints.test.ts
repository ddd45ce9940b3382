import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allEndpoints } from '#contract/index.ts'
import { startTestServer, type TestServer } from '#tests/support/server/server.ts'

describe('endpoints', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer()
  })
  afterAll(() => server.close())

  it('given the contract, when names and places are read, then each is unique, and every path ends with a slash', () => {
    const names = allEndpoints.map((spec) => spec.name)
    const places = allEndpoints.map((spec) => `${spec.method} ${spec.path}`)
    expect(new Set(names).size).toBe(names.length)
    expect(new Set(places).size).toBe(places.length)
    expect(allEndpoints.length).toBeGreaterThan(25)
    for (const spec of allEndpoints) expect(spec.path).toMatch(/^\/[^?]*\/$/)
  })

  it.each(allEndpoints.map((spec) => [spec.name, spec] as const))(
    'given %s, when the server is asked, then it is mounted',
    (_name, spec) => {
      const url = spec.path.replace(/\{(\w+)\}/g, ':$1')
      expect(server.app.hasRoute({ method: spec.method, url })).toBe(true)
    },
  )

  it('given a path that no endpoint has, when the server is asked, then it is not mounted', () => {
    expect(server.app.hasRoute({ method: 'GET', url: '/api/clients/:clientId/nothing/' })).toBe(false)
  })
})
