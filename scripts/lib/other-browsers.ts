/**
 * WebKit and Firefox from Debian packages, controlled through their own protocols because Playwright cannot.
 * WebKitGTK is the closest to Safari on iOS (`apt-get install webkit2gtk-driver xvfb`, `firefox-esr`).
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface OtherBrowser {
  readonly goTo: (url: string) => Promise<void>
  /** The value of an expression in the page; awaits promises. */
  readonly read: <T>(expression: string) => Promise<T>
  /** The same in the page's iframe, whatever its origin. */
  readonly readFrame: <T>(expression: string) => Promise<T>
  readonly close: () => Promise<void>
}

const START_TIMEOUT_MS = 20_000
const POLL_EVERY_MS = 200

const waitFor = async <T>(description: string, check: () => Promise<T | null>): Promise<T> => {
  const deadline = Date.now() + START_TIMEOUT_MS
  for (;;) {
    const result = await check().catch(() => null)
    if (result !== null) return result
    if (Date.now() > deadline) throw new Error(`${description} did not start`)
    await new Promise((resolve) => setTimeout(resolve, POLL_EVERY_MS))
  }
}

const startProcess = (
  command: string,
  args: readonly string[],
  env: Record<string, string> = {},
): ChildProcess => spawn(command, args, { env: { ...process.env, ...env }, stdio: 'ignore' })

const WEBKIT_LIBRARIES = '/usr/lib/x86_64-linux-gnu'
const miniBrowser = (): string | undefined =>
  existsSync(WEBKIT_LIBRARIES)
    ? readdirSync(WEBKIT_LIBRARIES)
        .filter((name) => name.startsWith('webkit2gtk-4'))
        .map((name) => join(WEBKIT_LIBRARIES, name, 'MiniBrowser'))
        .find((path) => existsSync(path))
    : undefined
const WEBKIT_DRIVER = '/usr/bin/WebKitWebDriver'
const VIRTUAL_DISPLAY = '/usr/bin/Xvfb'
const FIREFOX = '/usr/bin/firefox-esr'

/** What is not installed for this browser; null if everything is. */
export const missingFor = (name: 'webkit' | 'firefox'): string | null => {
  if (name === 'firefox')
    return existsSync(FIREFOX) ? null : 'Firefox is not installed (Debian package firefox-esr)'
  return existsSync(WEBKIT_DRIVER) && existsSync(VIRTUAL_DISPLAY) && miniBrowser()
    ? null
    : 'WebKitGTK is not installed (Debian packages webkit2gtk-driver and xvfb)'
}

/** W3C WebDriver over HTTP. No screenshots: WebKitGTK never returns one without a real screen. */
const startWebkit = async (port: number): Promise<OtherBrowser> => {
  const display = `:${port}`
  const screen = startProcess(VIRTUAL_DISPLAY, [display, '-screen', '0', '1280x900x24', '-nolisten', 'tcp'])
  const driver = startProcess(WEBKIT_DRIVER, [`--port=${port}`], { DISPLAY: display })
  const base = `http://127.0.0.1:${port}`
  const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const response = await fetch(base + path, { method, ...(body ? { body: JSON.stringify(body) } : {}) })
    const { value } = (await response.json()) as { value: T & { error?: string; message?: string } }
    if (!response.ok) throw new Error(`${path}: ${value.error} ${value.message}`)
    return value
  }
  await waitFor('WebKitWebDriver', () => call<object>('GET', '/status'))
  const browserOptions = { binary: miniBrowser(), args: ['--automation'] }
  const { sessionId } = await call<{ sessionId: string }>('POST', '/session', {
    capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': browserOptions } },
  })
  const session = `/session/${sessionId}`
  const read = <T>(expression: string) =>
    call<T>('POST', `${session}/execute/async`, {
      script:
        'const done = arguments[0]; Promise.resolve()' +
        `.then(() => (${expression})).then(done, (error) => done('failed: ' + error))`,
      args: [],
    })
  return {
    goTo: (url) => call('POST', `${session}/url`, { url }),
    read,
    readFrame: async <T>(expression: string) => {
      const id = await call<object>('POST', `${session}/element`, { using: 'css selector', value: 'iframe' })
      await call('POST', `${session}/frame`, { id })
      return read<T>(expression).finally(() => call('POST', `${session}/frame`, { id: null }))
    },
    close: async () => {
      await call('DELETE', session).catch(() => undefined)
      driver.kill()
      screen.kill()
    },
  }
}

interface BidiMessage {
  id?: number
  error?: string
  message?: string
  result?: Record<string, unknown>
}

/** WebDriver BiDi over Node's WebSocket. */
const startFirefox = async (port: number): Promise<OtherBrowser> => {
  const profile = mkdtempSync(join(tmpdir(), 'lms-firefox-'))
  const browser = startProcess(FIREFOX, [
    '--headless',
    '--no-remote',
    '--profile',
    profile,
    `--remote-debugging-port=${port}`,
  ])
  const socket = await waitFor(
    'Firefox',
    () =>
      new Promise<WebSocket>((resolve, reject) => {
        const candidate = new WebSocket(`ws://127.0.0.1:${port}/session`)
        candidate.onopen = () => resolve(candidate)
        candidate.onerror = () => reject(new Error('not yet'))
      }),
  )
  let lastId = 0
  const pending = new Map<number, (answer: BidiMessage) => void>()
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(String(data)) as BidiMessage
    if (message.id !== undefined) pending.get(message.id)?.(message)
  }
  const call = async (method: string, params: object): Promise<Record<string, unknown>> => {
    lastId += 1
    const id = lastId
    const response = new Promise<BidiMessage>((resolve) => pending.set(id, resolve))
    socket.send(JSON.stringify({ id, method, params }))
    const { error, message, result } = await response
    pending.delete(id)
    if (error) throw new Error(`${method}: ${error} ${message}`)
    return result ?? {}
  }
  await call('session.new', { capabilities: {} })
  type Tree = { contexts: { context: string; children: { context: string }[] | null }[] }
  const tree = async () => ((await call('browsingContext.getTree', {})) as Tree).contexts[0]
  const context = (await tree())?.context ?? ''
  const readIn = async <T>(contextId: string, expression: string) => {
    const { result, exceptionDetails } = (await call('script.evaluate', {
      expression: `Promise.resolve(${expression}).then((value) => JSON.stringify(value ?? null))`,
      target: { context: contextId },
      awaitPromise: true,
    })) as { result?: { value: string }; exceptionDetails?: { text: string } }
    if (!result) throw new Error(exceptionDetails?.text ?? 'nothing')
    return JSON.parse(result.value) as T
  }
  return {
    goTo: async (url) => void (await call('browsingContext.navigate', { context, url, wait: 'complete' })),
    read: (expression) => readIn(context, expression),
    readFrame: async (expression) => readIn((await tree())?.children?.[0]?.context ?? '', expression),
    close: async () => {
      const exited = new Promise((resolve) => browser.once('exit', resolve))
      await call('browser.close', {}).catch(() => browser.kill())
      await exited
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

export const startOther = (name: 'webkit' | 'firefox', port: number): Promise<OtherBrowser> =>
  name === 'webkit' ? startWebkit(port) : startFirefox(port)
