import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '#tests/support/server/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

it('answers /healthz without a database query', async () => {
  const answer = await server.app.inject('/healthz')

  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toEqual({ status: 'ok' })
})

it('answers /readyz when the database responds', async () => {
  expect((await server.app.inject('/readyz')).statusCode).toBe(200)
})
