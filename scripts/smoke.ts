/**
 * `npm run smoke`: sign-in, a course, an interactive lesson, and the course again without a server, in WebKit and Firefox where this machine has
 * them. `npm run smoke -- webkit` takes one. Needs the built app; what is missing is said and skipped.
 */
import { DEMO_PASSWORD, demo } from '#e2e/product.ts'
import { startProduct, temporaryData } from '../bench/product.ts'
import { missingFor, startOther, type OtherBrowser } from './lib/other-browsers.ts'

const PORT = Number(process.env['PORT'] ?? 4196)
/** A slow machine and a first start of a browser. */
const PATIENCE_MS = 60_000
const LOOK_EVERY_MS = 250
const NAMES = ['webkit', 'firefox'] as const
type Name = (typeof NAMES)[number]

/** A page that is still loading itself may break off the way to another one: `address` is then asked for again. */
const AGAIN_AFTER_MS = 10_000
const visit = async (browser: OtherBrowser, address: string, what: string, expression: string) => {
  const go = () => browser.goTo(address).catch(() => undefined)
  await go()
  const again = setInterval(() => void go(), AGAIN_AFTER_MS)
  await until(browser, what, expression).finally(() => clearInterval(again))
}

const until = async (
  browser: OtherBrowser,
  what: string,
  expression: string,
  where: 'read' | 'readFrame' = 'read',
) => {
  const began = Date.now()
  let last: unknown = null
  while (Date.now() - began < PATIENCE_MS) {
    last = await browser[where]<unknown>(expression).catch((error: unknown) => String(error))
    if (last === true) {
      console.log(`  ${what} (${((Date.now() - began) / 1000).toFixed(1)} s)`)
      return
    }
    await new Promise((done) => setTimeout(done, LOOK_EVERY_MS))
  }
  const shown = await browser
    .read<string>(`location.pathname + ': ' + document.body.innerText.slice(0, 300)`)
    .catch(String)
  throw new Error(`${what}: not after ${PATIENCE_MS / 1000} s (${String(last)}); the page shows ${shown}`)
}

const HEADING = `Boolean(document.querySelector('main h1')) && !document.getElementById('loader')`
const at = (path: string) => `location.pathname === '${path}' && ${HEADING}`
/** As typing does: React listens to the event. */
const fill = (selector: string, text: string) => `(() => {
  const field = document.querySelector('${selector}')
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, ${JSON.stringify(text)})
  field.dispatchEvent(new Event('input', { bubbles: true }))
  return field.value.length > 0
})()`
const WORKER = `navigator.serviceWorker.getRegistration()
  .then((found) => Boolean(found?.active && navigator.serviceWorker.controller) && caches.keys())
  .then((names) => Boolean(names) && names.includes('lms-pages'))`
const COURSE = `[...document.querySelectorAll('main a')]
  .map((link) => link.getAttribute('href')).find((href) => /^\\/courses\\/\\d+$/.test(href ?? ''))`
/** What a page showed is on the device once it is there for the reading without a server. */
const KEPT = `new Promise((resolve) => {
  const opening = indexedDB.open('lms-device')
  opening.onerror = () => resolve(false)
  opening.onsuccess = () => {
    const db = opening.result
    if (!db.objectStoreNames.contains('responses')) return db.close(), resolve(false)
    const keys = db.transaction('responses').objectStore('responses').getAllKeys()
    keys.onsuccess = () => (db.close(), resolve(keys.result.some((key) => JSON.stringify(key).includes(location.pathname))))
  }
})`

/** Enrols in the course with an interactive lesson and says where that stands. */
const LESSON = `(async () => {
  const ask = async (method, path) => (await fetch('/api/clients/7' + path, {
    method, headers: { authorization: 'Bearer ' + localStorage.getItem('token') } })).json()
  const { results } = await ask('GET', '/courses/?page_size=100')
  const { id } = results.find((course) => course.title.startsWith('Chart Detective'))
  await ask('POST', '/courses/' + id + '/enrolment/')
  const { sections } = await ask('GET', '/courses/' + id + '/')
  return '/learn/course/' + id + '/' + sections[0].topics[1].id
})()`
const onPage = (number: number) => `document.getElementById('step')?.textContent === 'Page ${number} of 6'`

/** A package plays, is left by a link of ours, and goes on where it was. */
const playPackage = async (browser: OtherBrowser, url: string) => {
  const lesson = await browser.read<string>(LESSON)
  await visit(browser, url + lesson, 'an interactive lesson’s page stands', at(lesson))
  await until(browser, 'its package plays', onPage(1), 'readFrame')
  await browser.readFrame(`document.getElementById('next').click() ?? true`)
  await until(browser, 'turns its page', onPage(2), 'readFrame')
  await browser.read(`document.querySelector('main a[href^="/courses/"]').click() ?? true`)
  await until(browser, 'is left by a link', `location.pathname.startsWith('/courses/') && ${HEADING}`)
  await visit(browser, url + lesson, 'stands again', at(lesson))
  await until(browser, 'and goes on where it was', onPage(2), 'readFrame')
}

const smoke = async (name: Name) => {
  const data = temporaryData()
  const product = await startProduct(data.folder, PORT)
  const browser = await startOther(name, PORT + 1)
  try {
    await visit(browser, `${product.url}/login`, 'the sign-in page stands', at('/login'))
    await browser.read(fill('input[autocomplete="username"]', demo.student))
    await browser.read(fill('input[autocomplete="current-password"]', DEMO_PASSWORD))
    await browser.read(`document.querySelector('form button[type="submit"]').click() ?? true`)
    await until(browser, 'signed in: the home stands', at('/'))
    await playPackage(browser, product.url)
    await visit(
      browser,
      `${product.url}/courses`,
      'the catalogue stands',
      `${at('/courses')} && Boolean(${COURSE})`,
    )
    const course = await browser.read<string>(COURSE)
    await visit(browser, product.url + course, 'a course stands', at(course))
    const title = await browser.read<string>(`document.querySelector('main h1').textContent`)
    await until(browser, 'the worker has the app', WORKER)
    await until(browser, 'the course’s answers are on the device', KEPT)
    await product.stop()
    await visit(
      browser,
      product.url + course,
      'without a server the same course stands, signed in',
      `${at(course)} && document.querySelector('main h1').textContent === ${JSON.stringify(title)}`,
    )
    await until(
      browser,
      'and says that one is offline',
      `document.body.innerText.includes("You're currently offline.")`,
    )
  } finally {
    await browser.end()
    await product.stop()
    data.remove()
  }
}

const wanted = NAMES.filter((name) => process.argv.length < 3 || process.argv.includes(name))
let passed = 0
for (const name of wanted) {
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
console.log(`${passed} of ${wanted.length} browsers passed`)
