import { createHash, randomUUID } from 'node:crypto'
import { appendFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MEDIA_MAX_BYTES, type MediaKind, type StoredMedia } from '#contract/course-builder/uploads.ts'
import { CHUNK_BYTES } from '#contract/files/uploads.ts'
import { UPLOAD_DAYS, type StoppedUpload } from '#contract/course-builder/interrupted-uploads.ts'
import { createBuilderSweep } from '#server/features/course-builder/index.ts'
import type { StaffScope } from '#server/core/http/scope.ts'
import {
  courseOwner,
  finish as finishUpload,
  QUOTA_BYTES,
  type UploadContext,
} from '#server/features/course-builder/uploads.service.ts'
import { fileCookie } from '#tests/support/server/people.ts'
import { gif, jpeg, pngOf } from './picture-files.ts'
import { CLIENT, startBuilderWorld, type BuilderWorld } from './world.ts'

const media = (name: string) =>
  readFile(new URL(`../../../server/demo/content/media/${name}`, import.meta.url))

let world: BuilderWorld
let courseId: number
beforeAll(async () => {
  world = await startBuilderWorld()
  courseId = await world.create()
})
afterAll(() => world.server.close())

interface UploadStatus {
  upload_id: string
  offset: number
  code?: string
}
const begin = (kind: MediaKind, bytes: Buffer, name = 'file', place?: string) =>
  world.ask<UploadStatus>(world.tara, 'POST', `/admin/courses/${courseId}/uploads/`, {
    kind,
    name,
    size: bytes.length,
    fingerprint: createHash('sha256').update(bytes).update(name).digest('base64url'),
    place,
  })
const send = (id: string, offset: number, chunk: Buffer, user = world.tara) =>
  world.ask<UploadStatus>(user, 'PATCH', `/admin/courses/${courseId}/uploads/${id}/`, {
    offset,
    data: chunk.toString('base64'),
  })
const finish = (id: string) =>
  world.ask<StoredMedia & { code?: string }>(
    world.tara,
    'POST',
    `/admin/courses/${courseId}/uploads/${id}/completion/`,
  )
const upload = async (kind: MediaKind, bytes: Buffer, name = 'file') => {
  const { body } = await begin(kind, bytes, name)
  for (let offset = body.offset; offset < bytes.length; offset += CHUNK_BYTES)
    await send(body.upload_id, offset, bytes.subarray(offset, offset + CHUNK_BYTES))
  return finish(body.upload_id)
}
const fetchFile = (url: string) =>
  world.server.app.inject({ method: 'GET', url, headers: fileCookie(world.server.core, CLIENT, world.tara) })

