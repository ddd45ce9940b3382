import { measure, type Visit } from '../../../bench/first-visit.ts'
import { expect, signIn, test } from '../../fixtures.ts'

/**
 * Brotli bytes of scripts and styles until the page is interactive. The names of files in the first one alone move it by
 * 150 bytes between builds.
 */
const SIGN_IN_BYTES = 126_600
const SIGN_IN_REQUESTS = 12
const HOME_BYTES = 181_400

const CONTINUE_CARD = 'section[aria-labelledby="home-continue"] article a'
const code = (visit: Visit) => visit.scriptBytes + visit.styleBytes
const names = (visit: Visit) => visit.files.map((file) => `${file.bytes} ${file.name}`).join('\n')

test.use({ serviceWorkers: 'block' })

test('keeps the sign-in page within its byte budget and free of members’ code', async ({ page }) => {
  const visit = await measure(page, '/login', 'form input[autocomplete="username"]')
  expect(code(visit), names(visit)).toBeLessThanOrEqual(SIGN_IN_BYTES)
  expect(visit.requests, names(visit)).toBeLessThanOrEqual(SIGN_IN_REQUESTS)
  // The control: React alone is half of the budget.
  expect(code(visit)).toBeGreaterThan(SIGN_IN_BYTES / 2)
  expect(names(visit)).not.toMatch(/assets\/(?:app|home|ui)-/)
})

test('keeps the home within its byte budget without a cache', async ({ page, browser, baseURL, watch }) => {
  watch.allow(/Service Worker registration blocked/)
  await signIn(page)
  const state = await page.context().storageState()
  const context = await browser.newContext({
    baseURL: baseURL as string,
    storageState: state,
    serviceWorkers: 'block',
  })
  const visit = await measure(await context.newPage(), '/', CONTINUE_CARD)
  await context.close()
  expect(code(visit), names(visit)).toBeLessThanOrEqual(HOME_BYTES)
  expect(code(visit)).toBeGreaterThan(HOME_BYTES / 2)
  expect(names(visit)).not.toMatch(/assets\/(?:sign-in|leaderboard|dev-ui|dialogs)-/)
})

test('requests members’ files before the app’s first file has arrived', async ({ page, watch }) => {
  watch.allow(/Service Worker registration blocked/)
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  const hasRequested = () => requests.some((path) => path.startsWith('/assets/app-'))
  await page.route('**/assets/start-*.js', () => undefined)
  // The control: a visitor does not request them.
  await page.goto('/login', { waitUntil: 'commit' })
  await expect.poll(() => requests.some((path) => path.startsWith('/assets/early-'))).toBe(true)
  expect(hasRequested()).toBe(false)

  await page.unroute('**/assets/start-*.js')
  await signIn(page)
  await page.route('**/assets/start-*.js', () => undefined)
  requests.length = 0
  await page.reload({ waitUntil: 'commit' })
  await expect.poll(hasRequested).toBe(true)
})
