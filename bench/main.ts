/**
 * `npm run bench`: performance of this machine compared with a floor measured in the same run. Never fails a build; prints
 * the targets next to the measurements.
 */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { DEMO_PASSWORD, demo } from '#e2e/product.ts'
import { communityBench } from './community.ts'
import { firstVisit, firstVisitSignedIn, type Visit } from './first-visit.ts'
import { startFloor, startProduct, temporaryData, type RunningServer } from './product.ts'
import { rate, type Rate } from './rates.ts'

const PRODUCT_PORT = 4196
const FLOOR_PORT = 4197
const LOGIN = '/accounts/clients/7/user/login/'

// `npm run bench -- community` measures the forum only; needs no built app.
if (process.argv[2] === 'community') {
  await communityBench()
  process.exit(0)
}

// `npm run bench -- courses` measures the catalogue only; its pages need a built app.
if (process.argv[2] === 'courses') {
  await (await import('./courses.ts')).coursesBench()
  process.exit(0)
}

// `npm run bench -- search` measures the search over everything only; needs no built app.
if (process.argv[2] === 'search') {
  await (await import('./search.ts')).searchBench()
  process.exit(0)
}

// `npm run bench -- jobs` measures the job board and recruiting only; the browser part needs a built app.
if (process.argv[2] === 'jobs') {
  await (await import('./jobs/jobs.ts')).jobsBench()
  process.exit(0)
}

// `npm run bench -- live` measures schedule, calendar feed and joining of live sessions only; needs no built app.
if (process.argv[2] === 'live') {
  await (await import('./classes/live.ts')).liveBench()
  process.exit(0)
}

// `npm run bench -- certificates` measures drawing and verifying certificates; needs no built app.
if (process.argv[2] === 'certificates') {
  await (await import('./certificates.ts')).certificatesBench()
  process.exit(0)
}

// `npm run bench -- money` measures messages of a payment provider and the pages of money; needs no built app.
if (process.argv[2] === 'money') {
  await (await import('./money/money.ts')).moneyBench()
  process.exit(0)
}

// `npm run bench -- admin` measures the admin dashboard with 100,000 learners and a year of activity; needs no built app.
if (process.argv[2] === 'admin') {
  await (await import('./admin/dashboard.ts')).adminBench()
  process.exit(0)
}

// `npm run bench -- activity` measures study time and leaderboards only; needs no built app.
if (process.argv[2] === 'activity') {
  await import('./activity.ts')
  process.exit(0)
}

// `npm run bench -- exam` measures an exam of 300 people; needs no built app.
if (process.argv[2] === 'exam') {
  await import('./exam.ts')
  process.exit(0)
}

// `npm run bench -- import` measures importing a cartridge and a table of questions; needs no built app.
if (process.argv[2] === 'import') {
  await import('./import.ts')
  process.exit(0)
}

// `npm run bench -- request-pipeline` measures posts and readers beside hostile bodies; needs no built app.
if (process.argv[2] === 'request-pipeline') {
  await import('./request-pipeline/request-pipeline.ts')
  process.exit(0)
}

if (!existsSync(resolve(import.meta.dirname, '..', 'dist', 'index.html'))) {
  console.error('Build first: npm run build')
  process.exit(1)
}

// `npm run bench -- attendance` measures the attendance sheet, check-ins and registrations for workshops.
if (process.argv[2] === 'attendance') {
  await import('./classes/attendance.ts')
  process.exit(0)
}

// `npm run bench -- topic` measures a lesson on a slow phone.
if (process.argv[2] === 'topic') {
  await import('./topic.ts')
  process.exit(0)
}

// `npm run bench -- inp` measures clicks, keys and scrolling on a slow phone.
if (process.argv[2] === 'inp') {
  await import('./inp.ts')
  process.exit(0)
}

// `npm run bench -- thread` measures a thread of 500 comments on a slow phone.
if (process.argv[2] === 'thread') {
  await import('./thread.ts')
  process.exit(0)
}

// `npm run bench -- app` measures the installed app: warm start, precache, saving a large course.
if (process.argv[2] === 'app') {
  await import('./app.ts')
  process.exit(0)
}

// `npm run bench -- home` measures the learning home on a slow phone.
if (process.argv[2] === 'home') {
  await import('./home.ts')
  process.exit(0)
}

/** The home is usable once the link of the continue-learning card is visible. */
const CONTINUE_CARD = 'section[aria-labelledby="home-continue"] article a'

