/**
 * WebKit and Firefox as Debian packages them, driven by what they speak themselves: Playwright can drive neither. WebKitGTK
 * is the nearest thing to Safari on iOS outside of it (`apt-get install webkit2gtk-driver xvfb`, `firefox-esr`).
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface OtherBrowser {
  readonly goTo: (url: string) => Promise<void>
  /** The value of an expression in the page; promises are awaited. */
  readonly read: <T>(expression: string) => Promise<T>
  /** The same in the page's frame, whatever origin it has. */
  readonly readFrame: <T>(expression: string) => Promise<T>
  readonly end: () => Promise<void>
}

const READY_WITHIN_MS = 20_000
const LOOK_EVERY_MS = 200

const untilSomething = async <T>(what: string, look: () => Promise<T | null>): Promise<T> => {
  const until = Date.now() + READY_WITHIN_MS
  for (;;) {
    const found = await look().catch(() => null)
    if (found !== null) return found
    if (Date.now() > until) throw new Error(`${what} did not come up`)
    await new Promise((done) => setTimeout(done, LOOK_EVERY_MS))
  }
}

const begin = (command: string, args: readonly string[], env: Record<string, string> = {}): ChildProcess =>
  spawn(command, args, { env: { ...process.env, ...env }, stdio: 'ignore' })

const WEBKIT_LIBRARIES = '/usr/lib/x86_64-linux-gnu'
const miniBrowser = (): string | undefined =>
  existsSync(WEBKIT_LIBRARIES)
    ? readdirSync(WEBKIT_LIBRARIES)
        .filter((name) => name.startsWith('webkit2gtk-4'))
        .map((name) => join(WEBKIT_LIBRARIES, name, 'MiniBrowser'))
        .find((path) => existsSync(path))
    : undefined
const WEBKIT_DRIVER = '/usr/bin/WebKitWebDriver'
const DISPLAYS = '/usr/bin/Xvfb'
const FIREFOX = '/usr/bin/firefox-esr'

/** What is missing for this browser, in words; null when it is there. */
export const missingFor = (name: 'webkit' | 'firefox'): string | null => {
  if (name === 'firefox') return existsSync(FIREFOX) ? null : 'no Firefox here (Debian package firefox-esr)'
  return existsSync(WEBKIT_DRIVER) && existsSync(DISPLAYS) && miniBrowser()
    ? null
    : 'no WebKitGTK here (Debian packages webkit2gtk-driver and xvfb)'
}

/** W3C WebDriver over plain HTTP. No pictures: WebKitGTK never answers for one without a real screen. */
const startWebkit = async (port: number): Promise<OtherBrowser> => {
  const display = `:${port}`
  const screen = begin(DISPLAYS, [display, '-screen', '0', '1280x900x24', '-nolisten', 'tcp'])
  const driver = begin(WEBKIT_DRIVER, [`--port=${port}`], { DISPLAY: display })
  const base = `http://127.0.0.1:${port}`
  const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const answer = await fetch(base + path, { method, ...(body ? { body: JSON.stringify(body) } : {}) })
    const { value } = (await answer.json()) as { value: T & { error?: string; message?: string } }
    if (!answer.ok) throw new Error(`${path}: ${value.error} ${value.message}`)
    return value
  }
  await untilSomething('WebKitWebDriver', () => call<object>('GET', '/status'))
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
    end: async () => {
      await call('DELETE', session).catch(() => undefined)
      driver.kill()
      screen.kill()
    },
  }
}

interface Answer {
  id?: number
  error?: string
  message?: string
  result?: Record<string, unknown>
}

/** WebDriver BiDi over Node's own WebSocket. */
const startFirefox = async (port: number): Promise<OtherBrowser> => {
  const profile = mkdtempSync(join(tmpdir(), 'lms-firefox-'))
  const browser = begin(FIREFOX, [
    '--headless',
    '--no-remote',
    '--profile',
    profile,
    `--remote-debugging-port=${port}`,
  ])
  const socket = await untilSomething(
    'Firefox',
    () =>
      new Promise<WebSocket>((resolve, reject) => {
        const opening = new WebSocket(`ws://127.0.0.1:${port}/session`)
        opening.onopen = () => resolve(opening)
        opening.onerror = () => reject(new Error('not yet'))
      }),
  )
  let last = 0
  const waiting = new Map<number, (answer: Answer) => void>()
  socket.onmessage = ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer
    if (answer.id !== undefined) waiting.get(answer.id)?.(answer)
  }
  const call = async (method: string, params: object): Promise<Record<string, unknown>> => {
    last += 1
    const id = last
    const coming = new Promise<Answer>((resolve) => waiting.set(id, resolve))
    socket.send(JSON.stringify({ id, method, params }))
    const { error, message, result } = await coming
    waiting.delete(id)
    if (error) throw new Error(`${method}: ${error} ${message}`)
    return result ?? {}
  }
  await call('session.new', { capabilities: {} })
  type Tree = { contexts: { context: string; children: { context: string }[] | null }[] }
  const tree = async () => ((await call('browsingContext.getTree', {})) as Tree).contexts[0]
  const context = (await tree())?.context ?? ''
  const readIn = async <T>(target: string, expression: string) => {
    const { result, exceptionDetails } = (await call('script.evaluate', {
      expression: `Promise.resolve(${expression}).then((value) => JSON.stringify(value ?? null))`,
      target: { context: target },
      awaitPromise: true,
    })) as { result?: { value: string }; exceptionDetails?: { text: string } }
    if (!result) throw new Error(exceptionDetails?.text ?? 'nothing')
    return JSON.parse(result.value) as T
  }
  return {
    goTo: async (url) => void (await call('browsingContext.navigate', { context, url, wait: 'complete' })),
    read: (expression) => readIn(context, expression),
    readFrame: async (expression) => readIn((await tree())?.children?.[0]?.context ?? '', expression),
    end: async () => {
      const gone = new Promise((resolve) => browser.once('exit', resolve))
      await call('browser.close', {}).catch(() => browser.kill())
      await gone
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

export const startOther = (name: 'webkit' | 'firefox', port: number): Promise<OtherBrowser> =>
  name === 'webkit' ? startWebkit(port) : startFirefox(port)
