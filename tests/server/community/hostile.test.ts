/** TRUST C1: the bodies that people send are stored harmless. Names, titles and other texts: hostile-texts.test.ts. */
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Comment, Thread } from '#contract/community/community.ts'
import { activeContent, parsed } from './active-content.ts'
import { payloads, payloadsUpTo } from './payloads.ts'
import { CLIENT, startWorld, type ErrorReply, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.server.close())

/** All of TRUST C1's 9,521 with FORUM_PAYLOADS=9521, as a night may take them; the plain ones on each commit. */
const CORPUS = payloadsUpTo(Number(process.env['FORUM_PAYLOADS'] ?? payloads.length))
/** A body goes through two calls; a machine under load needs most of this for each. */
const MS_A_PAYLOAD = 300

describe('C1: hostile bodies', () => {
  test('given the dresses, when the corpus grows, then it has the wanted number, each once, the plain ones first', () => {
    const large = payloadsUpTo(9_521)
    expect([large.length, new Set(large).size]).toEqual([9_521, 9_521])
    expect(large.slice(0, payloads.length)).toEqual(payloads)
    expect(payloadsUpTo(10)).toHaveLength(payloads.length)
  })

  test('given the corpus, when it is counted and looked at raw, then it is large and nearly all of it is active', () => {
    expect(new Set(payloads).size).toBeGreaterThanOrEqual(200)
    const active = payloads.filter((payload) => activeContent(payload).length > 0)
    expect(active.length / payloads.length).toBeGreaterThan(0.95)
  })

  test(
    'given each payload, when stored in a thread and in a comment by the real calls, then what is read back is harmless',
    async () => {
      const thread = await world.thread(world.asha)
      const leaks: string[] = []
      for (const [at, payload] of CORPUS.entries()) {
        const html = `<p>${at}</p>${payload}`
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
          else leaks.push(...activeContent(reply.body.body).map((what) => `${what} from ${payload}`))
      }
      const stored = await world.rows<{ body: string }>(
        'select body from forum_comment union all select body from forum_revision',
      )
      expect(stored.length).toBeGreaterThan(CORPUS.length)
      leaks.push(...stored.flatMap(({ body }) => activeContent(body)))
      expect(leaks).toEqual([])
    },
    Math.max(120_000, CORPUS.length * MS_A_PAYLOAD),
  )
})

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const picture = (type: string, content: string) => `<img src="data:image/${type};base64,${content}" alt="p">`
const post = (body: string) =>
  world.call<Thread & ErrorReply>(world.asha, 'POST', '/threads/', { title: 'Picture', body, tags: [] })

describe('pictures in posts', () => {
  test('given an inlined picture, when posted, then it is stored as a file, served, and the body only refers to it', async () => {
    const { body } = await post(`<p>Look ${picture('png', PNG)} and ${picture('png', PNG)}</p>`)
    const sources = [...body.body.matchAll(/src="([^"]+)"/g)].map(([, source]) => source ?? '')
    expect(sources).toHaveLength(2)
    expect(new Set(sources).size).toBe(1)
    expect(sources[0]).toMatch(/^\/files\/7\/post\.[a-f0-9]{20}\.png$/)
    const served = await world.server.app.inject({ method: 'GET', url: sources[0] ?? '' })
    expect([served.statusCode, served.headers['content-type']]).toEqual([200, 'image/png'])
    const file = await readFile(
      join(world.server.config.dataDir, 'files', String(CLIENT), sources[0]?.split('/').at(-1) ?? ''),
    )
    expect(file.toString('base64')).toBe(PNG)
  })

  test('given a picture of another site, when posted, then a link to it stands there, with its words', async () => {
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

  test('given a picture alone, when posted, then it is content enough', async () => {
    expect((await post(picture('png', PNG.replace('Ng', 'NA')))).status).toBe(201)
  })

  test.each([
    ['HTML called a picture', 'png', Buffer.from('<html><script>alert(1)</script>').toString('base64')],
    ['an SVG called a picture', 'png', Buffer.from('<svg onload="alert(1)"/>').toString('base64')],
    ['nothing', 'gif', ''],
  ])(
    'given %s, when posted alone, then nothing is left of it and 422 says so',
    async (_what, type, content) => {
      const reply = await post(picture(type, content))
      expect([reply.status, Object.keys(reply.body.fields ?? {})]).toEqual([422, ['body']])
    },
  )

  test('given a JPEG called PNG, when posted, then the file is named by its content', async () => {
    const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(40)]).toString('base64')
    expect((await post(picture('png', jpeg))).body.body).toMatch(/\.jpg"/)
  })

  test('given a picture of more than 2 MB, when posted, then 422 and no file; given a body of more than 8 MB, then 413', async () => {
    const head = Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1')
    const large = Buffer.concat([head, Buffer.alloc(2 * 1024 * 1024)]).toString('base64')
    const reply = await post(picture('png', large))
    expect([reply.status, reply.body.fields?.['body']?.[0]?.code]).toEqual([422, 'too_large'])
    expect((await post('x'.repeat(8 * 1024 * 1024 + 1))).status).toBe(413)
    expect(
      await stat(join(world.server.config.dataDir, 'files', String(CLIENT))).then((found) =>
        found.isDirectory(),
      ),
    ).toBe(true)
  })
})