describe('resumable uploads', () => {
  it('resumes after every interruption and stores the exact file', async () => {
    const video = await media('list-positions.mp4')
    const chunkSize = Math.ceil(video.length / 7)
    let offset = 0
    for (let interruptions = 0; offset < video.length; interruptions += 1) {
      const { body } = await begin('video', video)
      expect(body.offset).toBe(offset)
      await send(body.upload_id, offset, video.subarray(offset, offset + chunkSize))
      // The response was lost: the same chunk again.
      await send(body.upload_id, offset, video.subarray(offset, offset + chunkSize))
      offset = Math.min(video.length, offset + chunkSize)
      expect(interruptions).toBeLessThan(10)
    }
    const { body: complete } = await begin('video', video)

    const stored = await finish(complete.upload_id)
    const again = await finish(complete.upload_id)

    expect(stored.status).toBe(200)
    expect(again.body).toEqual(stored.body)
    const served = await fetchFile(stored.body.url)
    expect(served.headers['content-type']).toBe('video/mp4')
    expect(served.rawPayload.equals(video)).toBe(true)
  })

  it.each(['before its bytes are checked', 'before its bytes are stored'])(
    'returns the stored file when another request finishes the upload %s',
    async (moment) => {
      const video = await media('list-positions.mp4')
      const { body } = await begin('video', video, randomUUID())
      await send(body.upload_id, 0, video)
      let answer: StoredMedia | null = null
      const finishElsewhere = async () => {
        answer ??= (await finish(body.upload_id)).body
      }
      const { core } = world.server
      const scope = {
        tenant: { clientId: CLIENT },
        actor: { userId: world.tara, role: 'instructor' },
        clock: core.clock,
        tx: async (work: Parameters<StaffScope['tx']>[0]) => {
          const rows = await core.db.withTenant(CLIENT, work)
          if (moment === 'before its bytes are checked') await finishElsewhere()
          return rows
        },
      } as unknown as StaffScope
      const context = {
        dataDir: core.config.dataDir,
        storeFile: async (_: number, { path }: { path: string }) => {
          await finishElsewhere()
          await readFile(path)
          throw new Error('The bytes are still there')
        },
      } as unknown as UploadContext
      expect(await finishUpload(context, scope, courseOwner(courseId), body.upload_id)).toEqual(answer)
      expect((await finish(body.upload_id)).body).toEqual(answer)
    },
  )

  it("rejects chunks beyond the end, too large, or for another person's file", async () => {
    const bytes = pngOf()
    const { body } = await begin('image', bytes, randomUUID())

    expect((await send(body.upload_id, 5, bytes)).status).toBe(409)
    expect((await send(body.upload_id, 0, Buffer.concat([bytes, bytes]))).status).toBe(413)
    expect((await send(body.upload_id, 0, bytes, world.admin)).status).toBe(404)
    expect((await send(body.upload_id, 0, bytes, world.tom)).status).toBe(403)
    expect((await finish(body.upload_id)).status).toBe(409)

    const path = `/admin/courses/${courseId}/uploads/${body.upload_id}/`
    expect((await world.ask<UploadStatus>(world.tara, 'GET', path)).body.offset).toBe(0)
  })

  it('stores one of several concurrent chunks for the same offset', async () => {
    const bytes = Buffer.concat([pngOf(), Buffer.alloc(5000, 7)])
    const { body } = await begin('image', bytes, randomUUID())

    await Promise.all([1, 2, 3, 4].map(() => send(body.upload_id, 0, bytes.subarray(0, 3000))))

    const path = `/admin/courses/${courseId}/uploads/${body.upload_id}/`
    expect((await world.ask<UploadStatus>(world.tara, 'GET', path)).body.offset).toBe(3000)
  })

  it('returns the reason for a rejected package as a code', async () => {
    const { status, body } = await upload('package', Buffer.from('not a zip at all'))

    expect(status).toBe(415)
    const fields = (body as { fields?: Record<string, { params?: { reason?: string } }[]> }).fields
    expect(fields?.['file']?.[0]?.params?.reason).toBe('zip_not_a_zip')
  })

  it('rejects a size above the limit of its kind', async () => {
    const body = { kind: 'captions', name: 'x', size: MEDIA_MAX_BYTES.captions + 1, fingerprint: 'abcdefgh' }

    expect((await world.ask(world.tara, 'POST', `/admin/courses/${courseId}/uploads/`, body)).status).toBe(
      413,
    )
  })
})

