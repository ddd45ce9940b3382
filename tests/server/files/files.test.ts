import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { byteRange } from '#server/core/http/page/byte-range.ts'
import { nameFor, typeOfName } from '#server/features/files/file-name.ts'
import { storeFile } from '#server/features/files/index.ts'
import { featuresAsUser } from '#tests/support/as-user.ts'
import { addClient } from '#tests/support/server/people.ts'
import { startTestServer, type TestServer } from '#tests/support/server/server.ts'

const CONTENT = Buffer.from('0123456789'.repeat(1000))
let server: TestServer
let url: string

beforeAll(async () => {
  server = await startTestServer({ features: featuresAsUser })
  await addClient(server.db, { id: 7 })
  await addClient(server.db, { id: 8 })
  await addClient(server.db, { id: 9, active: false })
  // A post's picture: everybody may fetch it, so these tests need no session.
  const file = { words: 'post', ending: 'webp', content: CONTENT }
  url = await storeFile(server.config.dataDir, 7, file)
  await storeFile(server.config.dataDir, 9, file)
  await writeFile(join(server.config.dataDir, 'secret.txt'), 'canary')
  await mkdir(join(server.config.dataDir, 'files', '7', 'folder.0123456789abcdef0123.webm'))
})
afterAll(() => server.close())

const get = (path: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  server.app.inject({ method, url: path, headers })

describe('stored files', () => {
  test('serves the whole file with its type, caching headers and sandbox', async () => {
    const reply = await get(url)
    expect(reply.statusCode).toBe(200)
    expect(reply.rawPayload.equals(CONTENT)).toBe(true)
    expect(reply.headers).toMatchObject({
      'content-type': 'image/webp',
      'content-length': String(CONTENT.length),
      'accept-ranges': 'bytes',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-site',
    })
    expect(reply.headers['content-encoding']).toBeUndefined()
  })

  test.each([
    ['bytes=0-0', '0', 'bytes 0-0/10000'],
    ['bytes=5-9', '56789', 'bytes 5-9/10000'],
    ['bytes=9995-', '56789', 'bytes 9995-9999/10000'],
    ['bytes=-3', '789', 'bytes 9997-9999/10000'],
    ['bytes=9998-99999999', '89', 'bytes 9998-9999/10000'],
  ])('serves exactly the bytes of the range %s', async (range, body, header) => {
    const reply = await get(url, { range })
    expect([reply.statusCode, reply.body]).toEqual([206, body])
    expect(reply.headers).toMatchObject({ 'content-range': header, 'content-length': String(body.length) })
  })

  test('answers 416 with the size for a range beyond the end', async () => {
    const reply = await get(url, { range: 'bytes=10000-' })
    expect([reply.statusCode, reply.headers['content-range'], reply.body]).toEqual([416, 'bytes */10000', ''])
  })

  test.each(['bytes=9-5', 'bytes=a-b', 'bytes=0-1,3-4', 'items=0-1', 'bytes=-'])(
    'serves the whole file for the unusable range %s',
    async (range) => {
      expect((await get(url, { range })).rawPayload.length).toBe(CONTENT.length)
    },
  )

  test('answers HEAD, If-None-Match and If-Range as HTTP demands', async () => {
    const head = await get(url, {}, 'HEAD')
    expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([200, '', '10000'])
    const etag = String(head.headers['etag'])
    expect((await get(url, { 'if-none-match': etag })).statusCode).toBe(304)
    expect((await get(url, { range: 'bytes=0-1', 'if-range': etag })).statusCode).toBe(206)
    expect((await get(url, { range: 'bytes=0-1', 'if-range': '"old"' })).statusCode).toBe(200)
  })

  test.each([
    '/files/7/',
    '/files/7',
    '/files/',
    '/files/7/clip.webm',
    '/files/7/../../secret.txt',
    '/files/7/..%2f..%2fsecret.txt',
    '/files/7/%2e%2e%2f%2e%2e%2fsecret.txt',
    '/files/7/..%5c..%5csecret.txt',
    '/files/7/secret.txt%00.0123456789abcdef0123.webm',
    '/files/7/folder.0123456789abcdef0123.webm',
    '/files/7/clip.00000000000000000000.webm',
    '/files/7/clip.00000000000000000000.html',
    '/files/..%2f7/x',
    '/files/0/x',
    '/files/404/clip.00000000000000000000.webm',
  ])('answers 404 for %s', async (path) => {
    const reply = await get(path)
    expect(reply.statusCode).toBe(404)
    expect(reply.body).not.toContain('canary')
  })

  test("hides a tenant's file from other tenants and from inactive ones", async () => {
    expect((await get(url.replace('/files/7/', '/files/8/'))).statusCode).toBe(404)
    expect((await get(url.replace('/files/7/', '/files/9/'))).statusCode).toBe(404)
  })

  test('stores the same content once and leaves no temporary file', async () => {
    expect(
      await storeFile(server.config.dataDir, 7, { words: 'post', ending: 'webp', content: CONTENT }),
    ).toBe(url)
    const names = await readdir(join(server.config.dataDir, 'files', '7'))
    expect(names.filter((name) => name.startsWith('.'))).toEqual([])
  })
})

describe('names and ranges', () => {
  test('gives other content another name and rejects names outside the pattern', () => {
    expect(nameFor('a', 'webp', Buffer.from('x'))).not.toBe(nameFor('a', 'webp', Buffer.from('y')))
    expect(() => nameFor('../a', 'webp', CONTENT)).toThrow('not a name')
    expect(() => nameFor('a', 'html', CONTENT)).toThrow('not a name')
    expect(typeOfName('constructor.00000000000000000000.toString')).toBeNull()
  })

  test('cannot satisfy a range of an empty file', () => {
    expect(byteRange('bytes=0-', 0)).toBe('unsatisfiable')
    expect(byteRange('bytes=-1', 0)).toBe('unsatisfiable')
  })
})
