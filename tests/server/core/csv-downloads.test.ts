import { get, type IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { createCsvDownloads } from '#server/core/files/csv-downloads.ts'
import type { RequestPipeline } from '#server/core/http/pipeline.ts'
import { systemClock } from '#server/core/clock.ts'

const PIECE = 'x'.repeat(1_000_000)
const PIECES = 300

it('reads no further than the download has come', async () => {
  let made = 0
  async function* pieces() {
    for (; made < PIECES; made += 1) yield await Promise.resolve(PIECE)
  }
  const downloads = createCsvDownloads(
    { secret: () => Buffer.alloc(32), clock: systemClock },
    { area: 'test', pieces },
  )
  const app = Fastify()
  downloads.register(app, {
    findTenant: () => Promise.resolve({ isActive: true }),
  } as unknown as RequestPipeline)
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  try {
    const { url } = downloads.addressFor(7, 'test.csv', {})
    const answer = await new Promise<IncomingMessage>((resolve) => get(new URL(url, origin), resolve))
    await sleep(500)
    // What the sockets of both sides hold.
    expect(made).toBeLessThan(PIECES / 5)
    let bytes = 0
    for await (const chunk of answer) bytes += (chunk as Buffer).length
    expect(bytes).toBe(PIECE.length * PIECES)
  } finally {
    await app.close()
  }
})
