/** TRUST F3 and F4: the app without a server, for pages and worker alike; the queue when it comes and goes. */
import type { Page } from '@playwright/test'
import { expect, inFullRuns, test } from '#e2e/fixtures.ts'
import { communityPage } from '#e2e/pages/community.page.ts'
import { PRODUCT_PORT } from '#e2e/product.ts'
import { realPath, screens } from '#e2e/screens.ts'
import { startFront, type Front } from '#e2e/support/deploys/front.ts'
import { asMember } from '#e2e/support/deploys/tabs.ts'
import { placesOf } from '#e2e/support/kept-in-browser.ts'

const PORT = PRODUCT_PORT + 1
const BANNER = "You're currently offline."
/** TRUST F4; the gate has a tenth of them. */
const FLAPS = process.env['FULL'] === '1' ? 100 : 10
const POSTS = 3
/** How long a connection stands at most before it goes again: often in the middle of a call. */
const FLAP_MS = 120
/** A page that heard of the connection sends within this; without anything left to send it is a flap like others. */
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

const visited = screens.filter(({ who, name }) => who === 'student' && name !== 'phone-verification')
const comeBack = async (page: Page) => {
  await front.start()
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
}

inFullRuns(
  'F4: given a server that is gone, when twenty visited pages are opened anew, then each stands, signed in',
  async ({ page }) => {
    test.setTimeout(300_000)
    await asMember(page, front.url)
    const paths: string[] = []
    for (const screen of visited) {
      const path = await realPath(page, screen)
      await page.goto(path)
      await page.locator(screen.ready).first().waitFor()
      paths.push(path)
    }
    expect(paths.length).toBeGreaterThanOrEqual(20)
    await page.goto('/courses')
    await page.locator('main a[href^="/courses/"]').first().waitFor()
    // What a page showed is kept once the page can be used.
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
    await comeBack(page)
    await expect(page.getByText(BANNER)).toHaveCount(0)
  },
)

inFullRuns(
  'F4: given no server for a day, when the tokens have long run out, then nobody is signed out',
  async ({ page }) => {
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
    await comeBack(page)
    await expect(page.getByText(BANNER)).toHaveCount(0)
    await expect(page.locator('#main h1').first()).toBeVisible()
    // The control: by this device's clock the token ran out hours ago.
    const over = await page.evaluate(() => {
      const [, claims = ''] = (localStorage.getItem('token') ?? '').split('.')
      const { exp } = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))) as { exp: number }
      return Date.now() / 1000 - exp
    })
    expect(over).toBeGreaterThan(23 * 3600)
    expect(new URL(page.url()).pathname).toBe('/')
  },
)

/** What the server has of these titles, asked without page and worker. */
const arrived = async (page: Page, mark: string) => {
  const token = await page.evaluate(() => localStorage.getItem('token') ?? '')
  const answer = await page.request.get(
    `/community-forum/api/clients/7/threads/?search=${mark}&page_size=100`,
    { headers: { authorization: `Bearer ${token}` } },
  )
  const { results } = (await answer.json()) as { results: { title: string }[] }
  return results.map(({ title }) => title).toSorted()
}

/** Looked at without a pause: an answer takes no longer than one. */
const untilSent = async (before: number, sent: () => number) => {
  const until = Date.now() + SENT_WITHIN_MS
  while (sent() === before && Date.now() < until) await new Promise((resolve) => setImmediate(resolve))
}

test(`F4: given posts that wait, when the connection comes and goes ${FLAPS} times, then each arrives once`, async ({
  page,
}) => {
  test.setTimeout(60_000 + FLAPS * 2_000)
  const mark = `flap${Date.now().toString(36)}`
  const titles = Array.from({ length: POSTS }, (_, index) => `${mark} ${index + 1}`)
  // With the whole shell: what is not there yet would be asked of a server that is gone.
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
    await comeBack(page)
    // The first connections are cut as soon as a post is on its way; the others wherever they are.
    if (flap < POSTS) await untilSent(before, sent)
    else await page.waitForTimeout((flap * 37) % FLAP_MS)
    await front.stop()
    await page.evaluate(() => window.dispatchEvent(new Event('offline')))
  }
  await comeBack(page)
  await expect.poll(() => arrived(page, mark), { timeout: 30_000 }).toEqual(titles)
  await page.goto('/outbox')
  await expect(page.getByText('Nothing waits')).toBeVisible()
  // The control: calls were cut off on the way, so that some went out more than once.
  if (FLAPS >= 100) expect(sent()).toBeGreaterThan(POSTS)
  expect(await arrived(page, mark)).toEqual(titles)
})
