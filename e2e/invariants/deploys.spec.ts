/**
 * TRUST F1, F2 and F4 between real builds: three tabs, six deployments, deleted files, a server that is gone. Minutes of
 * them, for full runs: the gate has the stories of the worker, of the missing chunk and of the saved course, and the
 * tests of the reload guard and of former builds.
 */
import type { BrowserContext, Page } from '@playwright/test'
import { expect, inFullRuns, signIn, test } from '#e2e/fixtures.ts'
import { communityPage } from '#e2e/pages/community.page.ts'
import { PRODUCT_PORT } from '#e2e/product.ts'
import { startFront, type Front } from '#e2e/support/deploys/front.ts'

/** After the first one. */
const DEPLOYS = 6
/** Longer than a page that loops needs for another load. */
const SETTLED_MS = 1500

let front: Front
test.beforeAll(async () => {
  front = await startFront(PRODUCT_PORT + 1)
})
test.afterAll(() => front.end())
test.beforeEach(({ watch }) => {
  // A server that is gone, and chunks of builds that are gone, are what these are about.
  watch.allow(
    /ERR_CONNECTION_REFUSED|Failed to fetch|dynamically imported module|Failed to load resource|error occurred in/,
  )
})

const countLoads = (page: Page) => {
  const loads = { count: 0 }
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) loads.count += 1
  })
  return loads
}

const controlled = (page: Page) => page.waitForFunction(() => navigator.serviceWorker.controller !== null)
const keptBuild = (page: Page) =>
  page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('lms-shell-')).length)
/** How long a browser may sit on its own question for a newer worker before one looks for oneself. */
const ASKED_MS = 5000
/** Browsers look for it when they have nothing better to do; a busy machine takes its time. */
const FOUND_MS = 90_000
/** The worker of the newest build has installed and waits. */
const findUpdate = async (page: Page) => {
  await page.evaluate(async (patience) => {
    const registration = await navigator.serviceWorker.getRegistration()
    const asked = registration?.update()
    await Promise.race([asked, new Promise((resolve) => setTimeout(resolve, patience))])
  }, ASKED_MS)
  await expect
    .poll(
      () => page.evaluate(async () => Boolean((await navigator.serviceWorker.getRegistration())?.waiting)),
      { timeout: FOUND_MS },
    )
    .toBe(true)
}
const update = (page: Page) => page.getByRole('button', { name: 'Update', exact: true }).click()
/** A page that is just being loaded says nothing. */
const builtFrom = (page: Page) =>
  page
    .evaluate(() => document.querySelector<HTMLScriptElement>('script[type="module"]')?.src ?? '')
    .catch(() => '')

const openHome = async (page: Page) => {
  await page.goto(`${front.url}/`)
  await page.locator('#main h1').first().waitFor()
}

const member = async (page: Page) => {
  await page.goto(`${front.url}/login`)
  await signIn(page)
  await page.locator('#main h1').first().waitFor()
  await controlled(page)
  await expect.poll(() => keptBuild(page)).toBe(1)
}

const keptAnswers = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const opening = indexedDB.open('lms_saved')
        opening.onsuccess = () => {
          const count = opening.result.transaction('answers').objectStore('answers').count()
          count.onsuccess = () => {
            opening.result.close()
            resolve(count.result)
          }
        }
      }),
  )

test.use({ baseURL: `http://127.0.0.1:${PRODUCT_PORT + 1}` })

/** A third tab with words in a form, the second merely open. */
const threeTabs = async (context: BrowserContext, page: Page) => {
  await member(page)
  const open = await context.newPage()
  await openHome(open)
  const writing = await context.newPage()
  const community = communityPage(writing)
  await community.open()
  await community.newThread.click()
  await community.title.fill('half a question about')
  return { open, writing, community }
}

