/**
 * A tab of an old build whose files the server no longer has opens every page. Each recovers with at most one guarded
 * reload (F2). The gate has missing-chunk.spec.ts; full runs open all pages.
 */
import type { BrowserContext } from '@playwright/test'
import { expect, inFullRuns, signIn, test } from '#e2e/fixtures.ts'
import { PRODUCT_PORT } from '#e2e/product.ts'
import { untilQuiet } from '#e2e/quiet.ts'
import { realPath, screens } from '#e2e/screens.ts'
import { startFront, type Front } from '#e2e/support/deploys/front.ts'
import { builtFrom, countLoads } from '#e2e/support/deploys/tabs.ts'

const PORT = PRODUCT_PORT + 1
/** A page in a reload loop loads again within this time. */
const SETTLED_MS = 1500
// Without a worker only the server could have the old files.
test.use({ baseURL: `http://127.0.0.1:${PORT}`, serviceWorkers: 'block' })

let front: Front
test.beforeAll(async () => {
  front = await startFront(PORT)
})
test.afterAll(() => front.end())
test.beforeEach(({ watch }) => {
  watch.allow(/./)
})

/** The pages of one role, each once. */
const pagesOf = (who: 'visitor' | 'student' | 'admin') => [
  ...new Map(
    screens
      .filter((screen) => screen.who === who && screen.client === undefined)
      .map((screen) => [screen.path.split('?')[0], screen] as const),
  ).values(),
]

/** Opens a tab with the old build, deploys a new one and navigates inside the app. Returns how often the page loaded. */
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
  // Later fetches of the first page do not belong to the navigation.
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
  // Files that the page fetches later may be gone as well.
  await tab.waitForTimeout(SETTLED_MS)
  const { count } = loads
  await tab.close()
  return count
}

for (const who of ['visitor', 'student', 'admin'] as const)
  inFullRuns(
    `F2: opens every page of a ${who} with at most one reload when the tab's build is gone`,
    async ({ page, context }) => {
      const pages = pagesOf(who)
      test.setTimeout(60_000 + pages.length * 30_000)
      if (who !== 'visitor') await signIn(page, who)
      await page.close()
      const loads: Record<string, number> = {}
      for (const screen of pages)
        loads[screen.name] = await openFromOld(context, who === 'visitor' ? '/login' : '/', screen)
      expect(Object.entries(loads).filter(([, count]) => count > 1)).toEqual([])
      // The control: many pages do miss a file and recover only by the reload.
      expect(Object.values(loads).filter((count) => count === 1).length).toBeGreaterThan(pages.length / 3)
    },
  )
