import type { Page } from '@playwright/test'
import { measure, type Visit } from '../../../bench/first-visit.ts'
import { expect, signIn, test } from '../../fixtures.ts'

/** Brotli bytes of scripts and styles until the page can be used; bytes are the same on every machine. */
const SIGN_IN_BYTES = 110_000
const SIGN_IN_REQUESTS = 12
const HOME_BYTES = 170_000

const CONTINUE_CARD = 'section[aria-labelledby="home-continue"] article a'
const code = (visit: Visit) => visit.scriptBytes + visit.styleBytes
const names = (visit: Visit) => visit.files.map((file) => `${file.bytes} ${file.name}`).join('\n')

test.use({ serviceWorkers: 'block' })

test('given nothing cached, when the sign-in page opens, then it keeps to its budget and brings nothing of members', async ({
  page,
}) => {
  const visit = await measure(page, '/login', 'form input[autocomplete="username"]')
  expect(code(visit), names(visit)).toBeLessThanOrEqual(SIGN_IN_BYTES)
  expect(visit.requests, names(visit)).toBeLessThanOrEqual(SIGN_IN_REQUESTS)
  // The measure sees the app at all: React alone is half of it.
  expect(code(visit)).toBeGreaterThan(SIGN_IN_BYTES / 2)
  expect(names(visit)).not.toMatch(/member|home|shared/)
})

test('given a signed-in learner and nothing cached, when the home opens, then one can go on learning within its budget', async ({
  page,
  browser,
  baseURL,
  watch,
}) => {
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
  expect(names(visit)).not.toMatch(/sign-in|home-lower|DevUi|Dialog/)
})

test('given the app’s first file is still on its way, when a signed-in learner comes back, then the members’ files are under way too', async ({
  page,
  watch,
}) => {
  watch.allow(/Service Worker registration blocked/)
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  const asked = () => requests.some((path) => path.startsWith('/assets/member-'))
  await page.route('**/assets/first-*.js', () => undefined)
  // The control: of a visitor nothing is known.
  await page.goto('/login', { waitUntil: 'commit' })
  await expect.poll(() => requests.some((path) => path.startsWith('/assets/early-'))).toBe(true)
  expect(asked()).toBe(false)

  await page.unroute('**/assets/first-*.js')
  await signIn(page)
  await page.route('**/assets/first-*.js', () => undefined)
  requests.length = 0
  await page.reload({ waitUntil: 'commit' })
  await expect.poll(asked).toBe(true)
})

/** What every element of the page looks like, as the browser computed it. */
const looks = (page: Page) =>
  page.evaluate(() => {
    const told = [
      'display',
      'position',
      'padding',
      'margin',
      'gap',
      'font',
      'color',
      'width',
      'height',
    ] as const
    return [...document.querySelectorAll('body *')].map((element) => {
      const style = getComputedStyle(element)
      const name = `${element.tagName} ${element.getAttribute('class') ?? ''}`.slice(0, 160)
      return `${name} | ${told.map((key) => style[key]).join('; ')}`
    })
  })

for (const width of [390, 1440])
  test(`given the home at ${width} px with the first sheet alone, when the other pages' sheet arrives, then nothing on it changes`, async ({
    page,
    watch,
  }) => {
    watch.allow(/Service Worker registration blocked/)
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await signIn(page)
    let arrives = () => {}
    const held = new Promise<void>((resolve) => {
      arrives = resolve
    })
    await page.route(/\/assets\/page-sheet[^/]*\.css$/, async (route) => {
      await held
      await route.continue()
    })
    const asked = page.waitForRequest(/\/assets\/page-sheet[^/]*\.css$/)
    await page.goto('/')
    await asked
    await page.locator(CONTINUE_CARD).waitFor()
    await expect(page.locator('main [aria-busy="true"], main .shimmer')).toHaveCount(0)
    const before = await looks(page)
    const sheets = () => page.evaluate(() => document.styleSheets.length)
    const count = await sheets()
    arrives()
    await expect.poll(sheets).toBe(count + 1)
    const after = await looks(page)
    expect(after.filter((look, at) => look !== before[at])).toEqual([])
    // The comparison sees a page, and what a missing class would do to it.
    expect(before.length).toBeGreaterThan(200)
    await page.locator('main h1').evaluate((heading) => {
      heading.removeAttribute('class')
    })
    expect(await looks(page)).not.toEqual(before)
  })
