/**
 * `npm run bench -- thread`: a thread with 500 comments on a slow phone, with a cold and a warm cache. Measures the time
 * until the newest comment is readable and until a click on its vote has an effect, then loads every further page.
 * Needs the built app. BENCH_SIZES=10000 sets the number of other threads.
 */
import { chromium, type Page } from 'playwright'
import pg from 'pg'
import { connectDatabase, PRIVATE_DATABASE } from '#server/core/db/connect.ts'
import { chromiumArgs, chromiumPath } from '#e2e/browser.ts'
import { untilQuiet } from '#e2e/quiet.ts'
import { addLongThread, fillForum, LONG_THREAD_COMMENTS } from './forum-data.ts'
import { startProduct, temporaryData } from './product.ts'
import { PHONE, report, ROUNDS, signIn, SLOW_IN_WORDS, slowDown } from './slow-phone.ts'

const PORT = Number(process.env['BENCH_PORT'] ?? 4253)
const THREADS = Number((process.env['BENCH_SIZES'] ?? '10000').split(',')[0])
/** A click must have an effect within this time (Core Web Vitals: INP "good"). */
const TARGET_CLICK_MS = 200
const COMMENT = '#comments li'
const VOTE = `${COMMENT} button[aria-pressed]`

interface Marks {
  readAt: number
  answeredAt: number
}

/** Records when the first comment is visible, clicks its vote at once, and records when the vote changes. */
const recordMarks = ([comment, vote]: readonly [string, string]) => {
  const marks = window as unknown as Marks
  const waitForVote = (initialState: string | null) => {
    const button = document.querySelector(vote)
    if (button && button.getAttribute('aria-pressed') !== initialState) marks.answeredAt = performance.now()
    else requestAnimationFrame(() => waitForVote(initialState))
  }
  const waitForComment = () => {
    const button = document.querySelector<HTMLElement>(vote)
    if (!document.querySelector(comment)?.checkVisibility() || !button || document.getElementById('loader'))
      return void requestAnimationFrame(waitForComment)
    marks.readAt = performance.now()
    const initialState = button.getAttribute('aria-pressed')
    button.click()
    waitForVote(initialState)
  }
  requestAnimationFrame(waitForComment)
}

const openThread = async (page: Page, url: string): Promise<{ read: number; answered: number }> => {
  await page.addInitScript(recordMarks, [COMMENT, VOTE] as const)
  await slowDown(page)
  await page.goto(url, { waitUntil: 'commit' })
  await page.waitForFunction(() => 'answeredAt' in window, undefined, { timeout: 60_000 })
  return page.evaluate(() => {
    const marks = window as unknown as Marks
    return { read: marks.readAt, answered: marks.answeredAt }
  })
}

/** Clicks "more" until every comment is visible. Returns for each click the time until its feedback was painted. */
const loadAllComments = async (page: Page): Promise<{ presses: number[]; shown: number }> => {
  const moreButton = page.locator('#comments > ul ~ div > button')
  await page.evaluate(() => {
    const slow: number[] = []
    Object.assign(window, { slow })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (entry.entryType === 'event') slow.push(entry.duration)
    }).observe({ type: 'event', durationThreshold: 16, buffered: false } as PerformanceObserverInit)
  })
  const clickMs: number[] = []
  for (;;) {
    const countBefore = await page.locator('#comments ul > li').count()
    if ((await moreButton.count()) === 0) break
    await page.evaluate(() => void ((window as unknown as { slow: number[] }).slow.length = 0))
    await moreButton.click()
    await page.waitForFunction(
      (count) => document.querySelectorAll('#comments ul > li').length > count,
      countBefore,
      { timeout: 60_000 },
    )
    clickMs.push(await page.evaluate(() => Math.max(0, ...(window as unknown as { slow: number[] }).slow)))
  }
  return { presses: clickMs, shown: await page.locator('#comments ul > li').count() }
}

const data = temporaryData()
const product = await startProduct(data.folder, PORT)
const config = { dataDir: data.folder, databaseUrl: null, databasePool: 2 }
const silentLog = { info: () => undefined, warn: () => undefined }
const connection = await connectDatabase(config, silentLog, { join: true })
const client = new pg.Client({ ...connection.engine?.connection, database: PRIVATE_DATABASE })
const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumArgs })
try {
  await client.connect()
  await fillForum(client, THREADS)
  const url = `${product.url}/community/thread/${await addLongThread(client)}`
  const returningContext = await browser.newContext(PHONE)
  const firstPage = await returningContext.newPage()
  await signIn(firstPage, product.url)
  const state = await returningContext.storageState()

  const cold: { read: number; answered: number }[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const context = await browser.newContext({ ...PHONE, serviceWorkers: 'block', storageState: state })
    cold.push(await openThread(await context.newPage(), url))
    await context.close()
  }
  await firstPage.goto(url)
  await firstPage.evaluate(async () => void (await navigator.serviceWorker.ready))
  await firstPage.locator(VOTE).first().waitFor()
  await untilQuiet(firstPage)
  const warm: typeof cold = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const tab = await returningContext.newPage()
    warm.push(await openThread(tab, url))
    await tab.close()
  }
  console.log(
    `\nA thread of ${LONG_THREAD_COMMENTS} comments among ${THREADS} ${SLOW_IN_WORDS}, including the loader's second`,
  )
  for (const [name, times] of Object.entries({ 'cold cache': cold, 'warm cache': warm })) {
    report(
      `${name}: read`,
      times.map((time) => time.read),
      null,
    )
    report(
      `${name}: vote changes after`,
      times.map((time) => time.answered - time.read),
      TARGET_CLICK_MS,
    )
  }
  await slowDown(firstPage)
  const { presses: clickMs, shown } = await loadAllComments(firstPage)
  const worst = clickMs.toSorted((a, b) => b - a).slice(0, 5)
  report(`"more" ${clickMs.length} times (${shown} shown)`, clickMs, TARGET_CLICK_MS)
  console.log(`  slowest: ${worst.map((time) => `${time.toFixed(0)} ms`).join(', ')}`)
  await returningContext.close()
} finally {
  await browser.close()
  await client.end()
  await connection.database.close()
  await product.stop()
  await connection.engine?.stop()
  data.remove()
}
