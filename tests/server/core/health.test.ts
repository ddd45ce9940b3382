import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '#tests/support/server/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

it('given a served product, when health is asked, then it says ok without asking the database', async () => {
  const answer = await server.app.inject('/healthz')

  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toEqual({ status: 'ok' })
})

it('given a database that answers, when readiness is asked, then it says ok', async () => {
  expect((await server.app.inject('/readyz')).statusCode).toBe(200)
})