describe('interrupted uploads', () => {
  const DAY_MS = 86_400_000
  const listInterrupted = async (user = world.tara) =>
    (await world.ask<{ results: StoppedUpload[] }>(user, 'GET', `/admin/courses/${courseId}/uploads/`)).body
      .results
  const discard = (id: string, user = world.tara) =>
    world.ask(user, 'DELETE', `/admin/courses/${courseId}/uploads/${id}/`)
  const beginAt = async (place: string, bytes: Buffer, receivedBytes: number) => {
    const { body } = await begin('image', bytes, randomUUID(), place)
    if (receivedBytes > 0) await send(body.upload_id, 0, bytes.subarray(0, receivedBytes))
    return body.upload_id
  }
  const partialPath = (id: string) =>
    join(world.server.config.dataDir, 'uploads', String(CLIENT), `${id}.part`)

  it('lists a started upload with a slot, and only to its sender', async () => {
    const bytes = pngOf()
    const started = await beginAt('lesson.video', bytes, 20)
    await beginAt('lesson.video', bytes, 0)
    const { body: picture } = await begin('image', bytes, randomUUID())
    await send(picture.upload_id, 0, bytes.subarray(0, 20))

    const lines = await listInterrupted()

    expect(lines.map(({ upload_id: id, place, offset, size }) => [id, place, offset, size])).toEqual([
      [started, 'lesson.video', 20, bytes.length],
    ])
    expect(await listInterrupted(world.admin)).toEqual([])
    expect((await discard(started, world.admin)).status).toBe(404)
    expect((await discard(started)).status).toBe(204)
    expect(await listInterrupted()).toEqual([])
    await expect(readFile(partialPath(started))).rejects.toThrow('ENOENT')
    expect((await discard(started)).status).toBe(404)
  })

  it('does not discard a stored file', async () => {
    const { body } = await begin('image', gif, 'kept.gif', 'cover')
    await send(body.upload_id, 0, gif)
    const { body: stored } = await finish(body.upload_id)

    expect((await discard(body.upload_id)).status).toBe(404)
    expect((await fetchFile(stored.url)).statusCode).toBe(200)
  })

  it('discards other uploads for a slot once one is stored', async () => {
    const bytes = pngOf()
    const replaced = await beginAt('cover', bytes, 20)
    const elsewhere = await beginAt('lesson.video', bytes, 20)
    const complete = await beginAt('cover', bytes, bytes.length)

    expect((await finish(complete)).status).toBe(200)

    expect((await listInterrupted()).map(({ upload_id: id }) => id)).toEqual([elsewhere])
    await expect(readFile(partialPath(replaced))).rejects.toThrow('ENOENT')
    await discard(elsewhere)
  })

  it('keeps an upload for a week after its last chunk', async () => {
    const bytes = pngOf()
    const id = await beginAt('cover', bytes, 20)
    world.server.clock.advance(6 * DAY_MS)
    await send(id, 20, bytes.subarray(20, 30))
    const [line] = await listInterrupted()
    expect(Date.parse(line?.gone_at ?? '')).toBe(world.server.clock.now().getTime() + UPLOAD_DAYS * DAY_MS)

    world.server.clock.advance(2 * DAY_MS)
    await createBuilderSweep(world.server.core).look()
    expect((await listInterrupted()).map((each) => [each.upload_id, each.offset])).toEqual([[id, 30]])

    world.server.clock.advance(5 * DAY_MS + 1)
    expect(await listInterrupted()).toEqual([])
    await createBuilderSweep(world.server.core).look()
    await expect(readFile(partialPath(id))).rejects.toThrow('ENOENT')
  })
})

