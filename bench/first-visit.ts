import { chromium, type Browser, type Page } from 'playwright'
import { chromiumArgs, chromiumPath } from '#e2e/browser.ts'

export interface Visit {
  /** Encoded bytes as they crossed the wire. */
  scriptBytes: number
  styleBytes: number
  otherBytes: number
  requests: number
  /** Milliseconds from navigation to usable, unthrottled. */
  usableAfterMs: number
}

const measure = async (page: Page, url: string, usable: string): Promise<Visit> => {
  const seen: { kind: string; bytes: Promise<number> }[] = []
  page.on('requestfinished', (request) => {
    const kind = request.resourceType()
    if (request.url().startsWith('data:')) return
    seen.push({
      kind,
      bytes: request
        .sizes()
        .then((sizes) => sizes.responseBodySize)
        .catch(() => 0),
    })
  })
  const began = performance.now()
  await page.goto(url, { waitUntil: 'commit' })
  await page.locator(usable).first().waitFor({ state: 'visible' })
  const usableAfterMs = performance.now() - began
  const until = [...seen]
  const sum = async (wanted: (kind: string) => boolean) =>
    (await Promise.all(until.filter((entry) => wanted(entry.kind)).map((entry) => entry.bytes))).reduce(
      (a, b) => a + b,
      0,
    )
  return {
    scriptBytes: await sum((kind) => kind === 'script'),
    styleBytes: await sum((kind) => kind === 'stylesheet'),
    otherBytes: await sum((kind) => kind !== 'script' && kind !== 'stylesheet'),
    requests: until.length,
    usableAfterMs,
  }
}

const inFreshBrowser = async <T>(work: (browser: Browser) => Promise<T>): Promise<T> => {
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumArgs })
  try {
    return await work(browser)
  } finally {
    await browser.close()
  }
}

/** Cold visit: nothing cached, no service worker yet. `prepare` may sign in and returns what the browser then keeps. */
export const firstVisit = (url: string, usable: string): Promise<Visit> =>
  inFreshBrowser(async (browser) =>
    measure(await browser.newPage({ viewport: { width: 390, height: 844 } }), url, usable),
  )

/** Cold visit of a signed-in person: the session is carried over, the cache is not. */
export const firstVisitSignedIn = (
  base: string,
  path: string,
  usable: string,
  signIn: (page: Page) => Promise<void>,
): Promise<Visit> =>
  inFreshBrowser(async (browser) => {
    const first = await browser.newContext({ baseURL: base, serviceWorkers: 'block' })
    const page = await first.newPage()
    await signIn(page)
    const state = await first.storageState({ indexedDB: true })
    await first.close()
    const second = await browser.newContext({
      baseURL: base,
      storageState: state,
      serviceWorkers: 'block',
      viewport: { width: 390, height: 844 },
    })
    return measure(await second.newPage(), base + path, usable)
  })
