import { connect } from 'node:net'
import { PassThrough, Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPace, readBody } from '#server/core/http/body/read-body.ts'
import { seedDemo } from '#server/demo/seed.ts'
import { createTestClock } from '#tests/support/clock.ts'
import fc from '#tests/support/property.ts'
import { startTestServer, type TestServer } from '#tests/support/server/server.ts'

const BLOCK = 64 * 1024
const limits = { limitBytes: 8 * 1024 * 1024, calmBytes: 2 * BLOCK, waitMs: () => 0 }
const join = (pieces: readonly Uint8Array[]) => Buffer.concat(pieces)

/** Turns of the event loop until the work is done. */
const turnsDuring = async (work: Promise<unknown>): Promise<number> => {
  let turns = 0
  let isDone = false
  void work.finally(() => (isDone = true))
  while (!isDone) {
    await new Promise((resolve) => setImmediate(resolve))
    turns += 1
  }
  return turns
}

describe('the body of a request', () => {
  it('is what was sent, in whatever pieces it came', async () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 100_000 }), { maxLength: 30 })
    await fc.assert(
      fc.asyncProperty(sizes, async (lengths) => {
        const pieces = lengths.map((length, index) => Buffer.alloc(length, index))
        const { size, pieces: read } = await readBody(Readable.from(pieces, { objectMode: false }), limits)
        expect(size).toBe(lengths.reduce((sum, length) => sum + length, 0))
        expect(join(read).equals(join(pieces))).toBe(true)
      }),
      { numRuns: 40 },
    )
  })

  it('is kept in few pieces when it comes byte by byte', async () => {
    const bytes = Array.from({ length: 200_000 }, (_none, index) => Buffer.from([index % 251]))
    const { pieces } = await readBody(Readable.from(bytes, { objectMode: false }), limits)
    expect(pieces.length).toBeLessThan(6)
    expect(join(pieces).equals(join(bytes))).toBe(true)
  })

  it('is refused at the first piece beyond its limit', async () => {
    const payload = new PassThrough()
    const read = readBody(payload, { ...limits, limitBytes: 1_000, calmBytes: 1_000 })
    payload.write(Buffer.alloc(1_001))
    await expect(read).rejects.toMatchObject({ code: 'body_too_large', status: 413 })
  })

  it('is refused when the connection breaks, before or while it is read', async () => {
    const broken = new PassThrough()
    broken.destroy()
    await expect(readBody(broken, limits)).rejects.toMatchObject({ code: 'malformed_request' })
    const breaking = new PassThrough()
    const read = readBody(breaking, limits)
    breaking.write('a')
    breaking.destroy()
    await expect(read).rejects.toMatchObject({ code: 'malformed_request' })
  })

  it('takes a turn for each block of a large body, so that others are served in between', async () => {
    const blocks = 32
    const large = () => Readable.from(Array.from({ length: blocks }, () => Buffer.alloc(BLOCK)))
    const one = await turnsDuring(readBody(large(), limits))
    expect(one).toBeGreaterThan(blocks - 6)
    const two = await turnsDuring(Promise.all([readBody(large(), limits), readBody(large(), limits)]))
    expect(two).toBeGreaterThan(2 * (blocks - 6))

    const calm = { ...limits, calmBytes: limits.limitBytes }
    expect(await turnsDuring(readBody(large(), calm))).toBeLessThan(6)
  })
})

