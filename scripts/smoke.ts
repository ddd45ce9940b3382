/**
 * `npm run smoke`: signs in, opens a course and an interactive lesson, then the course again without a server, in WebKit
 * and Firefox if installed. `npm run smoke -- webkit` runs one browser. Needs the built app.
 */
import { DEMO_PASSWORD, demo } from '#e2e/product.ts'
import { startProduct, temporaryData } from '../bench/product.ts'
import { missingFor, startOther, type OtherBrowser } from './lib/other-browsers.ts'

const PORT = Number(process.env['PORT'] ?? 4196)
/** For a slow machine and the first start of a browser. */
const WAIT_TIMEOUT_MS = 60_000
const POLL_EVERY_MS = 250
const NAMES = ['webkit', 'firefox'] as const
type Name = (typeof NAMES)[number]

/** A page that is still loading can cancel the navigation, so it is repeated. */
const RETRY_AFTER_MS = 10_000
const visit = async (browser: OtherBrowser, address: string, description: string, expression: string) => {
  const navigate = () => browser.goTo(address).catch(() => undefined)
  await navigate()
  const retry = setInterval(() => void navigate(), RETRY_AFTER_MS)
  await waitUntil(browser, description, expression).finally(() => clearInterval(retry))
}

const waitUntil = async (
  browser: OtherBrowser,
  description: string,
  expression: string,
  method: 'read' | 'readFrame' = 'read',
) => {
  const startedAt = Date.now()
  let lastValue: unknown = null
  while (Date.now() - startedAt < WAIT_TIMEOUT_MS) {
    lastValue = await browser[method]<unknown>(expression).catch((error: unknown) => String(error))
    if (lastValue === true) {
      console.log(`  ${description} (${((Date.now() - startedAt) / 1000).toFixed(1)} s)`)
      return
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_EVERY_MS))
  }
  const pageText = await browser
    .read<string>(`location.pathname + ': ' + document.body.innerText.slice(0, 300)`)
    .catch(String)
  throw new Error(
    `${description}: not after ${WAIT_TIMEOUT_MS / 1000} s (${String(lastValue)}); the page shows ${pageText}`,
  )
}

const HEADING = `Boolean(document.querySelector('main h1')) && !document.getElementById('loader')`
const isAt = (path: string) => `location.pathname === '${path}' && ${HEADING}`
/** Like typing: React listens to the event. */
const fill = (selector: string, text: string) => `(() => {
  const field = document.querySelector('${selector}')
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, ${JSON.stringify(text)})
  field.dispatchEvent(new Event('input', { bubbles: true }))
  return field.value.length > 0
})()`
const WORKER_READY = `navigator.serviceWorker.getRegistration()
  .then((found) => Boolean(found?.active && navigator.serviceWorker.controller) && caches.keys())
  .then((names) => Boolean(names) && names.includes('lms-pages'))`
const FIRST_COURSE = `[...document.querySelectorAll('main a')]
  .map((link) => link.getAttribute('href')).find((href) => /^\\/courses\\/\\d+$/.test(href ?? ''))`
/** Whether the responses of this page are in the offline cache. */
const RESPONSES_CACHED = `new Promise((resolve) => {
  const opening = indexedDB.open('lms_saved')
  opening.onerror = () => resolve(false)
  opening.onsuccess = () => {
    const db = opening.result
    if (!db.objectStoreNames.contains('answers')) return db.close(), resolve(false)
    const keys = db.transaction('answers').objectStore('answers').getAllKeys()
    keys.onsuccess = () => (db.close(), resolve(keys.result.some((key) => JSON.stringify(key).includes(location.pathname))))
  }
})`

/** Enrols in the course with an interactive lesson and returns the lesson's path. */
const ENROL_AND_FIND_LESSON = `(async () => {
  const ask = async (method, path) => (await fetch('/api/clients/7' + path, {
    method, headers: { authorization: 'Bearer ' + localStorage.getItem('token') } })).json()
  const { results } = await ask('GET', '/courses/?page_size=100')
  const { id } = results.find((course) => course.title.startsWith('Chart Detective'))
  await ask('POST', '/courses/' + id + '/enrolment/')
  const { sections } = await ask('GET', '/courses/' + id + '/')
  return '/learn/course/' + id + '/' + sections[0].topics[1].id
})()`
const isOnPage = (number: number) => `document.getElementById('step')?.textContent === 'Page ${number} of 6'`

/** A package plays, is left through a link of the app, and resumes. */
const playPackage = async (browser: OtherBrowser, url: string) => {
  const lesson = await browser.read<string>(ENROL_AND_FIND_LESSON)
  await visit(browser, url + lesson, 'opens an interactive lesson', isAt(lesson))
  await waitUntil(browser, 'runs its package', isOnPage(1), 'readFrame')
  await browser.readFrame(`document.getElementById('next').click() ?? true`)
  await waitUntil(browser, 'turns the page', isOnPage(2), 'readFrame')
  await browser.read(`document.querySelector('main a[href^="/courses/"]').click() ?? true`)
  await waitUntil(browser, 'leaves through a link', `location.pathname.startsWith('/courses/') && ${HEADING}`)
  await visit(browser, url + lesson, 'opens the lesson again', isAt(lesson))
  await waitUntil(browser, 'resumes on the same page', isOnPage(2), 'readFrame')
}

const smoke = async (name: Name) => {
  const data = temporaryData()
  const product = await startProduct(data.folder, PORT)
  const browser = await startOther(name, PORT + 1)
  try {
    await visit(browser, `${product.url}/login`, 'opens the sign-in page', isAt('/login'))
    await browser.read(fill('input[autocomplete="username"]', demo.student))
    await browser.read(fill('input[autocomplete="current-password"]', DEMO_PASSWORD))
    await browser.read(`document.querySelector('form button[type="submit"]').click() ?? true`)
    await waitUntil(browser, 'signs in and shows the home', isAt('/'))
    await playPackage(browser, product.url)
    await visit(
      browser,
      `${product.url}/courses`,
      'opens the catalogue',
      `${isAt('/courses')} && Boolean(${FIRST_COURSE})`,
    )
    const course = await browser.read<string>(FIRST_COURSE)
    await visit(browser, product.url + course, 'opens a course', isAt(course))
    const title = await browser.read<string>(`document.querySelector('main h1').textContent`)
    await waitUntil(browser, 'has cached the app in the service worker', WORKER_READY)
    await waitUntil(browser, 'has cached the responses of the course', RESPONSES_CACHED)
    await product.stop()
    await visit(
      browser,
      product.url + course,
      'opens the same course without a server, signed in',
      `${isAt(course)} && document.querySelector('main h1').textContent === ${JSON.stringify(title)}`,
    )
    await waitUntil(
      browser,
      'shows that it is offline',
      `document.body.innerText.includes("You're currently offline.")`,
    )
  } finally {
    await browser.close()
    await product.stop()
    data.remove()
  }
}

const selected = NAMES.filter((name) => process.argv.length < 3 || process.argv.includes(name))
let passed = 0
for (const name of selected) {
  const missing = missingFor(name)
  console.log(`${name}: ${missing === null ? 'starts' : `SKIPPED, ${missing}`}`)
  if (missing !== null) continue
  try {
    await smoke(name)
    passed += 1
  } catch (error) {
    console.error(`  FAILED: ${(error as Error).message}`)
    process.exitCode = 1
  }
}
console.log(`${passed} of ${selected.length} browsers passed`)
