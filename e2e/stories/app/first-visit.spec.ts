import type { Page } from '@playwright/test'
import { measure, type Visit } from '../../../bench/first-visit.ts'
import { expect, signIn, test } from '../../fixtures.ts'

/** Brotli bytes of scripts and styles until the page is interactive. */
const SIGN_IN_BYTES = 110_000
const SIGN_IN_REQUESTS = 12
const HOME_BYTES = 185_000

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
  expect(names(visit)).not.toMatch(/member|home|shared/)
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
  expect(names(visit)).not.toMatch(/sign-in|home-lower|DevUi|Dialog/)
})

test('requests members’ files before the app’s first file has arrived', async ({ page, watch }) => {
  watch.allow(/Service Worker registration blocked/)
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  const hasRequested = () => requests.some((path) => path.startsWith('/assets/member-'))
  await page.route('**/assets/first-*.js', () => undefined)
  // The control: a visitor does not request them.
  await page.goto('/login', { waitUntil: 'commit' })
  await expect.poll(() => requests.some((path) => path.startsWith('/assets/early-'))).toBe(true)
  expect(hasRequested()).toBe(false)

  await page.unroute('**/assets/first-*.js')
  await signIn(page)
  await page.route('**/assets/first-*.js', () => undefined)
  requests.length = 0
  await page.reload({ waitUntil: 'commit' })
  await expect.poll(hasRequested).toBe(true)
})

/** The computed style of every element of the page. */
const computedStyles = (page: Page) =>
  page.evaluate(() => {
    const properties = [
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
      return `${name} | ${properties.map((key) => style[key]).join('; ')}`
    })
  })

for (const width of [390, 1440])
  test(`changes nothing on the home at ${width} px when the other pages' stylesheet arrives`, async ({
    page,
    watch,
  }) => {
    watch.allow(/Service Worker registration blocked/)
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await signIn(page)
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route(/\/assets\/page-sheet[^/]*\.css$/, async (route) => {
      await held
      await route.continue()
    })
    const requested = page.waitForRequest(/\/assets\/page-sheet[^/]*\.css$/)
    await page.goto('/')
    await requested
    await page.locator(CONTINUE_CARD).waitFor()
    await expect(page.locator('main [aria-busy="true"], main .shimmer')).toHaveCount(0)
    const before = await computedStyles(page)
    const sheets = () => page.evaluate(() => document.styleSheets.length)
    const count = await sheets()
    release()
    await expect.poll(sheets).toBe(count + 1)
    const after = await computedStyles(page)
    expect(after.filter((style, at) => style !== before[at])).toEqual([])
    // The control: the comparison covers a full page and notices a missing class.
    expect(before.length).toBeGreaterThan(200)
    await page.locator('main h1').evaluate((heading) => {
      heading.removeAttribute('class')
    })
    expect(await computedStyles(page)).not.toEqual(before)
  })