describe('the pace of a sender', () => {
  it('is 16 MB at once and then 8 MB a second, for each sender apart', () => {
    const clock = createTestClock()
    const pace = createPace(clock)
    const readFrom = (sender: string) => {
      let bytes = 0
      while (pace.waitMs(sender) === 0) bytes += BLOCK
      return bytes
    }
    const MB = 1024 * 1024
    expect(readFrom('one')).toBe(16 * MB)
    clock.advance(1_000)
    expect(readFrom('one')).toBe(8 * MB)
    expect(readFrom('two')).toBe(16 * MB)
  })

  it('stops one sender for two seconds after a refused body, however many were refused', () => {
    const clock = createTestClock()
    const pace = createPace(clock)
    for (let refused = 0; refused < 5; refused += 1) pace.noteRefused('one')
    expect(pace.waitMs('two')).toBe(0)
    clock.advance(2_000)
    expect(pace.waitMs('one')).toBeGreaterThan(0)
    clock.advance(20)
    expect(pace.waitMs('one')).toBe(0)
  })

  it('holds back the next block of a large body, and nothing of a small one', async () => {
    const read = async (blocks: number) => {
      let [asked, waits] = [0, 3]
      const payload = Readable.from(Array.from({ length: blocks }, () => Buffer.alloc(BLOCK)))
      const waitMs = () => {
        asked += 1
        return waits-- > 0 ? 1 : 0
      }
      const { size } = await readBody(payload, { ...limits, waitMs })
      return { asked, size }
    }
    expect(await read(2)).toEqual({ asked: 0, size: 2 * BLOCK })
    // Three times too early, then once for each block.
    expect(await read(8)).toEqual({ asked: 3 + 6, size: 8 * BLOCK })
  })
})

describe('a body that nobody will read', () => {
  let server: TestServer
  let port = 0
  beforeAll(async () => {
    server = await startTestServer({ env: { RATE_LIMITS: '0.02' } })
    await seedDemo(server.core, async () => undefined)
    await server.app.listen({ port: 0, host: '127.0.0.1' })
    const address = server.app.server.address()
    port = typeof address === 'object' && address ? address.port : 0
  })
  afterAll(() => server.close())

  /** Sends a head and nothing of its body. */
  const answerTo = (path: string, headers: Readonly<Record<string, string>>): Promise<string> =>
    new Promise((resolve, reject) => {
      const lines = Object.entries({ host: 'a.test', 'content-type': 'application/json', ...headers })
      const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
      const socket = connect(port, '127.0.0.1', () => socket.write(`POST ${path} HTTP/1.1\r\n${head}\r\n`))
      const timeout = setTimeout(() => socket.destroy(new Error('no answer before the body')), 5_000)
      socket.once('data', (bytes: Buffer) => {
        clearTimeout(timeout)
        socket.destroy()
        resolve(bytes.toString())
      })
      socket.on('error', reject)
    })
  const THREADS = '/community-forum/api/clients/7/threads/'
  const LOGIN = '/accounts/clients/7/user/login/'
  const json = (text: string) => JSON.parse(text.split('\r\n\r\n')[1] ?? '') as { code: string }

  it('is answered at its head when the caller is unknown', async () => {
    const answer = await answerTo(THREADS, { 'content-length': '1000000' })
    expect(answer).toContain('HTTP/1.1 401')
    // Node reads the rest, so that a sender who is still sending sees the answer.
    expect(answer).not.toMatch(/connection: close/i)
  })

  it('is answered at its head when it says that it is too large, and the connection ends', async () => {
    const answer = await answerTo(THREADS, { 'content-length': '999999999' })
    expect(answer).toContain('HTTP/1.1 413')
    expect(answer).toMatch(/connection: close/i)
    expect(json(answer).code).toBe('body_too_large')
  })

  it('ends the connection when it does not say how large it is', async () => {
    const answer = await answerTo(THREADS, { 'transfer-encoding': 'chunked' })
    expect(answer).toContain('HTTP/1.1 401')
    expect(answer).toMatch(/connection: close/i)
  })

  it('is answered at its head when the caller has sent too many', async () => {
    const head = { 'content-length': '2' }
    for (let left = 5; left > 0; left -= 1)
      await server.app.inject({ method: 'POST', url: LOGIN, payload: {} })
    expect(await answerTo(LOGIN, head)).toContain('HTTP/1.1 429')
  })
})
