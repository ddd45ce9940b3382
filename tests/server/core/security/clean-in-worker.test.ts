import { describe, expect, it } from 'vitest'
import { defaultThreads } from '#server/core/parsing/worker-pool.ts'
import { cleanHtmlInWorker } from '#server/core/security/clean-in-worker.ts'

describe('sanitizing in worker threads', () => {
  it('does not let an ordinary post wait behind long ones', async () => {
    const post = () => cleanHtmlInWorker('<p>A post of <b>usual</b> length.</p>', 'text')
    // Each thread has loaded the parser.
    await Promise.all(Array.from({ length: 2 * defaultThreads() }, post))
    const order: string[] = []
    const note = (name: string) => () => order.push(name)
    const long = Array.from({ length: 12 }, () =>
      cleanHtmlInWorker('<p>'.repeat(10_000), 'text').then(note('long')),
    )
    await Promise.all([...long, post().then(note('post'))])
    // On a busy machine some long jobs finish first. Without a free thread, nearly all of them do.
    expect(order.indexOf('post')).toBeLessThan(6)
  })
})
