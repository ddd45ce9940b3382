/**
 * `npm run bench -- courses`: the catalogue with 500 courses and a course of 300 topics, over HTTP at 16 connections
 * beside a bare route with the same bytes; with a built app also how long list and outline take to stand in Chromium
 * and how evenly the list scrolls. BENCH_PORT names another port.
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
/** The plain list is held to half of a bare route; what is personal or searched is made anew each time. */
const LIST_RATIO = 0.5
const TARGET_P99_MS = 30
/** A frame that takes longer than two of the display's is seen as a stutter. */
const SLOW_FRAME_MS = 34

const verdict = (met: boolean) => (met ? 'met' : 'MISSED')
const line = (...cells: string[]) =>
  console.log(cells.map((cell, index) => cell.padEnd(index === 0 ? 34 : 18)).join(''))

const measureServer = async (url: string, long: number, token: string): Promise<void> => {
  const headers = { authorization: `Bearer ${token}` }
  const base = `/api/clients/${CLIENT}`
  const paths = {
    'plain list': `${base}/courses/?page=1&page_size=12`,
    'filtered and sorted': `${base}/courses/?page_size=12&difficulty=beginner,easy&rating=3&sort=rating`,
    searched: `${base}/courses/?page_size=12&search=sql%20course`,
    'my courses': `${base}/courses/?page_size=12&progress=enrolled`,
    'counts of all filters': `${base}/course-facets/`,
    recommended: `${base}/student/recommended-learning/`,
    'outline of 300 topics': `${base}/courses/${long}/`,
    'seats and access': `${base}/courses/${long}/access/`,
    reviews: `${base}/courses/${long}/reviews/`,
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
      const own = await rate({ url: url + path, headers })
      const bare = await rate({
        url: `${floor.url}/${encodeURIComponent(encodeURIComponent(name))}`,
        seconds: 3,
      })
      const ratio = own.perSecond / bare.perSecond
      line(
        name,
        `${own.perSecond.toFixed(0)} /s`,
        `p50 ${own.p50Ms} ms`,
        `p99 ${own.p99Ms} ms`,
        `bare ${bare.perSecond.toFixed(0)} /s`,
        name === 'plain list'
          ? `ratio ${ratio.toFixed(2)} (≥ ${LIST_RATIO}: ${verdict(ratio >= LIST_RATIO)})`
          : `p99 ≤ ${TARGET_P99_MS} ms: ${verdict(own.p99Ms <= TARGET_P99_MS)}`,
        own.errors > 0 ? `${own.errors} ERRORS` : '',
      )
    }
  } finally {
    await floor.stop()
    rmSync(work, { recursive: true, force: true })
  }
}

/** From the address to what one came for, the app being in the browser's cache. */
const measurePages = async (url: string, long: number): Promise<void> => {
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumArgs })
  try {
    const page = await browser.newPage({ viewport: { width: 390, height: 844 } })
    await page.goto(`${url}/login`)
    await page.locator('input[autocomplete="username"]').fill(demo.student)
    await page.locator('input[autocomplete="current-password"]').fill(DEMO_PASSWORD)
    await page.locator('form button[type="submit"]').first().click()
    await page.waitForURL((address) => address.pathname === '/')
    const stands = async (path: string, selector: string) => {
      const times: number[] = []
      for (let turn = 0; turn < 4; turn += 1) {
        const began = performance.now()
        await page.goto(url + path)
        await page.locator(selector).first().waitFor()
        times.push(performance.now() - began)
      }
      return Math.min(...times.slice(1))
    }
    line('list of 500 stands', `${(await stands('/courses', 'main li h2')).toFixed(0)} ms`)
    const frames = await page.evaluate(async () => {
      const gaps: number[] = []
      await new Promise<void>((done) => {
        let last = performance.now()
        const step = (now: number) => {
          gaps.push(now - last)
          last = now
          scrollBy(0, 60)
          if (gaps.length < 120) requestAnimationFrame(step)
          else done()
        }
        requestAnimationFrame(step)
      })
      return gaps.slice(1)
    })
    const slow = frames.filter((gap) => gap > SLOW_FRAME_MS).length
    line('list scrolled through', `${frames.length} frames`, `${slow} slower than ${SLOW_FRAME_MS} ms`)
    line(
      'outline of 300 topics stands',
      `${(await stands(`/courses/${long}`, '#course-contents')).toFixed(0)} ms`,
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
  const silent = { info: () => undefined, warn: () => undefined }
  const side = await connectDatabase(config, silent, { join: true })
  const client = new pg.Client({ ...side.engine?.connection, database: PRIVATE_DATABASE })
  try {
    await client.connect()
    const long = await fillCatalogue(client)
    // A new process: nothing of the catalogue is kept from before it was filled.
    await client.end()
    await side.database.close()
    await side.engine?.stop()
    await product.stop()
    product = await startProduct(data.folder, PORT)
    console.log(
      `\n${COURSES} courses, one of ${TOPICS} topics and ${TOPICS * ITEMS_PER_TOPIC} items; 16 connections`,
    )
    await measureServer(product.url, long, await signInToken(product.url))
    if (existsSync(resolve(import.meta.dirname, '..', 'dist', 'index.html'))) {
      console.log('\nOn a screen of 390 px, the app in the cache')
      await measurePages(product.url, long)
    }
  } finally {
    await product.stop()
    data.remove()
  }
}
