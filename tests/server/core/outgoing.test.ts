import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createOutgoing } from '#server/core/security/outgoing.ts'
import { internetOf } from '#server/core/security/web-probe.ts'
import { testOutgoing } from '#tests/support/live/outgoing.ts'

let server: Server
let port: number
beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url === '/moved') response.writeHead(302, { location: 'http://inner.test/secret' }).end()
    else if (request.url === '/large') response.end(Buffer.alloc(1024 ** 2 + 1))
    else request.pipe(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ;({ port } = server.address() as AddressInfo)
})
afterAll(() => server.close())

const at = (path: string) => `http://service.test:${port}${path}`

describe('outgoing requests', () => {
  it('sends a body and reads the answer', async () => {
    const answer = await testOutgoing().send({ url: at('/'), method: 'POST', body: 'héllo' })
    expect(answer).toEqual({ status: 200, body: 'héllo' })
  })

  it('does not follow a redirect', async () => {
    const answer = await testOutgoing().send({ url: at('/moved'), method: 'GET' })
    expect(answer.status).toBe(302)
  })

  it('gives up on an answer that is too large', async () => {
    await expect(testOutgoing().send({ url: at('/large'), method: 'GET' })).rejects.toMatchObject({
      failure: 'no-answer',
    })
  })

  it.each([
    ['http://inner.test/', 'not-allowed'],
    ['http://a:b@service.test/', 'not-allowed'],
    ['file:///etc/passwd', 'not-allowed'],
    ['no address', 'not-allowed'],
    ['http://gone.invalid/', 'unknown-host'],
  ])('refuses %s', async (url, failure) => {
    await expect(testOutgoing().send({ url, method: 'GET' })).rejects.toMatchObject({ failure })
  })

  it('contacts no private address by default', async () => {
    for (const host of ['127.0.0.1', '169.254.169.254', '[::1]', '10.0.0.1'])
      await expect(
        createOutgoing(internetOf({ outgoingHosts: null })).send({
          url: `http://${host}:${port}/`,
          method: 'GET',
        }),
      ).rejects.toMatchObject({ failure: 'not-allowed' })
  })
})
