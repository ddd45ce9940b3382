/** The app while the server is down, for pages and worker, and the queue while the connection comes and goes (F3, F4). */
import type { Page } from '@playwright/test'
import { expect, inFullRuns, test } from '#e2e/fixtures.ts'
import { communityPage } from '#e2e/pages/community.page.ts'
import { PRODUCT_PORT } from '#e2e/product.ts'
import { realPath, screens } from '#e2e/screens.ts'
import { startFront, type Front } from '#e2e/support/deploys/front.ts'
import { asMember } from '#e2e/support/deploys/tabs.ts'
import { placesOf } from '#e2e/support/browser-storage.ts'

const PORT = PRODUCT_PORT + 1
const BANNER = "You're currently offline."
/** 100 by F4; the gate runs a tenth. */
const FLAPS = process.env['FULL'] === '1' ? 100 : 10
const POSTS = 3
/** Longest life of a connection: it often breaks during a call. */
const FLAP_MS = 120
/** A page that is online again sends within this time. With an empty queue the flap is like any other. */
const SENT_WITHIN_MS = 2000

test.use({ baseURL: `http://127.0.0.1:${PORT}` })
let front: Front
test.beforeAll(async () => {
  front = await startFront(PORT)
})
test.beforeEach(async ({ watch }) => {
  await front.start()
  watch.allow(/ERR_CONNECTION|ERR_EMPTY_RESPONSE|Failed to fetch|Failed to load resource|ERR_NETWORK/)
})
test.afterAll(() => front.end())

const visitedScreens = screens.filter(({ who, name }) => who === 'student' && name !== 'phone-verification')
const goOnline = async (page: Page) => {
  await front.start()
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
}

inFullRuns('F4: opens twenty visited pages, signed in, while the server is down', async ({ page }) => {
  test.setTimeout(300_000)
  await asMember(page, front.url)
  const paths: string[] = []
  for (const screen of visitedScreens) {
    const path = await realPath(page, screen)
    await page.goto(path)
    await page.locator(screen.ready).first().waitFor()
    paths.push(path)
  }
  expect(paths.length).toBeGreaterThanOrEqual(20)
  await page.goto('/courses')
  await page.locator('main a[href^="/courses/"]').first().waitFor()
  // A page's data is stored once the page is interactive.
  await expect
    .poll(() => placesOf(page, ['"results"']).then((places) => places.join()))
    .toContain('/courses/?')
  await front.stop()
  for (const path of paths) {
    await page.goto(path)
    await expect(page.locator('#main'), path).toBeVisible()
    await expect(page.getByRole('banner'), path).toBeVisible()
    await expect(page.getByText(BANNER), path).toBeVisible()
    expect(new URL(page.url()).pathname).toBe(path.split('?')[0])
  }
  await page.goto('/courses')
  await expect(page.locator('main a[href^="/courses/"]').first()).toBeVisible()
  await goOnline(page)
  await expect(page.getByText(BANNER)).toHaveCount(0)
})

inFullRuns('F4: signs nobody out when the server is down for a day', async ({ page }) => {
  test.setTimeout(180_000)
  await page.clock.install()
  await asMember(page, front.url)
  const token = await page.evaluate(() => localStorage.getItem('token'))
  await front.stop()
  for (let hour = 0; hour < 24; hour += 1) {
    await page.clock.fastForward('01:00:00')
    if (hour % 6 === 5) await page.reload()
    await expect(page.locator('#main h1').first()).toBeVisible()
  }
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBe(token)
  expect(new URL(page.url()).pathname).toBe('/')
  await goOnline(page)
  await expect(page.getByText(BANNER)).toHaveCount(0)
  await expect(page.locator('#main h1').first()).toBeVisible()
  // The control: by this device's clock the token expired hours ago.
  const expiredFor = await page.evaluate(() => {
    const [, claims = ''] = (localStorage.getItem('token') ?? '').split('.')
    const { exp } = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))) as { exp: number }
    return Date.now() / 1000 - exp
  })
  expect(expiredFor).toBeGreaterThan(23 * 3600)
  expect(new URL(page.url()).pathname).toBe('/')
})

/** The titles that the server has, read without page and worker. */
const readTitles = async (page: Page, mark: string) => {
  const token = await page.evaluate(() => localStorage.getItem('token') ?? '')
  const answer = await page.request.get(
    `/community-forum/api/clients/7/threads/?search=${mark}&page_size=100`,
    { headers: { authorization: `Bearer ${token}` } },
  )
  const { results } = (await answer.json()) as { results: { title: string }[] }
  return results.map(({ title }) => title).toSorted()
}

/** Polls without a pause: a response would arrive within one. */
const untilSent = async (before: number, sent: () => number) => {
  const deadline = Date.now() + SENT_WITHIN_MS
  while (sent() === before && Date.now() < deadline) await new Promise((resolve) => setImmediate(resolve))
}

test(`F4: sends each queued post once while the connection comes and goes ${FLAPS} times`, async ({
  page,
}) => {
  test.setTimeout(60_000 + FLAPS * 2_000)
  const mark = `flap${Date.now().toString(36)}`
  const titles = Array.from({ length: POSTS }, (_, index) => `${mark} ${index + 1}`)
  // Wait for the complete shell: missing files would be requested from the stopped server.
  await asMember(page, front.url)
  const community = communityPage(page)
  await community.open()
  await community.newThread.click()
  await community.body.waitFor()
  await front.stop()
  for (const [index, title] of titles.entries()) {
    if (index > 0) await community.newThread.click()
    await community.title.fill(title)
    await community.body.fill(`About ${title}`)
    await community.post.click()
    await expect(community.title).toHaveCount(0)
  }
  front.calls.length = 0
  const sent = () =>
    front.calls.filter((call) => call.startsWith('POST') && call.endsWith('/threads/')).length
  for (let flap = 0; flap < FLAPS; flap += 1) {
    const before = sent()
    await goOnline(page)
    // The first connections break as soon as a post is in flight, the others at any moment.
    if (flap < POSTS) await untilSent(before, sent)
    else await page.waitForTimeout((flap * 37) % FLAP_MS)
    await front.stop()
    await page.evaluate(() => window.dispatchEvent(new Event('offline')))
  }
  await goOnline(page)
  await expect.poll(() => readTitles(page, mark), { timeout: 30_000 }).toEqual(titles)
  await page.goto('/outbox')
  await expect(page.getByText('Everything is sent')).toBeVisible()
  // The control: calls broke in flight, so that some were sent more than once.
  if (FLAPS >= 100) expect(sent()).toBeGreaterThan(POSTS)
  expect(await readTitles(page, mark)).toEqual(titles)
})
