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
  it('given a registration, when the worker is ready, then it is told the client; asked again, it is told again', async () => {
    await start()
    const told = { type: 'PWA_CONFIG', config: { clientId: 8 } }
    expect(toWorker.mock.calls).toEqual([[told]])
    const source = { postMessage: vi.fn<(message: unknown) => void>() }
    pageHears({ data: { type: 'REQUEST_PWA_CONFIG' }, source, ports: [] })
    expect(source.postMessage).toHaveBeenCalledWith(told)
    const port = { postMessage: vi.fn<(message: unknown) => void>() }
    pageHears({ data: { type: 'GET_CLIENT_ID' }, source, ports: [port] })
    expect(port.postMessage).toHaveBeenCalledWith({ clientId: 8, busy: false })
  })

  it('given a waiting version, when the person takes it and the worker takes over, then one reload', async () => {
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

  it('given a version that another tab found, when this page registers, then it is offered, once, and not at a first visit', async () => {
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

  it('given a page that began without a worker, when a second one takes over, then this page follows too', async () => {
    await start()
    takesOver(false)
    takesOver(false)
    vi.advanceTimersByTime(100)
    expect(reload).toHaveBeenCalledTimes(1)
  })

  it('given a worker that never takes over, when five seconds and 100 ms pass, then the page reloads by hand', async () => {
    const { takeUpdate } = await start()
    takeUpdate()
    vi.advanceTimersByTime(5099)
    expect(reload).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(reload).toHaveBeenCalledTimes(1)
  })

  it('given a first visit, when the first worker takes over, then nothing reloads', async () => {
    await start()
    takesOver(false)
    vi.advanceTimersByTime(60_000)
    expect(reload).not.toHaveBeenCalled()
  })

  it('given another tab let the version in, when nothing is open here, then this page follows', async () => {
    await start()
    takesOver(true)
    vi.advanceTimersByTime(100)
    expect(reload).toHaveBeenCalledTimes(1)
  })

  it('given a browser that refuses the worker, when it is registered, then it is only logged', async () => {
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
  it('given an exam in this tab, when another tab lets the version in, then this page stays', async () => {
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
