import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { compressAnswer } from '#server/core/http/page/compress.ts'

it.each([
  [false, 'br'],
  [true, undefined],
])('compresses a response with secrets: %s as %s', async (hasSecrets, encoding) => {
  const app = Fastify()
  app.addHook('onSend', compressAnswer)
  app.get('/', { config: { hasSecrets } }, () => ({ token: 'x'.repeat(3_000) }))

  const answer = await app.inject({ url: '/', headers: { 'accept-encoding': 'br' } })

  expect(answer.headers['content-encoding']).toBe(encoding)
  await app.close()
})
