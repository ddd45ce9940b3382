import { chromium, type Browser, type Page } from 'playwright'
import { chromiumArgs, chromiumPath } from '#e2e/browser.ts'
import { untilQuiet } from '#e2e/quiet.ts'

export interface Visit {
  /** Encoded bytes as they crossed the wire, of everything asked for before the page could be used. */
  scriptBytes: number
  styleBytes: number
  otherBytes: number
  requests: number
  /** Milliseconds from navigation to usable, unthrottled. */
  usableAfterMs: number
  files: { name: string; kind: string; bytes: number }[]
}

/** Notes in the page itself when the first element of the selector can be seen: what the page fetches next is not counted. */
const watchUsable = (selector: string) => {
  const look = () => {
    if ('usableAt' in window) return true
    const seen = [...document.querySelectorAll(selector)].some((element) => element.checkVisibility())
    if (seen) (window as unknown as { usableAt: number }).usableAt = performance.now()
    return seen
  }
  const observer = new MutationObserver(() => {
    if (look()) observer.disconnect()
  })
  observer.observe(document, { childList: true, subtree: true, attributes: true })
  // A stylesheet may show what is there already.
  const onFrame = () => void (look() || requestAnimationFrame(onFrame))
  requestAnimationFrame(onFrame)
}

interface Entry {
  name: string
  startTime: number
  initiatorType: string
  encodedBodySize: number
}

const kindOf = (path: string, initiator: string) => {
  if (path.endsWith('.js')) return 'script'
  return path.endsWith('.css') ? 'stylesheet' : initiator
}

/** Exact to the request: counted is what was begun before the page was usable, whenever it ended. */
export const measure = async (page: Page, url: string, usable: string): Promise<Visit> => {
  await page.addInitScript(watchUsable, usable)
  await page.goto(url, { waitUntil: 'commit' })
  await page.waitForFunction(() => 'usableAt' in window)
  await untilQuiet(page)
  const { at, entries } = await page.evaluate(() => ({
    at: (window as unknown as { usableAt: number }).usableAt,
    entries: [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].map(
      (entry) => entry.toJSON() as Entry,
    ),
  }))
  const files = entries
    .filter((entry) => entry.startTime <= at && !entry.name.startsWith('data:'))
    .map((entry) => {
      const name = new URL(entry.name).pathname
      return { name, kind: kindOf(name, entry.initiatorType), bytes: entry.encodedBodySize }
    })
  const sum = (wanted: (kind: string) => boolean) =>
    files.filter((file) => wanted(file.kind)).reduce((total, file) => total + file.bytes, 0)
  return {
    scriptBytes: sum((kind) => kind === 'script'),
    styleBytes: sum((kind) => kind === 'stylesheet'),
    otherBytes: sum((kind) => kind !== 'script' && kind !== 'stylesheet'),
    requests: files.length,
    usableAfterMs: at,
    files,
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

/** Cold visit: nothing cached, no service worker yet. */
export const firstVisit = (url: string, usable: string): Promise<Visit> =>
  inFreshBrowser(async (browser) =>
    measure(await browser.newPage({ viewport: { width: 390, height: 844 } }), url, usable),
  )

/** Cold visit of a signed-in person: the session is carried over, the cache and what pages kept are not. */
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
    const state = await first.storageState()
    await first.close()
    const second = await browser.newContext({
      baseURL: base,
      storageState: state,
      serviceWorkers: 'block',
      viewport: { width: 390, height: 844 },
    })
    return measure(await second.newPage(), base + path, usable)
  })
