/** What the worker draws of a push, and where a press on it leads (public/sw-custom.js). */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'

const SCRIPT = readFileSync(join(import.meta.dirname, '../../../../public/sw-custom.js'), 'utf8')
const ORIGIN = 'http://app.test'

interface Shown {
  title: string
  options: { body: string; tag: string; lang: string; dir: string; icon: string; data: unknown }
}

/** A worker's own `Request` knows its origin; Node's does not. */
class PathRequest extends Request {
  constructor(path: string) {
    super(new URL(path, ORIGIN))
  }
}

interface Owner {
  clientId: number
  userId: number
}

/** IndexedDB with what the page noted in it; null is a device on which nobody ever signed in. */
const aStore = (owner: Owner | null) => ({
  open: () => {
    const request: Record<string, unknown> = {
      transaction: { abort: () => queueMicrotask(() => (request['onerror'] as () => void)()) },
      result: {
        close: () => undefined,
        transaction: () => ({
          objectStore: () => ({
            get: () => {
              const read: Record<string, unknown> = { result: owner }
              queueMicrotask(() => (read['onsuccess'] as () => void)())
              return read
            },
          }),
        }),
      },
    }
    queueMicrotask(() => (request[owner ? 'onsuccess' : 'onupgradeneeded'] as () => void)())
    return request
  },
})

/** The worker with open pages, each of a tenant, and the screen of the device. */
const aWorker = (
  pages: readonly { client: number; foreign?: boolean; busy?: boolean }[] = [],
  owner: Owner | null = { clientId: 8, userId: 4 },
) => {
  const handlers = new Map<string, (event: unknown) => void>()
  const shown: Shown[] = []
  const did: string[] = []
  const badges: number[] = []
  const windows = pages.map(({ client, foreign, busy }, index) => ({
    postMessage: (_message: unknown, [port]: MessagePort[]) =>
      port?.postMessage({ clientId: client, busy: busy === true }),
    focus: () => {
      did.push(`focus ${index}`)
      return Promise.resolve()
    },
    navigate: (url: string) => {
      if (foreign) return Promise.reject(new TypeError('not controlled'))
      did.push(`navigate ${index} ${url}`)
      return Promise.resolve()
    },
  }))
  const self = {
    __WB_MANIFEST: [],
    location: { origin: ORIGIN },
    indexedDB: aStore(owner),
    navigator: {
      setAppBadge: (count: number) => {
        badges.push(count)
        return Promise.resolve()
      },
    },
    registration: {
      showNotification: (title: string, options: Shown['options']) => {
        shown.push({ title, options })
        return Promise.resolve()
      },
    },
    clients: {
      matchAll: () => Promise.resolve(windows),
      openWindow: (url: string) => {
        did.push(`open ${url}`)
        return Promise.resolve()
      },
    },
    addEventListener: (name: string, handler: (event: unknown) => void) => handlers.set(name, handler),
  }
  const caches = { open: () => Promise.resolve({ match: () => Promise.resolve(new Response('')) }) }
  runInNewContext(SCRIPT, {
    self,
    caches,
    URL,
    Request: PathRequest,
    Response,
    MessageChannel,
    setTimeout,
    clearTimeout,
  })
  const happen = async (name: string, event: object) => {
    const waits: Promise<unknown>[] = []
    handlers.get(name)?.({ ...event, waitUntil: (work: Promise<unknown>) => waits.push(work) })
    await Promise.all(waits)
  }
  return {
    shown,
    did,
    badges,
    happen,
    push: (message: unknown) => happen('push', { data: { json: () => message } }),
    press: (data: unknown) =>
      happen('notificationclick', { notification: { close: () => did.push('close'), data } }),
  }
}

describe('a push', () => {
  it('shows a push with the server’s text, its direction and the tenant’s icon', async () => {
    const worker = aWorker()
    await worker.push({
      title: 'ذكرك فيكرام',
      body: 'في «الحلقات»',
      link: '/community/thread/5#comment-7',
      tag: '8-12',
      lang: 'ar',
      dir: 'rtl',
      clientId: 8,
      userId: 4,
      unread: 3,
    })
    expect(worker.shown).toEqual([
      {
        title: 'ذكرك فيكرام',
        options: {
          body: 'في «الحلقات»',
          tag: '8-12',
          lang: 'ar',
          dir: 'rtl',
          icon: '/brand/8/icon-192.png',
          data: { link: '/community/thread/5#comment-7', clientId: 8 },
        },
      },
    ])
    expect(worker.badges).toEqual([3])
  })

  it.each([
    ['nobody signed in', null],
    ['somebody else of the tenant signed in', { clientId: 8, userId: 5 }],
    ['the same number in another tenant', { clientId: 7, userId: 4 }],
  ])('shows no personal push for %s', async (_who, owner) => {
    const worker = aWorker([], owner)
    await worker.push({ title: 'Vikram mentioned you', body: 'x', clientId: 8, userId: 4, unread: 3 })
    expect(worker.shown).toEqual([])
    expect(worker.badges).toEqual([])
  })

  it('shows nothing for a push that is not the server’s', async () => {
    const worker = aWorker()
    await worker.push({ words: 'none' })
    await worker.happen('push', { data: null })
    await worker.happen('push', {
      data: {
        json: () => {
          throw new SyntaxError('no json')
        },
      },
    })
    expect(worker.shown).toEqual([])
  })
})

describe('a press on it', () => {
  it('navigates a page of the tenant and leaves pages of other tenants alone', async () => {
    const worker = aWorker([{ client: 7 }, { client: 8 }])
    await worker.press({ link: '/community/thread/5#comment-7', clientId: 8 })
    expect(worker.did).toEqual(['close', 'focus 1', `navigate 1 ${ORIGIN}/community/thread/5#comment-7`])
  })

  it('opens a window instead of navigating a page with an exam or unsent text', async () => {
    const worker = aWorker([{ client: 7, busy: true }])
    await worker.press({ link: '/courses/3', clientId: 7 })
    expect(worker.did).toEqual(['close', `open ${ORIGIN}/courses/3`])
  })

  it('opens a window when no page can be navigated, and names another tenant', async () => {
    const alone = aWorker()
    await alone.press({ link: '/courses/3', clientId: 7 })
    expect(alone.did).toEqual(['close', `open ${ORIGIN}/courses/3`])

    const foreign = aWorker([{ client: 7, foreign: true }])
    await foreign.press({ link: '/courses/3', clientId: 7 })
    expect(foreign.did.at(-1)).toBe(`open ${ORIGIN}/courses/3`)

    const other = aWorker([{ client: 7 }])
    await other.happen('message', { data: { type: 'PWA_CONFIG', config: { clientId: 7 } } })
    await other.press({ link: '/courses/3', clientId: 8 })
    expect(other.did.at(-1)).toBe(`open ${ORIGIN}/courses/3?client=8`)
  })

  it.each(['https://evil.test/x', '//evil.test/x', '/\\evil.test', 'javascript:alert(1)', 42, undefined])(
    'opens the home for the link %s',
    async (link) => {
      const worker = aWorker()
      await worker.press({ link, clientId: 7 })
      expect(worker.did.at(-1)).toBe(`open ${ORIGIN}/`)
    },
  )
})
