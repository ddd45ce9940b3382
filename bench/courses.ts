/**
 * `npm run bench -- courses`: the catalogue with 500 courses and a course with 300 topics, over HTTP at 16 connections,
 * compared with a bare route that sends the same bytes. With a built app also the time until list and outline are
 * visible in Chromium, and how smoothly the list scrolls. BENCH_PORT sets another port.
 */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { chromium } from 'playwright'
import pg from 'pg'
import { chromiumArgs, chromiumPath } from '#e2e/browser.ts'
import { DEMO_PASSWORD, demo } from '#e2e/product.ts'
import { connectDatabase, PRIVATE_DATABASE } from '#server/core/db/connect.ts'
import { COURSES, fillCatalogue, ITEMS_PER_TOPIC, TOPICS } from './catalogue-data.ts'
import { startFloor, startProduct, temporaryData } from './product.ts'
import { rate } from './rates.ts'

const PORT = Number(process.env['BENCH_PORT'] ?? 4194)
const CLIENT = 7
/** The plain list must reach half of the bare route; personal and filtered lists are computed each time. */
const LIST_RATIO = 0.5
const TARGET_P99_MS = 30
/** Longer than two frames of the display: visible as a stutter. */
const SLOW_FRAME_MS = 34

const verdict = (isMet: boolean) => (isMet ? 'met' : 'MISSED')
const printLine = (...cells: string[]) =>
  console.log(cells.map((cell, index) => cell.padEnd(index === 0 ? 34 : 18)).join(''))

const measureServer = async (url: string, longCourseId: number, token: string): Promise<void> => {
  const headers = { authorization: `Bearer ${token}` }
  const base = `/api/clients/${CLIENT}`
  const paths = {
    'plain list': `${base}/courses/?page=1&page_size=12`,
    'filtered and sorted': `${base}/courses/?page_size=12&difficulty=beginner,easy&rating=3&sort=rating`,
    searched: `${base}/courses/?page_size=12&search=sql%20course`,
    'my courses': `${base}/courses/?page_size=12&progress=enrolled`,
    'counts of all filters': `${base}/course-facets/`,
    recommended: `${base}/student/recommended-learning/`,
    'outline of 300 topics': `${base}/courses/${longCourseId}/`,
    'seats and access': `${base}/courses/${longCourseId}/access/`,
    reviews: `${base}/courses/${longCourseId}/reviews/`,
  }
  const bodies: Record<string, unknown> = {}
  for (const [name, path] of Object.entries(paths)) {
    const answer = await fetch(url + path, { headers })
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
    bodies[encodeURIComponent(name)] = await answer.json()
  }
  const work = mkdtempSync(join(tmpdir(), 'lms-floor-'))
  const bodiesFile = join(work, 'bodies.json')
  writeFileSync(bodiesFile, JSON.stringify(bodies))
  const floor = await startFloor(bodiesFile, PORT + 1)
  try {
    for (const [name, path] of Object.entries(paths)) {
      const productRate = await rate({ url: url + path, headers })
      const bare = await rate({
        url: `${floor.url}/${encodeURIComponent(encodeURIComponent(name))}`,
        seconds: 3,
      })
      const ratio = productRate.perSecond / bare.perSecond
      printLine(
        name,
        `${productRate.perSecond.toFixed(0)} /s`,
        `p50 ${productRate.p50Ms} ms`,
        `p99 ${productRate.p99Ms} ms`,
        `bare ${bare.perSecond.toFixed(0)} /s`,
        name === 'plain list'
          ? `ratio ${ratio.toFixed(2)} (≥ ${LIST_RATIO}: ${verdict(ratio >= LIST_RATIO)})`
          : `p99 ≤ ${TARGET_P99_MS} ms: ${verdict(productRate.p99Ms <= TARGET_P99_MS)}`,
        productRate.errors > 0 ? `${productRate.errors} ERRORS` : '',
      )
    }
  } finally {
    await floor.stop()
    rmSync(work, { recursive: true, force: true })
  }
}

/** From navigation to the visible content, with the app in the browser cache. */
const measurePages = async (url: string, longCourseId: number): Promise<void> => {
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumArgs })
  try {
    const page = await browser.newPage({ viewport: { width: 390, height: 844 } })
    await page.goto(`${url}/login`)
    await page.locator('input[autocomplete="username"]').fill(demo.student)
    await page.locator('input[autocomplete="current-password"]').fill(DEMO_PASSWORD)
    await page.locator('form button[type="submit"]').first().click()
    await page.waitForURL((address) => address.pathname === '/')
    const measureVisible = async (path: string, selector: string) => {
      const times: number[] = []
      for (let round = 0; round < 4; round += 1) {
        const startedAt = performance.now()
        await page.goto(url + path)
        await page.locator(selector).first().waitFor()
        times.push(performance.now() - startedAt)
      }
      return Math.min(...times.slice(1))
    }
    printLine('list of 500 visible', `${(await measureVisible('/courses', 'main li h2')).toFixed(0)} ms`)
    const frames = await page.evaluate(async () => {
      const gaps: number[] = []
      await new Promise<void>((resolve) => {
        let last = performance.now()
        const onFrame = (now: number) => {
          gaps.push(now - last)
          last = now
          scrollBy(0, 60)
          if (gaps.length < 120) requestAnimationFrame(onFrame)
          else resolve()
        }
        requestAnimationFrame(onFrame)
      })
      return gaps.slice(1)
    })
    const slow = frames.filter((gap) => gap > SLOW_FRAME_MS).length
    printLine('list scrolled through', `${frames.length} frames`, `${slow} slower than ${SLOW_FRAME_MS} ms`)
    printLine(
      'outline of 300 topics visible',
      `${(await measureVisible(`/courses/${longCourseId}`, '#course-contents')).toFixed(0)} ms`,
    )
  } finally {
    await browser.close()
  }
}

const signInToken = async (url: string): Promise<string> => {
  const response = await fetch(`${url}/accounts/clients/${CLIENT}/user/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: demo.student, password: DEMO_PASSWORD }),
  })
  return ((await response.json()) as { access_token: string }).access_token
}

export const coursesBench = async (): Promise<void> => {
  const data = temporaryData()
  let product = await startProduct(data.folder, PORT)
  const config = { dataDir: data.folder, databaseUrl: null, databasePool: 2 }
  const silentLog = { info: () => undefined, warn: () => undefined }
  const connection = await connectDatabase(config, silentLog, { join: true })
  const client = new pg.Client({ ...connection.engine?.connection, database: PRIVATE_DATABASE })
  try {
    await client.connect()
    const longCourseId = await fillCatalogue(client)
    // A new process, without cached data from before the catalogue was filled.
    await client.end()
    await connection.database.close()
    await connection.engine?.stop()
    await product.stop()
    product = await startProduct(data.folder, PORT)
    console.log(
      `\n${COURSES} courses, one of ${TOPICS} topics and ${TOPICS * ITEMS_PER_TOPIC} items; 16 connections`,
    )
    await measureServer(product.url, longCourseId, await signInToken(product.url))
    if (existsSync(resolve(import.meta.dirname, '..', 'dist', 'index.html'))) {
      console.log('\nOn a screen of 390 px, the app in the cache')
      await measurePages(product.url, longCourseId)
    }
  } finally {
    await product.stop()
    data.remove()
  }
}
