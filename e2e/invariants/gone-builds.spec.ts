/**
 * TRUST F2: a tab of an old build, whose files are gone from the server, opens every page there is. Each recovers with one
 * guarded reload at most. The gate has missing-chunk.spec.ts; all pages belong to full runs.
 */
import type { BrowserContext } from '@playwright/test'
import { expect, inFullRuns, signIn, test } from '#e2e/fixtures.ts'
import { PRODUCT_PORT } from '#e2e/product.ts'
import { untilQuiet } from '#e2e/quiet.ts'
import { realPath, screens } from '#e2e/screens.ts'
import { startFront, type Front } from '#e2e/support/deploys/front.ts'
import { builtFrom, countLoads } from '#e2e/support/deploys/tabs.ts'

const PORT = PRODUCT_PORT + 1
/** Longer than a page that loops needs for another load. */
const SETTLED_MS = 1500
// Without a worker nothing but the server has the old files.
test.use({ baseURL: `http://127.0.0.1:${PORT}`, serviceWorkers: 'block' })

let front: Front
test.beforeAll(async () => {
  front = await startFront(PORT)
})
test.afterAll(() => front.end())
test.beforeEach(({ watch }) => {
  watch.allow(/./)
})

/** Pages of one kind of person, each once. */
const pagesOf = (who: 'visitor' | 'student' | 'admin') => [
  ...new Map(
    screens
      .filter((screen) => screen.who === who && screen.client === undefined)
      .map((screen) => [screen.path.split('?')[0], screen] as const),
  ).values(),
]

/** A new tab with the old build, the build after it, and a way within the app: how often that loaded the page. */
const openFromOld = async (
  context: BrowserContext,
  start: string,
  screen: ReturnType<typeof pagesOf>[number],
) => {
  await front.deploy('old')
  const tab = await context.newPage()
  await tab.goto(start)
  await tab.locator('main h1').first().waitFor()
  const path = await realPath(tab, screen)
  // What the first page fetches later is no part of the way to the next one.
  await untilQuiet(tab)
  expect(await builtFrom(tab)).toContain('old.')
  await front.deploy('new', { forget: true })
  const loads = countLoads(tab)
  await tab.evaluate((to) => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
  await expect(tab.locator(screen.ready).first(), screen.name).toBeVisible({ timeout: 30_000 })
  await expect(tab.getByRole('heading', { name: 'This page has a problem' }), screen.name).toHaveCount(0)
  // What the page goes on fetching may be gone as well.
  await tab.waitForTimeout(SETTLED_MS)
  const { count } = loads
  await tab.close()
  return count
}

for (const who of ['visitor', 'student', 'admin'] as const)
  inFullRuns(
    `F2: given a ${who}'s tab whose build is gone, when every page is opened from it, then each stands with one reload at most`,
    async ({ page, context }) => {
      const pages = pagesOf(who)
      test.setTimeout(60_000 + pages.length * 30_000)
      if (who !== 'visitor') await signIn(page, who)
      await page.close()
      const loads: Record<string, number> = {}
      for (const screen of pages)
        loads[screen.name] = await openFromOld(context, who === 'visitor' ? '/login' : '/', screen)
      expect(Object.entries(loads).filter(([, count]) => count > 1)).toEqual([])
      // The control: most pages do lack a file then, and stand only because of the reload.
      expect(Object.values(loads).filter((count) => count === 1).length).toBeGreaterThan(pages.length / 3)
    },
  )
