/**
 * `npm run bench -- app`: the installed app's warm start with and without a server on a slow phone, what a first visit
 * lays into the precache, and how long a course of 200 MB takes to be saved and removed. Needs the built app.
 */
import { randomFillSync } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type BrowserContext, type Page } from 'playwright'
import { chromiumArgs, chromiumPath } from '#e2e/browser.ts'
import { untilQuiet } from '#e2e/quiet.ts'
import { readConfig } from '#server/core/config.ts'
import { addCourse } from '#server/features/courses/index.ts'
import { storeFile } from '#server/features/files/index.ts'
import { openProduct } from '#server/start.ts'
import { aNewCourse } from '#tests/support/content/courses.ts'
import { startProduct, temporaryData } from './product.ts'
import { middle, PHONE, ROUNDS, signIn, SLOW_IN_WORDS, slowDown, verdict } from './slow-phone.ts'

const PORT = 4314
const CLIENT = 7
const TARGET_WARM_MS = 700
const TARGET_PRECACHE_BYTES = 1_200_000
/** Spec 9: the loader stands for a second whatever happens behind it. */
const LOADER_MS = 1_000
const USEFUL = 'section[aria-labelledby="home-continue"] article a'
const VIDEOS = 4
const VIDEO_BYTES = 50_000_000
const DIST = join(import.meta.dirname, '..', 'dist')

interface Marks {
  readyAt: number
  usefulAt: number
}

