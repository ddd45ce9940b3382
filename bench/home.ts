/**
 * `npm run bench -- home`: how long until the learning home can be used on a phone in a slow network, cold and warm,
 * beside an empty page in the same browser. Needs the built app.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type BrowserContext } from 'playwright'
import { chromiumArgs, chromiumPath } from '#e2e/browser.ts'
import { untilQuiet } from '#e2e/quiet.ts'
import { startFloor, startProduct, temporaryData } from './product.ts'
import { middle, PHONE, ROUNDS, signIn, SLOW_IN_WORDS, slowDown, verdict } from './slow-phone.ts'

const PRODUCT_PORT = 4212
const FLOOR_PORT = 4213
const TARGET_COLD_MS = 1_500
const TARGET_WARM_MS = 300
/** Spec 9: the loader stands for a second whatever happens behind it. */
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
  const repeat = async (action: () => Promise<number>) => {
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) times.push(await action())
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
  await page.locator(HOME_USEFUL).first().waitFor()
  const state = await first.storageState()

  console.log(`\nLearning home ${SLOW_IN_WORDS}`)
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
  await untilQuiet(page)
  // A visit lasts longer than the second after which its answers are kept.
  await page.waitForTimeout(2_000)
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