describe('C6: hostile files', () => {
  const SCRIPT = '<script>alert(1)</script>'
  const text = (content: string) => Buffer.from(content)
  const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}', '$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('')
  const hostile: [string, MediaKind, Buffer][] = [
    ['an SVG with script', 'image', text(`<svg xmlns="http://www.w3.org/2000/svg">${SCRIPT}</svg>`)],
    ['HTML named as a picture', 'image', text(`<!doctype html>${SCRIPT}`)],
    ['HTML behind a PNG signature', 'image', Buffer.concat([pngOf().subarray(0, 8), text(SCRIPT)])],
    ['a picture of 20,000 by 20,000', 'image', pngOf(20_000, 20_000)],
    ['a truncated picture', 'image', jpeg.subarray(0, 200)],
    ['a script with a GIF signature', 'image', text('GIF89a=1;alert(1)')],
    ['a test virus', 'image', text(eicar)],
    ['an archive', 'image', text('PK\x03\x04aaaaaaaaaaaaaaaa')],
    ['an executable', 'video', text('MZ\x90\0aaaaaaaaaaaaaaaaaaaaaa')],
    ['HTML named as a video', 'video', text(`<html>${SCRIPT}`)],
    ['HTML behind an MP4 signature', 'video', text(`\0\0\0\x18ftypisom${SCRIPT}${SCRIPT}`)],
    ['an MP4 without tracks', 'video', text('\0\0\0\x10ftypisom\0\0\0\0\0\0\0\x08free')],
    [
      'Matroska that is not WebM',
      'video',
      Buffer.concat([Buffer.from([0x1a, 0x45, 0xdf, 0xa3]), Buffer.alloc(99)]),
    ],
    ['HTML named as captions', 'captions', text(`<html>${SCRIPT}</html>`)],
    ['captions without timestamps', 'captions', text('WEBVTT\n\nhello')],
    ['captions in an invalid encoding', 'captions', Buffer.from([0x57, 0x45, 0xff, 0xfe, 0x00, 0xd8])],
    ['captions with NUL', 'captions', text('WEBVTT\n\n00:00.000 --> 00:01.000\na\0b')],
    ['only zero bytes', 'image', Buffer.alloc(4096)],
  ]

  it.each(hostile)('C6: rejects and forgets %s', async (_what, kind, bytes) => {
    const name = randomUUID()
    const reply = await upload(kind, bytes, name)

    expect(reply.status).toBe(415)
    const left = await world.server.db.asSuperuser('select 1 from course_upload where name = $1', [name])
    expect(left).toEqual([])
  })

  it('C6: removes trailing data from a picture and serves it without a way to run', async () => {
    const { body } = await upload(
      'image',
      Buffer.concat([gif, Buffer.from(`PK${SCRIPT}`)]),
      '../../x.php%00.gif',
    )

    const served = await fetchFile(body.url)

    const pixelsOf = (picture: Buffer) => sharp(picture).ensureAlpha().raw().toBuffer()
    expect(await pixelsOf(served.rawPayload)).toEqual(await pixelsOf(gif))
    expect(served.rawPayload.includes('script')).toBe(false)
    expect(served.headers['content-type']).toBe('image/gif')
    expect(served.headers['x-content-type-options']).toBe('nosniff')
    expect(served.headers['content-security-policy']).toContain('sandbox')
    expect(served.headers['content-disposition']).toMatch(/^attachment/)
    expect(body.url).toMatch(/^\/files\/7\/course-image\.[a-f0-9]{20}\.gif$/)
  })

  it('serves SRT captions as WebVTT', async () => {
    const srt = '\uFEFF1\r\n00:00:01,000 --> 00:00:02,500\r\nनमस्ते\r\n'

    const { body } = await upload('captions', Buffer.from(srt))

    expect((await fetchFile(body.url)).body).toBe('WEBVTT\n\n1\n00:00:01.000 --> 00:00:02.500\nनमस्ते\n')
  })

  it('C6: rejects an upload that was tampered with on disk', async () => {
    const bytes = pngOf()
    const { body } = await begin('image', bytes, randomUUID())
    await send(body.upload_id, 0, bytes.subarray(0, 20))
    const path = join(world.server.config.dataDir, 'uploads', String(CLIENT), `${body.upload_id}.part`)
    await appendFile(path, Buffer.alloc(bytes.length - 20))

    expect((await finish(body.upload_id)).status).toBe(415)
  })
})

describe('storage quota', () => {
  it('accepts two of twenty concurrent uploads when there is room for two', async () => {
    const bytes = 1000
    const other = await world.create('Another course')
    await world.server.db.asSuperuser(
      `insert into course_upload (client_id, id, course_id, user_id, kind, name, size, fingerprint, created_at)
       select $1, gen_random_uuid(), $2, $3, 'video', 'large', $4 - coalesce((select sum(size) from course_upload), 0),
         'a-large-one', now()`,
      [CLIENT, other, world.tara, QUOTA_BYTES - 2 * bytes - 1],
    )

    const replies = await Promise.all(
      Array.from({ length: 20 }, () => begin('image', Buffer.alloc(bytes), randomUUID())),
    )

    expect(replies.filter(({ status }) => status === 201)).toHaveLength(2)
    expect(replies.filter(({ status }) => status === 413)).toHaveLength(18)
  })

  it('deletes abandoned uploads; keeps newer and finished ones', async () => {
    await world.server.db.asSuperuser('delete from course_upload where fingerprint = $1', ['a-large-one'])
    const { body: stored } = await upload('image', pngOf())
    const { body: old } = await begin('image', jpeg, 'old')
    await send(old.upload_id, 0, jpeg.subarray(0, 50))
    const path = join(world.server.config.dataDir, 'uploads', String(CLIENT), `${old.upload_id}.part`)
    expect((await readFile(path)).length).toBe(50)
    world.server.clock.advance(8 * 86_400_000)
    const { body: newer } = await begin('image', gif, 'fresh')

    await createBuilderSweep(world.server.core).look()

    await expect(readFile(path)).rejects.toThrow('ENOENT')
    const uploadPath = (id: string) => `/admin/courses/${courseId}/uploads/${id}/`
    expect((await world.ask(world.tara, 'GET', uploadPath(old.upload_id))).status).toBe(404)
    expect((await world.ask(world.tara, 'GET', uploadPath(newer.upload_id))).status).toBe(200)
    expect((await fetchFile(stored.url)).statusCode).toBe(200)
  })
})
