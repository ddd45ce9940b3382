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
import { startFloor, startProduct, temporaryData } from './product.ts'
import { rate } from './rates.ts'

const PORT = Number(process.env['BENCH_PORT'] ?? 4194)
const CLIENT = 7
const COURSES = 500
const TOPICS = 300
const ITEMS_PER_TOPIC = 3
/** The plain list is held to half of a bare route; what is personal or searched is made anew each time. */
const LIST_RATIO = 0.5
const TARGET_P99_MS = 30
/** A frame that takes longer than two of the display's is seen as a stutter. */
const SLOW_FRAME_MS = 34

/** Fills the catalogue as the owner of the engine; the last course is the long one. Returns its id. */
const fill = async (client: pg.Client): Promise<number> => {
  await client.query(
    `insert into course (client_id, title, difficulty, price, status, position)
     select ${CLIENT}, (array['SQL','Python','Excel','Statistics','English','Web'])[1 + i % 6] || ' course ' || i,
       (array['beginner','intermediate','pro','easy','medium','hard','advanced','all levels'])[1 + i % 8],
       case when i % 4 = 0 then 'premium' else 'free' end, 'published', 100 + i
     from generate_series((select count(*)::int from course where client_id = ${CLIENT}) + 1, ${COURSES}) i`,
  )
  await client.query(
    `insert into course_section (client_id, course_id, title, position)
     select ${CLIENT}, c.id, 'Section ' || s, s from course c,
       generate_series(1, case when c.id = (select max(id) from course) then ${TOPICS / 10} else 2 end) s
     where c.client_id = ${CLIENT} and not exists (select from course_section x where x.client_id = ${CLIENT} and x.course_id = c.id)`,
  )
  await client.query(
    `insert into course_topic (client_id, course_id, section_id, title, position)
     select ${CLIENT}, s.course_id, s.id, 'A topic with a name of usual length ' || t, t from course_section s,
       generate_series(1, case when s.course_id = (select max(id) from course) then 10 else 4 end) t
     where s.client_id = ${CLIENT} and not exists (select from course_topic x where x.client_id = ${CLIENT} and x.section_id = s.id)`,
  )
  await client.query(
    `insert into course_item (client_id, course_id, topic_id, type, title, minutes, position)
     select ${CLIENT}, t.course_id, t.id, (array['article','video','quiz'])[1 + i % 3], 'An item of the topic ' || i, 5, i
     from course_topic t, generate_series(1, ${ITEMS_PER_TOPIC}) i
     where t.client_id = ${CLIENT} and not exists (select from course_item x where x.client_id = ${CLIENT} and x.topic_id = t.id)`,
  )
  await client.query(
    `insert into enrolment (client_id, user_id, course_id)
     select ${CLIENT}, u.id, c.id from app_user u, course c
     where u.client_id = ${CLIENT} and c.client_id = ${CLIENT} and (u.id * 7 + c.id) % 11 = 0 on conflict do nothing`,
  )
  await client.query(
    `insert into course_rating (client_id, user_id, course_id, stars)
     select client_id, user_id, course_id, 3 + (user_id + course_id) % 3 from enrolment
     where client_id = ${CLIENT} on conflict do nothing`,
  )
  const { rows } = await client.query<{ id: number }>(
    `select max(id) as id from course where client_id = ${CLIENT}`,
  )
  const long = rows[0]?.id ?? 0
  // The demo student is in the middle of it: its outline carries a standing for every third item.
  await client.query(
    `insert into enrolment (client_id, user_id, course_id)
     select ${CLIENT}, id, ${long} from app_user where client_id = ${CLIENT} and email = $1 on conflict do nothing`,
    [demo.student],
  )
  await client.query(
    `insert into item_progress (client_id, user_id, item_id, course_id, first_at, last_at, completed_at)
     select ${CLIENT}, u.id, i.id, ${long}, now(), now(), now() from app_user u, course_item i
     where u.client_id = ${CLIENT} and u.email = $1 and i.client_id = ${CLIENT} and i.course_id = ${long}
       and i.position = 1`,
    [demo.student],
  )
  await client.query('analyze')
  return long
}

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
    const long = await fill(client)
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
