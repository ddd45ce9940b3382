import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { aClient } from '#tests/support/server/client.ts'

type Listener = (event: { isUpdate?: boolean; sw?: object }) => void
const library = vi.hoisted(() => ({
  listeners: new Map<string, Listener>(),
  skipped: 0,
  registers: (): Promise<unknown> =>
    Promise.resolve({ update: () => Promise.resolve(), addEventListener: () => undefined, waiting: null }),
}))
vi.mock('workbox-window', () => ({
  Workbox: class {
    addEventListener(name: string, listener: Listener) {
      library.listeners.set(name, listener)
    }
    register() {
      return library.registers()
    }
    messageSkipWaiting() {
      library.skipped += 1
    }
  },
}))

const reload = vi.fn<() => void>()
const toWorker = vi.fn<(message: unknown) => void>()
let pageHears: (event: unknown) => void = () => {}

/** The module afresh, with a browser that has workers. */
const start = async (onUpdate = () => {}, controller: object | null = null) => {
  vi.resetModules()
  library.skipped = 0
  vi.stubGlobal('location', { reload, pathname: '/', search: '' })
  vi.stubGlobal('navigator', {
    serviceWorker: {
      addEventListener: (_name: string, listener: typeof pageHears) => (pageHears = listener),
      controller,
      ready: Promise.resolve({ active: { postMessage: toWorker } }),
    },
  })
  const link = await import('#src/core/pwa/worker-link.ts')
  const page = await import('#src/core/client-config/runtime-config.ts')
  page.setRuntimeConfig({ ...page.runtimeConfig(), client_id: 8, client: aClient({ id: 8 }) })
  await link.register(onUpdate)
  return link
}
const takesOver = (isUpdate: boolean) => library.listeners.get('controlling')?.({ isUpdate })

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout'] })
  sessionStorage.clear()
  reload.mockClear()
  toWorker.mockClear()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('the page and its worker (spec 4, 7, 9)', () => {
  it('tells the worker its client when it is ready, and again when asked', async () => {
    await start()
    const told = { type: 'PWA_CONFIG', config: { clientId: 8, language: 'en' } }
    expect(toWorker.mock.calls).toEqual([[told]])
    const source = { postMessage: vi.fn<(message: unknown) => void>() }
    pageHears({ data: { type: 'REQUEST_PWA_CONFIG' }, source, ports: [] })
    expect(source.postMessage).toHaveBeenCalledWith(told)
    const port = { postMessage: vi.fn<(message: unknown) => void>() }
    pageHears({ data: { type: 'GET_CLIENT_ID' }, source, ports: [port] })
    expect(port.postMessage).toHaveBeenCalledWith({ clientId: 8, busy: false })
  })

  it('reloads once when the person takes an update', async () => {
    const told = vi.fn<() => void>()
    const { takeUpdate } = await start(told)
    library.listeners.get('waiting')?.({})
    expect(told).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(60_000)
    expect(reload).not.toHaveBeenCalled()
    takeUpdate()
    expect(library.skipped).toBe(1)
    takesOver(true)
    vi.advanceTimersByTime(10_000)
    expect(reload).toHaveBeenCalledTimes(1)
  })

  it('offers an update that another tab found once, and never at a first visit', async () => {
    const works = library.registers
    const waiting = {}
    library.registers = () =>
      Promise.resolve({ update: () => Promise.resolve(), addEventListener: () => undefined, waiting })
    const told = vi.fn<() => void>()
    await start(told, {})
    library.listeners.get('waiting')?.({ sw: waiting })
    expect(told).toHaveBeenCalledTimes(1)

    const first = vi.fn<() => void>()
    await start(first, null)
    expect(first).not.toHaveBeenCalled()
    library.registers = works
  })

  it('follows a second worker in a page that started without one', async () => {
    await start()
    takesOver(false)
    takesOver(false)
    vi.advanceTimersByTime(100)
    expect(reload).toHaveBeenCalledTimes(1)
  })

  it('reloads after five seconds and 100 ms when the worker never takes over', async () => {
    const { takeUpdate } = await start()
    takeUpdate()
    vi.advanceTimersByTime(5099)
    expect(reload).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(reload).toHaveBeenCalledTimes(1)
  })

  it('reloads nothing when the first worker takes over at a first visit', async () => {
    await start()
    takesOver(false)
    vi.advanceTimersByTime(60_000)
    expect(reload).not.toHaveBeenCalled()
  })

  it('follows an update that another tab took when no work is open here', async () => {
    await start()
    takesOver(true)
    vi.advanceTimersByTime(100)
    expect(reload).toHaveBeenCalledTimes(1)
  })

  it('only logs it when the browser refuses the worker', async () => {
    const log = vi.spyOn(console, 'info').mockImplementation(() => undefined)
    const works = library.registers
    library.registers = () => Promise.reject(new Error('refused'))
    await start()
    library.registers = works
    expect(log).toHaveBeenCalledTimes(1)
    expect(toWorker).not.toHaveBeenCalled()
  })
})

describe('open work', () => {
  it('does not reload a tab with an exam when another tab takes the update', async () => {
    await start()
    // The same fresh modules as the link's own.
    const busy = await import('#src/core/session/busy.ts')
    const release = busy.registerBusy('exam')
    takesOver(true)
    vi.advanceTimersByTime(60_000)
    expect(reload).not.toHaveBeenCalled()
    release()
  })
})
