/**
 * `npm run bench -- thread`: a thread of 500 comments on a slow phone, cold and warm, until its newest comment can be
 * read and a press on it is answered; then every page of it, one press after the other. Needs the built app.
 * BENCH_SIZES=10000 says how many other threads there are.
 */
import { chromium, type Page } from 'playwright'
import pg from 'pg'
import { connectDatabase, PRIVATE_DATABASE } from '#server/core/db/connect.ts'
import { chromiumArgs, chromiumPath } from '#e2e/browser.ts'
import { untilQuiet } from '#e2e/quiet.ts'
import { addLongThread, grow, LONG } from './forum-data.ts'
import { startProduct, temporaryData } from './product.ts'
import { PHONE, report, ROUNDS, signIn, SLOW_IN_WORDS, slowDown } from './slow-phone.ts'

const PORT = Number(process.env['BENCH_PORT'] ?? 4253)
const THREADS = Number((process.env['BENCH_SIZES'] ?? '10000').split(',')[0])
/** A press must be answered within this (Core Web Vitals: INP "good"). */
const TARGET_PRESS_MS = 200
const COMMENT = '#comments li'
const VOTE = `${COMMENT} button[aria-pressed]`

interface Marks {
  readAt: number
  answeredAt: number
}

/** Notes when the first comment can be seen, presses its vote at once, and notes when that is answered. */
const watch = ([comment, vote]: readonly [string, string]) => {
  const marks = window as unknown as Marks
  const answered = (before: string | null) => {
    const button = document.querySelector(vote)
    if (button && button.getAttribute('aria-pressed') !== before) marks.answeredAt = performance.now()
    else requestAnimationFrame(() => answered(before))
  }
  const look = () => {
    const button = document.querySelector<HTMLElement>(vote)
    if (!document.querySelector(comment)?.checkVisibility() || !button || document.getElementById('loader'))
      return void requestAnimationFrame(look)
    marks.readAt = performance.now()
    const before = button.getAttribute('aria-pressed')
    button.click()
    answered(before)
  }
  requestAnimationFrame(look)
}

const opened = async (page: Page, url: string): Promise<{ read: number; answered: number }> => {
  await page.addInitScript(watch, [COMMENT, VOTE] as const)
  await slowDown(page)
  await page.goto(url, { waitUntil: 'commit' })
  await page.waitForFunction(() => 'answeredAt' in window, undefined, { timeout: 60_000 })
  return page.evaluate(() => {
    const marks = window as unknown as Marks
    return { read: marks.readAt, answered: marks.answeredAt }
  })
}

/** Presses "more" until every comment stands there. For each press the ms until its own feedback was painted. */
const readThrough = async (page: Page): Promise<{ presses: number[]; shown: number }> => {
  const more = page.locator('#comments > ul ~ div > button')
  await page.evaluate(() => {
    const slow: number[] = []
    Object.assign(window, { slow })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (entry.entryType === 'event') slow.push(entry.duration)
    }).observe({ type: 'event', durationThreshold: 16, buffered: false } as PerformanceObserverInit)
  })
  const presses: number[] = []
  for (;;) {
    const before = await page.locator('#comments ul > li').count()
    if ((await more.count()) === 0) break
    await page.evaluate(() => void ((window as unknown as { slow: number[] }).slow.length = 0))
    await more.click()
    await page.waitForFunction(
      (count) => document.querySelectorAll('#comments ul > li').length > count,
      before,
      { timeout: 60_000 },
    )
    presses.push(await page.evaluate(() => Math.max(0, ...(window as unknown as { slow: number[] }).slow)))
  }
  return { presses, shown: await page.locator('#comments ul > li').count() }
}

const data = temporaryData()
const product = await startProduct(data.folder, PORT)
const config = { dataDir: data.folder, databaseUrl: null, databasePool: 2 }
const silent = { info: () => undefined, warn: () => undefined }
const side = await connectDatabase(config, silent, { join: true })
const client = new pg.Client({ ...side.engine?.connection, database: PRIVATE_DATABASE })
const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumArgs })
try {
  await client.connect()
  await grow(client, THREADS)
  const url = `${product.url}/community/thread/${await addLongThread(client)}`
  const known = await browser.newContext(PHONE)
  const first = await known.newPage()
  await signIn(first, product.url)
  const state = await known.storageState()

  const cold: { read: number; answered: number }[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const context = await browser.newContext({ ...PHONE, serviceWorkers: 'block', storageState: state })
    cold.push(await opened(await context.newPage(), url))
    await context.close()
  }
  await first.goto(url)
  await first.evaluate(async () => void (await navigator.serviceWorker.ready))
  await first.locator(VOTE).first().waitFor()
  await untilQuiet(first)
  const warm: typeof cold = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const tab = await known.newPage()
    warm.push(await opened(tab, url))
    await tab.close()
  }
  console.log(
    `\nA thread of ${LONG} comments among ${THREADS} ${SLOW_IN_WORDS}, the loader's second included`,
  )
  for (const [name, times] of Object.entries({ 'nothing cached': cold, 'visited before': warm })) {
    report(
      `${name}: read`,
      times.map((time) => time.read),
      null,
    )
    report(
      `${name}: a vote is answered after`,
      times.map((time) => time.answered - time.read),
      TARGET_PRESS_MS,
    )
  }
  await slowDown(first)
  const { presses, shown } = await readThrough(first)
  const worst = presses.toSorted((a, b) => b - a).slice(0, 5)
  report(`"more" ${presses.length} times (${shown} shown)`, presses, TARGET_PRESS_MS)
  console.log(`  slowest: ${worst.map((time) => `${time.toFixed(0)} ms`).join(', ')}`)
  await known.close()
} finally {
  await browser.close()
  await client.end()
  await side.database.close()
  await product.stop()
  await side.engine?.stop()
  data.remove()
}
