/** C1: bodies are stored harmless. For names, titles and other plain text see hostile-texts.test.ts. */
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Comment, Thread } from '#contract/community/community.ts'
import { exif, jpeg, jpegWith } from '../course-builder/picture-files.ts'
import { activeContent, parsed } from './active-content.ts'
import { payloads, payloadsUpTo } from './payloads.ts'
import { CLIENT, startWorld, type ErrorReply, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.server.close())

/** The 9,521 bodies of C1 with FORUM_PAYLOADS=9521, for example nightly; the unwrapped ones by default. */
const CORPUS = payloadsUpTo(Number(process.env['FORUM_PAYLOADS'] ?? payloads.length))
/** Each body takes two requests on a loaded machine. */
const MS_PER_PAYLOAD = 300

describe('hostile bodies (C1)', () => {
  test('has a corpus of the wanted size without duplicates, starting with the unwrapped payloads', () => {
    const large = payloadsUpTo(9_521)
    expect([large.length, new Set(large).size]).toEqual([9_521, 9_521])
    expect(large.slice(0, payloads.length)).toEqual(payloads)
    expect(payloadsUpTo(10)).toHaveLength(payloads.length)
  })

  test('has a large corpus that is nearly all active', () => {
    expect(new Set(payloads).size).toBeGreaterThanOrEqual(200)
    const active = payloads.filter((payload) => activeContent(payload).length > 0)
    expect(active.length / payloads.length).toBeGreaterThan(0.95)
  })

  test(
    'C1: stores every payload harmless in threads and comments',
    async () => {
      const thread = await world.thread(world.asha)
      const leaks: string[] = []
      for (const [index, payload] of CORPUS.entries()) {
        const html = `<p>${index}</p>${payload}`
        const put = await world.call<Thread>(world.asha, 'PUT', `/threads/${thread.id}/`, {
          title: payload.replaceAll(/\p{Cc}/gu, '').slice(0, 190) || 'x',
          body: html,
          tags: [],
        })
        const post = await world.call<Comment>(world.ben, 'POST', `/threads/${thread.id}/comments/`, {
          body: html,
          parent: null,
        })
        for (const reply of [put, post])
          if (reply.status >= 300) leaks.push(`${reply.status} for ${payload}`)
          else leaks.push(...activeContent(reply.body.body).map((leak) => `${leak} from ${payload}`))
      }
      const stored = await world.rows<{ body: string }>(
        'select body from forum_comment union all select body from forum_revision',
      )
      expect(stored.length).toBeGreaterThan(CORPUS.length)
      leaks.push(...stored.flatMap(({ body }) => activeContent(body)))
      expect(leaks).toEqual([])
    },
    Math.max(120_000, CORPUS.length * MS_PER_PAYLOAD),
  )
})

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const imageTag = (type: string, content: string) => `<img src="data:image/${type};base64,${content}" alt="p">`
const post = (body: string) =>
  world.call<Thread & ErrorReply>(world.asha, 'POST', '/threads/', { title: 'Picture', body, tags: [] })

describe('images in posts', () => {
  test('stores an inline image as a file and serves it', async () => {
    const { body } = await post(`<p>Look ${imageTag('png', PNG)} and ${imageTag('png', PNG)}</p>`)
    const sources = [...body.body.matchAll(/src="([^"]+)"/g)].map(([, source]) => source ?? '')
    expect(sources).toHaveLength(2)
    expect(new Set(sources).size).toBe(1)
    expect(sources[0]).toMatch(/^\/files\/7\/post\.[a-f0-9]{20}\.png$/)
    const served = await world.server.app.inject({ method: 'GET', url: sources[0] ?? '' })
    expect([served.statusCode, served.headers['content-type']]).toEqual([200, 'image/png'])
    const file = await readFile(
      join(world.server.config.dataDir, 'files', String(CLIENT), sources[0]?.split('/').at(-1) ?? ''),
    )
    const pixelsOf = (picture: Buffer) => sharp(picture).ensureAlpha().raw().toBuffer()
    expect(await pixelsOf(file)).toEqual(await pixelsOf(Buffer.from(PNG, 'base64')))
  })

  test('replaces an image of another site by a link with its alternative text', async () => {
    const { body } = await post(
      '<p>See <img src="https://a.example/b.png?x=1&amp;y=2" alt="a &lt;graph&gt;"> and <img src="https://a.example/c.png" alt=""></p>',
    )
    const links = [...parsed(body.body).querySelectorAll('a')]
    expect(links.map((link) => [link.getAttribute('href'), link.textContent])).toEqual([
      ['https://a.example/b.png?x=1&y=2', 'a <graph>'],
      ['https://a.example/c.png', 'https://a.example/c.png'],
    ])
    expect(body.body).not.toContain('<img')
    expect((await post('<img src="https://a.example/alone.png">')).status).toBe(201)
  })

  test('accepts a body with only an image', async () => {
    expect((await post(imageTag('png', PNG.replace('Ng', 'NA')))).status).toBe(201)
  })

  test.each([
    ['HTML labelled as an image', 'png', Buffer.from('<html><script>alert(1)</script>').toString('base64')],
    ['an SVG labelled as a PNG', 'png', Buffer.from('<svg onload="alert(1)"/>').toString('base64')],
    ['half an image', 'png', PNG.slice(0, 60)],
    ['an empty image', 'gif', ''],
  ])('answers 422 to %s alone', async (_name, type, content) => {
    const reply = await post(imageTag(type, content))
    expect([reply.status, Object.keys(reply.body.fields ?? {})]).toEqual([422, ['body']])
  })

  test('names the file after its content when a JPEG is labelled PNG', async () => {
    expect((await post(imageTag('png', jpeg.toString('base64')))).body.body).toMatch(/\.jpg"/)
  })

  test('removes camera data and what hides behind the end of an image', async () => {
    const secret = 'PK-secret-<script>alert(1)</script>'
    const picture = Buffer.concat([jpegWith(0xe1, exif(6, secret)), Buffer.from(secret)])
    const { body } = await post(imageTag('jpeg', picture.toString('base64')))
    const [, source = ''] = /src="([^"]+)"/.exec(body.body) ?? []
    const served = await world.server.app.inject({ method: 'GET', url: source })
    expect(served.statusCode).toBe(200)
    expect(served.rawPayload.includes('secret')).toBe(false)
  })

  test('answers 422 to an image over 2 MB and 413 to a body over 8 MB', async () => {
    const head = Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1')
    const large = Buffer.concat([head, Buffer.alloc(2 * 1024 * 1024)]).toString('base64')
    const reply = await post(imageTag('png', large))
    expect([reply.status, reply.body.fields?.['body']?.[0]?.code]).toEqual([422, 'too_large'])
    expect((await post('x'.repeat(8 * 1024 * 1024 + 1))).status).toBe(413)
    expect(
      await stat(join(world.server.config.dataDir, 'files', String(CLIENT))).then((found) =>
        found.isDirectory(),
      ),
    ).toBe(true)
  })
})
