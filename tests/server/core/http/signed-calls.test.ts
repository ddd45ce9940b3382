import { afterAll, beforeAll, expect, it } from 'vitest'
import { FAILED_AUTH_LIMIT } from '#server/core/http/limit.ts'
import { seedDemo } from '#server/demo/seed.ts'
import { startTestServer, type TestServer } from '#tests/support/server/server.ts'

const FACTOR = 0.01
const ALLOWED = FAILED_AUTH_LIMIT.requests * FACTOR

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ env: { RATE_LIMITS: String(FACTOR) } })
  await seedDemo(server.core, async () => undefined)
})
afterAll(() => server.close())

const send = async (url: string, type: string, remoteAddress: string) =>
  (
    await server.app.inject({
      method: 'POST',
      url,
      remoteAddress,
      headers: { 'content-type': type },
      payload: '{"forged":true}',
    })
  ).statusCode

it.each([
  ['payment provider', '/payment-messages/test/7/', 'application/json', '198.51.100.1'],
  [
    'meeting service',
    '/meeting-events/bigbluebutton/7/?checksum=x',
    'application/x-www-form-urlencoded',
    '198.51.100.2',
  ],
])('refuses an address that keeps forging calls of a %s', async (_name, url, type, address) => {
  const statuses = []
  for (let n = 0; n < ALLOWED + 8; n += 1) statuses.push(await send(url, type, address))
  expect(statuses).toEqual([...Array(ALLOWED).fill(401), ...Array(8).fill(429)])
  expect(await send(url, type, '198.51.100.9')).toBe(401)
})
