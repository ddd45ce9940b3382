/**
 * F1 without a browser's own moods: tabs of one browser over many builds. The app's part (`worker-link.ts`,
 * `reload-guard.ts`, `update-checks.ts`) and the library are the real ones; each load of a tab has modules of its own. What
 * browsers do is modelled: registration, installing, waiting, taking over. The same in real Chromium stands in
 * `e2e/invariants/deploys.spec.ts`, in full runs.
 */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { toWorker } from '#src/core/pwa/messages.ts'

const SCRIPT = new URL('/sw-custom.js', window.location.href).href

class Worker extends EventTarget {
  readonly scriptURL = SCRIPT
  state = 'installing'
  readonly build: string
  readonly #told: (worker: Worker, message: { type?: string }) => void
  constructor(build: string, told: Worker['postMessage'] & ((worker: Worker, message: object) => void)) {
    super()
    this.build = build
    this.#told = told
  }
  postMessage(message: { type?: string }) {
    this.#told(this, message)
  }
  become(state: string) {
    this.state = state
    this.dispatchEvent(new Event('statechange'))
  }
}

/** A page that stands for longer than the guard against loops holds. */
const STANDS_MS = 11_000

interface Tab {
  loads: number
  told: number
  busy: boolean
  storage: Map<string, string>
  /** Of the page that stands now; null while there is none. */
  page: { container: EventTarget; registration: EventTarget } | null
  press: () => void
  look: () => Promise<void>
}

/** One browser with its tabs, before a server whose build changes. */
const aBrowser = ({ minds }: { minds: boolean }) => {
  const tabs: Tab[] = []
  let served = 'first'
  let active: Worker | null = null
  let waiting: Worker | null = null
  let installing: Worker | null = null

  const toPages = (part: 'container' | 'registration', name: string) => {
    for (const { page } of tabs) page?.[part].dispatchEvent(new Event(name))
  }
  const takeOver = (worker: Worker) => {
    waiting = null
    active?.become('redundant')
    active = worker
    worker.become('activating')
    toPages('container', 'controllerchange')
    worker.become('activated')
  }
  const told = (worker: Worker, { type }: { type?: string }) => {
    if (type === toWorker.skipWaiting && worker === waiting) takeOver(worker)
  }
  /** The browser's look at the server: another script is another worker, which waits while an older one is at work. */
  const look = () => {
    if ((installing ?? waiting ?? active)?.build === served) return
    const worker = new Worker(served, told as never)
    installing = worker
    toPages('registration', 'updatefound')
    installing = null
    waiting = worker
    worker.become('installed')
    if (active === null) takeOver(worker)
  }

  const browserOf = () => {
    const registration = Object.defineProperties(
      Object.assign(new EventTarget(), { update: () => Promise.resolve(look()) }),
      {
        active: { get: () => active },
        waiting: { get: () => waiting },
        installing: { get: () => installing },
      },
    )
    const container = Object.defineProperties(
      Object.assign(new EventTarget(), { register: () => Promise.resolve(registration) }),
      {
        controller: { get: () => active },
        ready: { get: () => Promise.resolve({ active }) },
      },
    )
    return { registration, container }
  }

  /** A page of the tab: modules of its own over the tab's storage. */
  const load = async (tab: Tab) => {
    tab.loads += 1
    const page = browserOf()
    tab.page = page
    const stands = () => tab.page === page
    vi.resetModules()
    vi.doMock('#src/core/pwa/reload-guard.ts', async (original) => {
      const real = await original<typeof import('#src/core/pwa/reload-guard.ts')>()
      return {
        createReloadGuard: () =>
          real.createReloadGuard({
            storage: {
              get: (key) => tab.storage.get(key) ?? null,
              set: (key, value) => void tab.storage.set(key, value),
              remove: (key) => void tab.storage.delete(key),
            },
            busy: () => minds && tab.busy,
            reload: () => {
              if (!stands()) return
              tab.page = null
              loading.push(tab)
            },
          }),
      }
    })
    vi.stubGlobal('navigator', { serviceWorker: page.container })
    const link = await import('#src/core/pwa/worker-link.ts')
    tab.press = link.takeUpdate
    tab.look = link.checkForUpdate
    await link.register(() => {
      if (stands()) tab.told += 1
    })
    look()
  }
  const loading: Tab[] = []
  /** Time goes by; what wants to be loaded again is. */
  const settle = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms)
    for (let tab = loading.shift(); tab; tab = loading.shift()) {
      await load(tab)
      await vi.advanceTimersByTimeAsync(STANDS_MS)
    }
  }
  const open = async (busy = false): Promise<Tab> => {
    const tab: Tab = {
      loads: 0,
      told: 0,
      busy,
      storage: new Map(),
      page: null,
      press: () => undefined,
      look: () => Promise.resolve(),
    }
    tabs.push(tab)
    await load(tab)
    await settle(STANDS_MS)
    return tab
  }
  return {
    open,
    settle,
    deploy: (build: string) => {
      served = build
    },
    running: () => active?.build,
  }
}

/** Longer than the reload's delay and the fallback of a page that heard nothing. */
const LATER_MS = 6_000
const BUILDS = 50

/** Three tabs: the first asks and presses, the second is merely open, in the third an exam runs. */
const overBuilds = async (of: { minds: boolean }) => {
  const browser = aBrowser(of)
  const [asking, open, sitting] = [await browser.open(), await browser.open(), await browser.open(true)]
  const loads: number[][] = []
  const offers: number[] = []
  for (let build = 1; build <= BUILDS; build += 1) {
    const before = [asking, open, sitting].map((tab) => tab.loads)
    const toldBefore = asking.told
    browser.deploy(`build ${build}`)
    await asking.look()
    await browser.settle(1000)
    // A version waits: everybody was told, nobody was interrupted.
    offers.push(asking.told - toldBefore)
    expect([asking, open, sitting].map((tab) => tab.loads)).toEqual(before)
    asking.press()
    await browser.settle(LATER_MS)
    expect(browser.running()).toBe(`build ${build}`)
    loads.push([asking, open, sitting].map((tab, nth) => tab.loads - (before[nth] ?? 0)))
  }
  return { browser, sitting, loads, offers }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'] })
  vi.spyOn(console, 'info').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.doUnmock('#src/core/pwa/reload-guard.ts')
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('builds that reach open tabs (F1)', () => {
  it('given three tabs and fifty builds, when each is told and then taken, then two tabs load once a build and the exam never', async () => {
    const { browser, sitting, loads, offers } = await overBuilds({ minds: true })
    expect(offers).toEqual(Array.from({ length: BUILDS }, () => 1))
    expect(loads).toEqual(Array.from({ length: BUILDS }, () => [1, 1, 0]))
    // The exam is over: that page comes along, once, when it is next looked at.
    const before = sitting.loads
    sitting.busy = false
    document.dispatchEvent(new Event('visibilitychange'))
    await browser.settle(LATER_MS)
    expect(sitting.loads - before).toBe(1)
  })

  it('given a page that does not mind its open work, when builds are taken, then the exam is loaded again each time (control)', async () => {
    const { loads } = await overBuilds({ minds: false })
    expect(loads).toEqual(Array.from({ length: BUILDS }, () => [1, 1, 1]))
  })

  it('given a version that waits, when nobody presses, then nothing is loaded again for a day', async () => {
    const browser = aBrowser({ minds: true })
    const tab = await browser.open()
    browser.deploy('next')
    await tab.look()
    await browser.settle(24 * 3_600_000)
    expect([tab.loads, tab.told, browser.running()]).toEqual([1, 1, 'first'])
  })
})
