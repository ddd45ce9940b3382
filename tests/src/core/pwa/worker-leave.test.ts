/** What the worker keeps when somebody signs out (public/sw-custom.js). */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'

const SCRIPT = readFileSync(join(import.meta.dirname, '../../../../public/sw-custom.js'), 'utf8')
const ORIGIN = 'http://app.test'
/** The hash of an empty list. */
const SHELL_OF_NO_FILES = 'lms-shell-7'

/** The worker with the pages of some clients, and what is left of them after a message. */
const afterMessage = async (clients: readonly number[], message: object) => {
  const pages = new Set(clients.map((id) => `${ORIGIN}/__page?client=${id}`))
  const handlers = new Map<string, (event: unknown) => void>()
  const closed: string[] = []
  const names = new Set([
    'lms-pages',
    'lms-runtimes',
    'lms-saved-7:3',
    'lms-shell-old',
    SHELL_OF_NO_FILES,
    'of-another-app',
  ])
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
    caches: {
      open: () => Promise.resolve(cache),
      keys: () => Promise.resolve([...names]),
      delete: (name: string) => {
        if (name === 'lms-pages') pages.clear()
        return Promise.resolve(names.delete(name))
      },
    },
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
  return { pages: [...pages].map((url) => url.split('client=')[1]), closed, names: [...names] }
}

describe('the worker at a sign-out', () => {
  it('keeps the page of the app’s own client for offline use, and deletes those of others', async () => {
    const after = await afterMessage([7, 8], { type: 'CLEAR_CACHES', config: { clientId: 7 } })
    expect(after).toMatchObject({ pages: ['7'], closed: ['a mention'] })
    expect(after.names).not.toContain('lms-saved-7:3')
    expect(after.names).toContain('lms-runtimes')
  })

  it('deletes every page when no client is named', async () => {
    expect((await afterMessage([7, 8], { type: 'CLEAR_CACHES' })).pages).toEqual([])
  })

  it('deletes every cache of the product but the files of this build when no client is named', async () => {
    const { names } = await afterMessage([7], { type: 'CLEAR_CACHES' })
    expect(names).toEqual([SHELL_OF_NO_FILES, 'of-another-app'])
  })

  it('control: another message deletes nothing', async () => {
    expect((await afterMessage([7], { type: 'SKIP' })).names).toHaveLength(6)
  })
})