inFullRuns(
  'given three tabs, when one build after another comes, then each tab loads once a build, and never while a form is open',
  async ({ page, context }) => {
    test.setTimeout(600_000)
    const { open, writing, community } = await threeTabs(context, page)
    // The control: the busy tab hears of each new worker, and a page that reloads at that would have done so.
    await writing.evaluate(() => {
      document.body.dataset['changes'] = '0'
      navigator.serviceWorker.addEventListener('controllerchange', () => {
        document.body.dataset['changes'] = String(Number(document.body.dataset['changes']) + 1)
      })
    })
    const loads = [page, open, writing].map(countLoads)
    for (let build = 1; build <= DEPLOYS; build += 1) {
      await front.deploy(`b${build}`)
      await page.bringToFront()
      await findUpdate(page)
      await update(page)
      await expect.poll(() => loads[0]?.count).toBe(build)
      await expect.poll(() => loads[1]?.count).toBe(build)
      await expect.poll(() => builtFrom(page)).toContain(`b${build}.`)
      await page.locator('#main h1').first().waitFor()
      await open.locator('#main h1').first().waitFor()
      await page.waitForTimeout(SETTLED_MS)
      expect(loads.map(({ count }) => count)).toEqual([build, build, 0])
      // The guard that keeps an update from looping falls ten seconds after a page stands; here it is let fall.
      for (const tab of [page, open]) await tab.evaluate(() => sessionStorage.removeItem('pwa_update_reload'))
    }
    expect(await writing.evaluate(() => Number(document.body.dataset['changes']))).toBe(DEPLOYS)
    // The old tab still opens a page that it never opened, although it is builds behind.
    expect(await community.title.inputValue()).toBe('half a question about')
    await community.title.fill('')
    await writing.locator('a[href="/courses"]').first().click()
    await writing.locator('main a[href^="/courses/"]').first().waitFor()
  },
)

inFullRuns(
  'given a tab whose build is gone from server and browser, when pages are opened, then at most one guarded reload brings each',
  async ({ page }) => {
    await member(page)
    const loads = countLoads(page)
    await front.deploy('gone', { forget: true })
    await page.evaluate(async () => {
      for (const name of await caches.keys()) await caches.delete(name)
    })
    await page.locator('a[href="/courses"]').first().click()
    await page.waitForURL('**/courses')
    await page.locator('main a[href^="/courses/"]').first().waitFor()
    for (const path of ['/community', '/user-profile']) {
      await page.goto(`${front.url}${path}`)
      await page.locator('#main h1').first().waitFor()
    }
    // Two of them are the addresses opened above.
    expect(loads.count - 2).toBeLessThanOrEqual(1)
  },
)

inFullRuns(
  'given a server that is gone, when visited pages are opened anew, then each stands, signed in, and comes back by itself',
  async ({ page }) => {
    await member(page)
    const visited = [
      '/courses',
      '/community',
      '/user-profile',
      '/continue-learning',
      '/recommended-learning',
      '/',
    ]
    for (const path of visited) {
      await page.goto(`${front.url}${path}`)
      await page.locator('#main h1').first().waitFor()
    }
    const cards = page.locator('main a[href^="/courses/"]')
    await page.goto(`${front.url}/courses`)
    await cards.first().waitFor()
    const shown = await cards.allTextContents()
    // What a page showed is kept once the page can be used.
    await expect.poll(() => keptAnswers(page)).toBeGreaterThan(visited.length)
    await front.stop()
    try {
      for (const path of visited) {
        await page.goto(`${front.url}${path}`)
        await expect(page.locator('#main h1').first()).toBeVisible()
        await expect(page.getByText("You're currently offline.")).toBeVisible()
        expect(new URL(page.url()).pathname).toBe(path)
        if (path === '/courses') await expect.poll(() => cards.allTextContents()).toEqual(shown)
      }
    } finally {
      await front.start()
    }
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    await expect(page.getByText("You're currently offline.")).toHaveCount(0)
  },
)

inFullRuns(
  'given the kill switch, when the page is loaded next, then no worker is left and nothing loops (TRUST F3)',
  async ({ page }) => {
    await member(page)
    await front.deploy('', { workerOff: true })
    await openHome(page)
    // The worker that removes itself may load the page once more under the question.
    await expect.poll(() => keptBuild(page).catch(() => -1)).toBe(0)
    const loads = countLoads(page)
    await openHome(page)
    await page.waitForTimeout(SETTLED_MS)
    expect(loads.count).toBeLessThanOrEqual(2)
    // Nothing stands between the page and the network any more: without a server there is no page.
    await front.stop()
    await expect(page.goto(`${front.url}/`)).rejects.toThrow('ERR_CONNECTION_REFUSED')
    await front.start()
    await front.deploy('')
    await openHome(page)
    await controlled(page)
    await expect.poll(() => keptBuild(page)).toBe(1)
  },
)
