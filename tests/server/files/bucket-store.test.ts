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
import { addClient } from '#tests/support/server/people.ts'
import { startTestServer, type TestServer } from '#tests/support/server/server.ts'
import { startS3, type S3Fake } from './s3-fake.ts'

const CONTENT = Buffer.from('0123456789'.repeat(20_000))
const video = { words: 'film', ending: 'mp4', content: CONTENT }

let s3: S3Fake
beforeEach(async () => {
  s3 = await startS3()
})
afterEach(() => s3.close())

describe('a bucket', () => {
  it('given a content, when stored twice, then it lies there once under the client’s name, and its address is as on a disk', async () => {
    const store = bucketStore(s3.config)

    const url = await storeFile(store, 7, video)
    await storeFile(store, 7, video)

    expect(url).toMatch(/^\/files\/7\/film\.[0-9a-f]{20}\.mp4$/)
    expect([...s3.objects].map(([path, { bytes, type }]) => [path, bytes.length, type])).toEqual([
      [`/lessons${url}`, CONTENT.length, 'video/mp4'],
    ])
    expect(s3.calls.filter((call) => call.startsWith('PUT'))).toHaveLength(1)
  })

  it('given a file on the disk, when stored, then it is streamed with its length and hash', async () => {
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

  it('given stored bytes, when read, sized and dropped, then they are what was stored, and then gone', async () => {
    const store = bucketStore(s3.config)
    const url = await storeFile(store, 7, video)

    const opened = await openStored(store, 7, url)

    expect(opened?.size).toBe(CONTENT.length)
    expect(opened && (await text(opened.stream()))).toBe(CONTENT.toString())
    // Another client's folder, and names that nobody gave.
    expect(await storedFileExists(store, 8, url.replace('/7/', '/8/'))).toBe(false)
    expect(await storedFileExists(store, 7, '/files/7/../../etc/passwd')).toBe(false)
    await dropStored(store, 7, url)
    expect(await storedFileExists(store, 7, url)).toBe(false)
    expect(s3.objects.size).toBe(0)
  })

  it('given a prefix, when stored, then the folder stands before the name', async () => {
    const url = await storeFile(bucketStore({ ...s3.config, prefix: 'school/' }), 7, video)

    expect([...s3.objects.keys()]).toEqual([`/lessons/school${url}`])
  })

  it('given a store that is slow for two calls, when stored, then the third succeeds; given one that stays so, then it fails', async () => {
    const store = bucketStore(s3.config)
    s3.failNext(2)
    await storeFile(store, 7, video)
    expect(s3.objects.size).toBe(1)

    s3.failNext(3)
    await expect(storeFile(store, 7, { ...video, words: 'other' })).rejects.toThrow('503')
    expect(s3.objects.size).toBe(1)
  })

  it('control: given a wrong secret, another region or a bucket that is not there, when stored, then it is refused and nothing lies there', async () => {
    const wrong = [
      [{ secretAccessKey: 'guessed' }, '403'],
      [{ region: 'us-east-1' }, '403'],
      [{ bucket: 'elsewhere' }, 'there is no bucket elsewhere'],
    ] as const
    for (const [change, why] of wrong)
      await expect(storeFile(bucketStore({ ...s3.config, ...change }), 7, video)).rejects.toThrow(why)

    expect(s3.objects.size).toBe(0)
  })

  it('control: given bytes changed on their way, when they arrive, then the store refuses them by their hash', async () => {
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

describe('the server over a bucket', () => {
  let server: TestServer
  let kept: S3Fake
  let url: string
  beforeAll(async () => {
    kept = await startS3()
    server = await startTestServer({
      features: featuresAsUser,
      env: {
        S3_BUCKET: kept.config.bucket,
        S3_ENDPOINT: kept.config.endpoint,
        S3_REGION: kept.config.region,
        S3_ACCESS_KEY_ID: kept.config.accessKeyId,
        S3_SECRET_ACCESS_KEY: kept.config.secretAccessKey,
      },
    })
    await addClient(server.db, { id: 7 })
    url = await storeFile(bucketStore(kept.config), 7, video)
  })
  afterAll(async () => {
    await server.close()
    await kept.close()
  })
  const get = (headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET', path = url) =>
    server.app.inject({ method, url: path, headers })

  it('given a stored film, when fetched whole, then bytes, type and sandbox are as from a disk', async () => {
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

  it('given ranges, when fetched, then exactly those bytes are asked of the store and handed on', async () => {
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

  it('given its tag, a HEAD and a name that is not there, when asked, then 304, no bytes, and 404', async () => {
    const tag = String((await get()).headers['etag'])
    const reads = () => kept.calls.filter((call) => call.startsWith('GET')).length
    const before = reads()

    expect((await get({ 'if-none-match': tag })).statusCode).toBe(304)
    const head = await get({}, 'HEAD')
    expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([
      200,
      '',
      String(CONTENT.length),
    ])
    expect((await get({}, 'GET', '/files/7/film.0123456789abcdef0123.mp4')).statusCode).toBe(404)
    expect(reads()).toBe(before)
  })
})

describe('settings of the bucket', () => {
  it('given a bucket without keys, when read, then the start stops and names them, and no secret is printed', () => {
    expect(() => readConfig({ S3_BUCKET: 'lessons', S3_SECRET_ACCESS_KEY: 'hush' })).toThrow(ConfigError)
    expect(() => readConfig({ S3_BUCKET: 'lessons' })).toThrow(/S3_ACCESS_KEY_ID/)
    expect(() => readConfig({ S3_BUCKET: 'lessons', S3_SECRET_ACCESS_KEY: 'hush' })).not.toThrow(/hush/)
  })

  it('given only a region, when read, then the address is AWS of that region', () => {
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
