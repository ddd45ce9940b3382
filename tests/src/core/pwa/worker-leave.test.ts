/** What the worker keeps when somebody signs out (public/sw-custom.js). */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'

const SCRIPT = readFileSync(join(import.meta.dirname, '../../../../public/sw-custom.js'), 'utf8')
const ORIGIN = 'http://app.test'

/** The worker with the pages of some clients, and what is left of them after a message. */
const afterMessage = async (clients: readonly number[], message: object) => {
  const pages = new Set(clients.map((id) => `${ORIGIN}/__page?client=${id}`))
  const handlers = new Map<string, (event: unknown) => void>()
  const closed: string[] = []
  const cache = {
    keys: () => Promise.resolve([...pages].map((url) => ({ url }))),
    delete: ({ url }: { url: string }) => Promise.resolve(pages.delete(url)),
  }
  runInNewContext(SCRIPT, {
    self: {
      __WB_MANIFEST: [],
      location: { origin: ORIGIN },
      addEventListener: (name: string, handler: (event: unknown) => void) => handlers.set(name, handler),
      clients: { matchAll: () => Promise.resolve([]) },
      registration: {
        getNotifications: () => Promise.resolve([{ close: () => closed.push('a mention') }]),
      },
    },
    caches: { open: () => Promise.resolve(cache), delete: () => Promise.resolve(pages.clear()) },
    Request: function PathRequest(this: { url: string }, path: string) {
      this.url = ORIGIN + path
    },
    URL,
  })
  let done: Promise<unknown> = Promise.resolve()
  handlers.get('message')?.({
    data: message,
    waitUntil: (work: Promise<unknown>) => {
      done = work
    },
  })
  await done
  return { pages: [...pages].map((url) => url.split('client=')[1]), closed }
}

describe('the worker at a sign-out', () => {
  it('keeps the page of the app’s own client for offline use, and deletes those of others', async () => {
    const after = await afterMessage([7, 8], { type: 'CLEAR_CACHES', config: { clientId: 7 } })
    expect(after).toEqual({ pages: ['7'], closed: ['a mention'] })
  })

  it('deletes every page when no client is named', async () => {
    expect((await afterMessage([7, 8], { type: 'CLEAR_CACHES' })).pages).toEqual([])
  })
})
