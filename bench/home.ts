/**
 * `npm run bench -- home`: how long until the learning home can be used on a phone in a slow network, cold and warm,
 * beside an empty page in the same browser. Needs the built app.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type BrowserContext, type Page } from 'playwright'
import { chromiumArgs, chromiumPath } from '#e2e/browser.ts'
import { DEMO_PASSWORD, demo } from '#e2e/product.ts'
import { startFloor, startProduct, temporaryData } from './product.ts'

const PRODUCT_PORT = 4212
const FLOOR_PORT = 4213
const ROUNDS = 5
const TARGET_COLD_MS = 1_500
const TARGET_WARM_MS = 300
/** Lighthouse's mobile profile: 1.6 Mbit/s down, 0.75 up, 150 ms there and back, a processor a quarter as fast. */
const SLOW = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (0.75 * 1024 * 1024) / 8,
}
const CPU_RATE = 4
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 } as const
/** Spec §9 "Startup loader delay": the loader stands for a second whatever happens behind it. */
const LOADER_MS = 1_000
/** One can go on learning. */
const HOME_USEFUL = 'section[aria-labelledby="home-continue"] article a'
const EMPTY_USEFUL = 'input'

interface Marks {
  usefulAt: number
}

/** Notes in the page itself, frame by frame, when the element can be seen and the loader is gone. */
const watch = (selector: string) => {
  const look = () => {
    const seen = [...document.querySelectorAll(selector)].some((element) => element.checkVisibility())
    if (seen && !document.getElementById('loader')) (window as unknown as Marks).usefulAt = performance.now()
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

const slowDown = async (page: Page): Promise<void> => {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', SLOW)
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_RATE })
}

/** Milliseconds from the start of the navigation. */
const usefulAfter = async (context: BrowserContext, url: string, selector: string): Promise<number> => {
  const page = await context.newPage()
  await page.addInitScript(watch, selector)
  await slowDown(page)
  await page.goto(url, { waitUntil: 'commit' })
  await page.waitForFunction(() => 'usefulAt' in window, undefined, { timeout: 60_000 })
  const at = await page.evaluate(() => (window as unknown as Marks).usefulAt)
  await page.close()
  return at
}

const signIn = async (page: Page, base: string) => {
  await page.goto(`${base}/login`)
  await page.locator('input[autocomplete="username"]').fill(demo.student)
  await page.locator('input[autocomplete="current-password"]').fill(DEMO_PASSWORD)
  await page.locator('form button[type="submit"]').first().click()
  await page.waitForURL((url) => url.pathname === '/')
  await page.locator(HOME_USEFUL).first().waitFor()
}

const middle = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
const verdict = (met: boolean) => (met ? 'met' : 'MISSED')
const report = (name: string, times: readonly number[], target: number | null) => {
  const after = middle(times) - LOADER_MS
  console.log(
    name.padEnd(34) +
      `useful after ${middle(times).toFixed(0)} ms (${times.map((time) => time.toFixed(0)).join(', ')})`.padEnd(
        60,
      ) +
      (target === null
        ? 'floor'
        : `${Math.max(0, after).toFixed(0)} ms after the loader's second (≤ ${target}: ${verdict(after <= target)})`),
  )
}

const data = temporaryData()
const work = mkdtempSync(join(tmpdir(), 'lms-floor-'))
writeFileSync(join(work, 'bodies.json'), '{}')
const product = await startProduct(data.folder, PRODUCT_PORT)
const floor = await startFloor(join(work, 'bodies.json'), FLOOR_PORT)
const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumArgs })
try {
  const repeat = async (deed: () => Promise<number>) => {
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) times.push(await deed())
    return times
  }
  const inFresh = async (
    state: Awaited<ReturnType<BrowserContext['storageState']>> | undefined,
    url: string,
    useful: string,
  ) => {
    const context = await browser.newContext({
      ...PHONE,
      serviceWorkers: 'block',
      ...(state ? { storageState: state } : {}),
    })
    const took = await usefulAfter(context, url, useful)
    await context.close()
    return took
  }
  const first = await browser.newContext(PHONE)
  const page = await first.newPage()
  await signIn(page, product.url)
  const state = await first.storageState()

  console.log('\nLearning home on a slow phone (1.6 Mbit/s, 150 ms, processor slowed 4 times)')
  report(
    'empty page, nothing cached',
    await repeat(() => inFresh(undefined, `${floor.url}/empty`, EMPTY_USEFUL)),
    null,
  )
  report(
    'home, nothing cached',
    await repeat(() => inFresh(state, `${product.url}/`, HOME_USEFUL)),
    TARGET_COLD_MS,
  )
  // Warm: the worker has the app's files, the device has what the home showed last.
  await page.goto(`${product.url}/`)
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await page.locator(HOME_USEFUL).first().waitFor()
  await page.waitForLoadState('networkidle')
  await page.close()
  report(
    'home, visited before',
    await repeat(() => usefulAfter(first, `${product.url}/`, HOME_USEFUL)),
    TARGET_WARM_MS,
  )
  await first.close()
} finally {
  await browser.close()
  await product.stop()
  await floor.stop()
  rmSync(work, { recursive: true, force: true })
  data.remove()
}
