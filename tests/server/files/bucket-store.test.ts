import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from '#server/core/config.ts'
import { bucketStore } from '#server/features/files/bucket-store.ts'
import {
  dropStored,
  linkIntoStore,
  openStored,
  storedFileExists,
  storeFile,
} from '#server/features/files/index.ts'
import { featuresAsUser } from '#tests/support/as-user.ts'
import { addClient, addPerson, fileCookie } from '#tests/support/server/people.ts'
import { startTestServer, type TestServer } from '#tests/support/server/server.ts'
import { startS3, type S3Fake } from './s3-fake.ts'

const CONTENT = Buffer.from('0123456789'.repeat(20_000))
const video = { words: 'film', ending: 'mp4', content: CONTENT }

let s3: S3Fake
beforeEach(async () => {
  s3 = await startS3()
})
afterEach(() => s3.close())

describe('bucket store', () => {
  it("stores content once, in the client's folder, with the same address as on disk", async () => {
    const store = bucketStore(s3.config)

    const url = await storeFile(store, 7, video)
    await storeFile(store, 7, video)

    expect(url).toMatch(/^\/files\/7\/film\.[0-9a-f]{20}\.mp4$/)
    expect([...s3.objects].map(([path, { bytes, type }]) => [path, bytes.length, type])).toEqual([
      [`/lessons${url}`, CONTENT.length, 'video/mp4'],
    ])
    expect(s3.calls.filter((call) => call.startsWith('PUT'))).toHaveLength(1)
  })

  it('streams a file from disk into the bucket', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'bucket-'))
    try {
      const path = join(folder, 'part')
      await writeFile(path, CONTENT)

      const url = await linkIntoStore(bucketStore(s3.config), 7, { words: 'film', ending: 'webm', path })

      expect(s3.objects.get(`/lessons${url}`)?.bytes.equals(CONTENT)).toBe(true)
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  it('reads, measures and drops a stored file', async () => {
    const store = bucketStore(s3.config)
    const url = await storeFile(store, 7, video)

    const opened = await openStored(store, 7, url)

    expect(opened?.size).toBe(CONTENT.length)
    expect(opened && (await text(opened.stream()))).toBe(CONTENT.toString())
    // Another client's folder, and a name that the store never makes.
    expect(await storedFileExists(store, 8, url.replace('/7/', '/8/'))).toBe(false)
    expect(await storedFileExists(store, 7, '/files/7/../../etc/passwd')).toBe(false)
    await dropStored(store, 7, url)
    expect(await storedFileExists(store, 7, url)).toBe(false)
    expect(s3.objects.size).toBe(0)
  })

  it('lists the files of every client over several pages, without what others keep in the bucket', async () => {
    const store = bucketStore({ ...s3.config, prefix: 'school/' })
    const urls = []
    for (const [clientId, words] of [
      [7, 'a'],
      [7, 'b'],
      [7, 'c'],
      [8, 'd'],
      [12, 'e'],
    ] as const)
      urls.push(await storeFile(store, clientId, { ...video, words }))
    s3.objects.set('/lessons/school/files/readme.txt', { bytes: CONTENT, type: 'text/plain' })
    s3.objects.set('/lessons/other/files/7/x.0123456789abcdef0123.mp4', { bytes: CONTENT, type: 'video/mp4' })

    const listed: string[] = []
    for await (const { clientId, name } of store.list()) listed.push(`/files/${clientId}/${name}`)

    expect(listed.toSorted()).toEqual(urls.toSorted())
    expect(s3.calls.filter((call) => call.includes('list-type=2'))).toHaveLength(3)
  })

  it('puts the configured prefix before the name', async () => {
    const url = await storeFile(bucketStore({ ...s3.config, prefix: 'school/' }), 7, video)

    expect([...s3.objects.keys()]).toEqual([`/lessons/school${url}`])
  })

  it('retries twice after a 503, then fails', async () => {
    const store = bucketStore(s3.config)
    s3.failNext(2)
    await storeFile(store, 7, video)
    expect(s3.objects.size).toBe(1)

    s3.failNext(3)
    await expect(storeFile(store, 7, { ...video, words: 'other' })).rejects.toThrow('503')
    expect(s3.objects.size).toBe(1)
  })

  it('control: rejects a wrong secret, another region or a missing bucket and stores nothing', async () => {
    const wrong = [
      [{ secretAccessKey: 'guessed' }, '403'],
      [{ region: 'us-east-1' }, '403'],
      [{ bucket: 'elsewhere' }, 'there is no bucket elsewhere'],
    ] as const
    for (const [change, message] of wrong)
      await expect(storeFile(bucketStore({ ...s3.config, ...change }), 7, video)).rejects.toThrow(message)

    expect(s3.objects.size).toBe(0)
  })

  it('control: rejects bytes that changed on the way, by their hash', async () => {
    const store = bucketStore(s3.config)
    const folder = await mkdtemp(join(tmpdir(), 'bucket-'))
    try {
      const path = join(folder, 'part')
      await writeFile(path, 'other bytes')
      const put = store.put(7, 'film.0123456789abcdef0123.mp4', { path, sha256: 'a'.repeat(64) })

      await expect(put).rejects.toThrow('XAmzContentSHA256Mismatch')
      expect(s3.objects.size).toBe(0)
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})

describe('server with a bucket store', () => {
  let server: TestServer
  let bucket: S3Fake
  let url: string
  let session: { cookie: string }
  beforeAll(async () => {
    bucket = await startS3()
    server = await startTestServer({
      features: featuresAsUser,
      env: {
        S3_BUCKET: bucket.config.bucket,
        S3_ENDPOINT: bucket.config.endpoint,
        S3_REGION: bucket.config.region,
        S3_ACCESS_KEY_ID: bucket.config.accessKeyId,
        S3_SECRET_ACCESS_KEY: bucket.config.secretAccessKey,
      },
    })
    await addClient(server.db, { id: 7 })
    const userId = await addPerson(server.db, { clientId: 7, name: 'Tara Teacher', role: 'instructor' })
    session = fileCookie(server.core, 7, userId)
    url = await storeFile(bucketStore(bucket.config), 7, video)
  })
  afterAll(async () => {
    await server.close()
    await bucket.close()
  })
  const get = (headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET', path = url) =>
    server.app.inject({ method, url: path, headers: { ...session, ...headers } })

  it('serves a whole video with the same bytes, type and sandbox as from disk', async () => {
    const reply = await get()

    expect(reply.statusCode).toBe(200)
    expect(reply.rawPayload.equals(CONTENT)).toBe(true)
    expect(reply.headers).toMatchObject({
      'content-type': 'video/mp4',
      'accept-ranges': 'bytes',
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
    })
  })

  it('requests exactly the asked range from the bucket and passes it on', async () => {
    const part = await get({ range: 'bytes=150000-150004' })
    const end = await get({ range: 'bytes=-3' })
    const beyond = await get({ range: 'bytes=200000-' })

    expect([part.statusCode, part.body, part.headers['content-range']]).toEqual([
      206,
      '01234',
      'bytes 150000-150004/200000',
    ])
    expect([end.statusCode, end.body]).toEqual([206, '789'])
    expect(beyond.statusCode).toBe(416)
  })

  it('answers an ETag, a HEAD and an unknown name without reading from the bucket', async () => {
    const etag = String((await get()).headers['etag'])
    const readCount = () => bucket.calls.filter((call) => call.startsWith('GET')).length
    const before = readCount()

    expect((await get({ 'if-none-match': etag })).statusCode).toBe(304)
    const head = await get({}, 'HEAD')
    expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([
      200,
      '',
      String(CONTENT.length),
    ])
    expect((await get({}, 'GET', '/files/7/film.0123456789abcdef0123.mp4')).statusCode).toBe(404)
    expect(readCount()).toBe(before)
  })
})

describe('bucket settings', () => {
  it('refuses a bucket without keys, names them and prints no secret', () => {
    expect(() => readConfig({ S3_BUCKET: 'lessons', S3_SECRET_ACCESS_KEY: 'hush' })).toThrow(ConfigError)
    expect(() => readConfig({ S3_BUCKET: 'lessons' })).toThrow(/S3_ACCESS_KEY_ID/)
    expect(() => readConfig({ S3_BUCKET: 'lessons', S3_SECRET_ACCESS_KEY: 'hush' })).not.toThrow(/hush/)
  })

  it('derives the AWS address from the region alone', () => {
    const { bucket } = readConfig({
      S3_BUCKET: 'lessons',
      S3_REGION: 'ap-south-1',
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'secret',
      S3_PREFIX: 'school/',
    })

    expect(bucket).toMatchObject({ endpoint: 'https://s3.ap-south-1.amazonaws.com', prefix: 'school/' })
    expect(readConfig({}).bucket).toBeNull()
  })
})