const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`
const verdict = (isMet: boolean) => (isMet ? 'met' : 'MISSED')
const printLine = (...cells: string[]) =>
  console.log(cells.map((cell, index) => cell.padEnd(index === 0 ? 34 : 20)).join(''))

const signIn = async (page: import('playwright').Page) => {
  await page.goto('/login')
  await page.locator('input[autocomplete="username"]').fill(demo.student)
  await page.locator('input[autocomplete="current-password"]').fill(DEMO_PASSWORD)
  await page.locator('form button[type="submit"]').first().click()
  await page.waitForURL((url) => url.pathname === '/')
  await page.locator('main h1').first().waitFor()
}

const printVisit = (name: string, visit: Visit, budget: { bytes: number; requests?: number } | null) => {
  const code = visit.scriptBytes + visit.styleBytes
  const isMet = budget
    ? code <= budget.bytes && (!budget.requests || visit.requests <= budget.requests)
    : true
  printLine(
    name,
    `js ${kB(visit.scriptBytes)}`,
    `css ${kB(visit.styleBytes)}`,
    `both ${kB(code)}`,
    `${visit.requests} requests`,
    budget
      ? `≤ ${kB(budget.bytes)}${budget.requests ? `, ${budget.requests}` : ''}: ${verdict(isMet)}`
      : 'floor',
  )
}

const printRate = (name: string, productRate: Rate, floor: Rate, target: number | null) => {
  const ratio = productRate.perSecond / floor.perSecond
  printLine(
    name,
    `${productRate.perSecond.toFixed(0)} /s`,
    `p50 ${productRate.p50Ms} ms`,
    `p99 ${productRate.p99Ms} ms`,
    `floor ${floor.perSecond.toFixed(0)} /s`,
    `ratio ${ratio.toFixed(2)}${target === null ? '' : ` (≥ ${target}: ${verdict(ratio >= target)})`}`,
    productRate.errors > 0 ? `${productRate.errors} ERRORS` : '',
  )
}

const signInToken = async (product: RunningServer): Promise<string> => {
  const response = await fetch(product.url + LOGIN, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: demo.student, password: DEMO_PASSWORD }),
  })
  return ((await response.json()) as { access_token: string }).access_token
}

const data = temporaryData()
const work = mkdtempSync(join(tmpdir(), 'lms-floor-'))
const bodiesFile = join(work, 'bodies.json')
let product: RunningServer | undefined
let floor: RunningServer | undefined
try {
  console.log('\nStart of the server')
  const first = await startProduct(data.folder, PRODUCT_PORT)
  printLine('first run (with demo data)', `${(first.readyAfterMs / 1000).toFixed(2)} s`)
  await first.stop()
  product = await startProduct(data.folder, PRODUCT_PORT)
  printLine(
    'second run',
    `${(product.readyAfterMs / 1000).toFixed(2)} s`,
    `≤ 3 s: ${verdict(product.readyAfterMs <= 3000)}`,
  )

  const token = await signInToken(product)
  const headers = { authorization: `Bearer ${token}` }
  const paths = {
    'client-info': '/api/clients/7/client-info/',
    'course-list': '/api/clients/7/courses/',
  }
  const bodies: Record<string, unknown> = { login: { access_token: token } }
  for (const [name, path] of Object.entries(paths))
    bodies[name] = await (await fetch(product.url + path, { headers })).json()
  writeFileSync(bodiesFile, JSON.stringify(bodies))
  floor = await startFloor(bodiesFile, FLOOR_PORT)

  console.log('\nFirst visit, empty cache (transferred bytes)')
  printVisit('empty page', await firstVisit(`${floor.url}/empty`, 'input'), null)
  printVisit(
    'sign-in page',
    await firstVisit(`${product.url}/login`, 'form input[autocomplete="username"]'),
    { bytes: 110_000, requests: 12 },
  )
  printVisit('learning home', await firstVisitSignedIn(product.url, '/', CONTINUE_CARD, signIn), {
    bytes: 170_000,
  })

  console.log('\nRequests per second, 16 connections')
  for (const [name, path] of Object.entries(paths)) {
    const productRate = await rate({ url: product.url + path, headers })
    const bare = await rate({ url: `${floor.url}/${name}`, headers })
    printRate(name, productRate, bare, 0.5)
  }
  const body = JSON.stringify({ email: demo.student, password: DEMO_PASSWORD })
  const post = {
    method: 'POST' as const,
    headers: { 'content-type': 'application/json' },
    body,
    connections: 4,
  }
  printRate(
    'login (argon2id)',
    await rate({ url: product.url + LOGIN, ...post }),
    await rate({ url: `${floor.url}/login`, ...post }),
    null,
  )
} finally {
  await product?.stop()
  await floor?.stop()
  rmSync(work, { recursive: true, force: true })
  data.remove()
}
