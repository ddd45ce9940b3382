/** Bodies made to be slow to parse: no post stops the server for others, and what cannot be read is refused. */
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Comment, Thread } from '#contract/community/community.ts'
import { TURN_MAX_MS, usualTurnMs } from '#tests/support/server/loop-delay.ts'
import { startWorld, type ErrorReply, type World } from './world.ts'

let world: World
let thread: Thread
beforeAll(async () => {
  world = await startWorld()
  thread = await world.thread(world.asha)
})
afterAll(() => world.server.close())

const comment = (body: string) =>
  world.call<Comment & ErrorReply>(world.ben, 'POST', `/threads/${thread.id}/comments/`, {
    body,
    parent: null,
  })

const picturesOf = (count: number) =>
  Array.from(
    { length: count },
    (_none, index) => `<img src="data:image/gif;base64,${Buffer.from(`GIF89a${index}`).toString('base64')}">`,
  ).join('')

describe('bodies that are slow to parse', () => {
  it.each([
    ['400,000 unclosed tags', '<b>'.repeat(400_000), 'too_complex'],
    ['7 MB of unclosed tags', '<b>'.repeat(2_400_000), 'too_complex'],
    ['7 MB of brackets', '<'.repeat(7_000_000), 'too_complex'],
    ['7 MB of text', 'word '.repeat(1_400_000), 'too_complex'],
    ['as many tags as are read', '<p>'.repeat(20_000), 'invalid_fields'],
    ['200 kB of ampersands', '&'.repeat(199_000), 'too_complex'],
    ['more pictures than a post may have', picturesOf(41), 'too_complex'],
  ])('keeps the event loop free during %s', async (_name, body, code) => {
    let reply: Awaited<ReturnType<typeof comment>> | undefined
    const longest = await usualTurnMs(async () => {
      reply = await comment(body)
    })
    expect([reply?.status, reply?.body.code]).toEqual([422, code])
    expect(longest).toBeLessThan(TURN_MAX_MS)
  })

  it('delays the next large body of a sender after a refused one, and no other request', async () => {
    const large = `<p>${'word '.repeat(60_000)}</p>`
    await comment('<b>'.repeat(400_000))
    const order: string[] = []
    const note = (name: string) => () => order.push(name)
    const another = world.call(world.asha, 'POST', `/threads/${thread.id}/comments/`, {
      body: large,
      parent: null,
    })
    await Promise.all([
      comment(large).then(note('large')),
      comment('<p>A short one.</p>').then(note('short')),
      another.then(note('large of another')),
    ])
    expect(order.at(-1)).toBe('large')
  })

  it('counts pictures neither as text nor as tags', async () => {
    const noise = await sharp({
      create: {
        width: 500,
        height: 400,
        channels: 3,
        background: 'red',
        noise: { type: 'gaussian', mean: 128, sigma: 90 },
      },
    })
      .png()
      .toBuffer()
    expect(noise.toString('base64').length).toBeGreaterThan(200_000)
    const { status, body } = await comment(
      `<p>Two</p><img src="data:image/png;base64,${noise.toString('base64')}"><img src='data:image/png;base64,${noise.toString('base64').replaceAll(/.{76}/g, '$&\n')}'>`,
    )
    expect(status).toBe(201)
    expect(body.body.match(/<img src="\/files\//g)).toHaveLength(2)
  })

  it('keeps a data address that stands in the text', async () => {
    const text = 'data:image/png;base64,AAAA and more words'
    const { body } = await comment(
      `<pre><code>${text}</code></pre><p title="x">&lt;img src="${text}"&gt;</p>`,
    )
    expect(body.body).toContain(`<code>${text}</code>`)
    expect(body.body.match(/AAAA and more words/g)).toHaveLength(2)
  })
})