/** `readyAt`: the screen stands behind the loader; `usefulAt`: it can be seen. */
const watch = (selector: string) => {
  const marks = window as unknown as Partial<Marks>
  const look = () => {
    const found = document.querySelector(selector)
    if (found) marks.readyAt ??= performance.now()
    if (found?.checkVisibility() && !document.getElementById('loader')) marks.usefulAt = performance.now()
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

const warmStart = async (context: BrowserContext, url: string): Promise<Marks> => {
  const page = await context.newPage()
  await page.addInitScript(watch, USEFUL)
  await slowDown(page)
  await page.goto(url, { waitUntil: 'commit' })
  await page.waitForFunction(() => 'usefulAt' in window, undefined, { timeout: 60_000 })
  const { readyAt, usefulAt } = await page.evaluate(() => {
    const marks = window as unknown as Marks
    return { readyAt: marks.readyAt, usefulAt: marks.usefulAt }
  })
  await page.close()
  return { readyAt, usefulAt }
}

const warmStarts = async (name: string, context: BrowserContext, url: string) => {
  const all: Marks[] = []
  for (let round = 0; round < ROUNDS; round += 1) all.push(await warmStart(context, url))
  const ready = middle(all.map(({ readyAt }) => readyAt))
  const useful = middle(all.map(({ usefulAt }) => usefulAt))
  // Judged behind the loader's second, as the home is (docs/decisions/app/judge-the-warm-start-after-the-loader.md).
  const behind = Math.max(0, useful - LOADER_MS)
  console.log(
    `${name.padEnd(34)}stands after ${ready.toFixed(0)} ms, seen after ${useful.toFixed(0)} ms: ` +
      `${behind.toFixed(0)} ms behind the loader's second (≤ ${TARGET_WARM_MS}: ${verdict(behind <= TARGET_WARM_MS)})`,
  )
}

/** The app is closed before it is started: another window of it would have a part of the processor. */
const settleAndClose = async (page: Page) => {
  await untilQuiet(page)
  // A visit lasts longer than the second after which its answers are kept.
  await page.waitForTimeout(2_000)
  await page.close()
}

/** What the worker lays down at its installation, as it crosses the wire. */
const precacheBytes = (): number => {
  const worker = readFileSync(join(DIST, 'sw-custom.js'), 'utf8')
  const urls = [...worker.matchAll(/url:\s*"([^"]+)"|"url":\s*"([^"]+)"/g)].map(
    (match) => match[1] ?? match[2] ?? '',
  )
  return urls.reduce((sum, url) => {
    const path = join(DIST, url)
    return sum + statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size
  }, 0)
}

/** A course with four videos of random bytes: only their size counts here. */
const addLargeCourse = async (dataDir: string): Promise<number> => {
  const { core, close } = await openProduct(
    readConfig({ DATA_DIR: dataDir, DEMO: 'true', LOG_LEVEL: 'error' }),
  )
  try {
    const urls: string[] = []
    for (let video = 0; video < VIDEOS; video += 1) {
      const content = randomFillSync(Buffer.alloc(VIDEO_BYTES))
      urls.push(await storeFile(dataDir, CLIENT, { words: `large-${video}`, ending: 'webm', content }))
    }
    return await core.db.withTenant(CLIENT, (db) =>
      addCourse(
        db,
        CLIENT,
        aNewCourse({
          title: 'Two hundred megabytes',
          sections: [
            {
              title: 'Films',
              topics: urls.map((url, index) => ({
                title: `Film ${index + 1}`,
                items: [
                  {
                    type: 'video' as const,
                    title: `Film ${index + 1}`,
                    minutes: 10,
                    durationSeconds: 600,
                    sources: [{ url, mime: 'video/webm' }],
                    posterUrl: null,
                    captions: [],
                  },
                ],
              })),
            },
          ],
        }),
      ),
    )
  } finally {
    await close()
  }
}

const workerReady = (page: Page) =>
  page.waitForFunction(
    async () => navigator.serviceWorker.controller !== null && (await caches.keys()).includes('lms-pages'),
  )

const saveAndRemove = async (page: Page, courseUrl: string) => {
  await page.goto(courseUrl)
  await page.getByRole('button', { name: 'Enrol for free' }).click()
  const save = page.getByRole('button', { name: /^Save for offline · / })
  await save.waitFor()
  await workerReady(page)
  const began = performance.now()
  await save.click()
  await page.getByText(/^On this device · /).waitFor({ timeout: 600_000 })
  const saved = performance.now() - began
  await page.getByRole('button', { name: 'Remove' }).click()
  const asked = performance.now()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await page.waitForFunction(async () => {
    for (const name of await caches.keys())
      if (name.startsWith('lms-saved-') && (await (await caches.open(name)).keys()).length > 0) return false
    return true
  })
  const removed = performance.now() - asked
  const megabytes = (VIDEOS * VIDEO_BYTES) / 1_000_000
  console.log(
    `${`a course of ${megabytes} MB`.padEnd(34)}saved in ${(saved / 1000).toFixed(1)} s ` +
      `(${(megabytes / (saved / 1000)).toFixed(0)} MB/s), removed in ${(removed / 1000).toFixed(1)} s`,
  )
}

const bytes = precacheBytes()
console.log(
  `${'precache of a first visit'.padEnd(34)}${(bytes / 1_000_000).toFixed(2)} MB in Brotli ` +
    `(≤ ${TARGET_PRECACHE_BYTES / 1_000_000}: ${verdict(bytes <= TARGET_PRECACHE_BYTES)})`,
)
const data = temporaryData()
const seeded = await startProduct(data.folder, PORT)
await seeded.stop()
const course = await addLargeCourse(data.folder)
const product = await startProduct(data.folder, PORT)
const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumArgs })
try {
  console.log(`warm start of the installed app ${SLOW_IN_WORDS}:`)
  const context = await browser.newContext(PHONE)
  const page = await context.newPage()
  await signIn(page, product.url)
  await workerReady(page)
  await page.reload()
  await page.locator(USEFUL).first().waitFor()
  await settleAndClose(page)
  await warmStarts('  online', context, `${product.url}/`)
  const saving = await context.newPage()
  await saveAndRemove(saving, `${product.url}/courses/${course}`)
  await settleAndClose(saving)
  await product.stop()
  await warmStarts('  without a server', context, `${product.url}/`)
} finally {
  await browser.close()
  await product.stop()
  data.remove()
}
