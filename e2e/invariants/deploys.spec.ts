/**
 * Updates between real builds in several tabs (F1). Full runs only, one story at a time: beside another browser on two
 * cores Chromium's check for a new worker took more than a minute.
 */
import type { BrowserContext, Page } from '@playwright/test'
import { expect, inFullRuns, test } from '#e2e/fixtures.ts'
import { communityPage } from '#e2e/pages/community.page.ts'
import { examOf } from '#e2e/pages/exam.page.ts'
import { demo, PRODUCT_PORT } from '#e2e/product.ts'
import { anAssessment, callsOf } from '#e2e/support/assessments.ts'
import { startFront, type Front } from '#e2e/support/deploys/front.ts'
import {
  asMember,
  builtFrom,
  waitForController,
  countChanges,
  countLoads,
  findUpdate,
  clearReloadGuard,
  openHome,
  countCachedShells,
  takeUpdate,
} from '#e2e/support/deploys/tabs.ts'

const PORT = PRODUCT_PORT + 1
/** Builds in a row without a reload loop (F1). */
const RUNS = 50
/** A page in a reload loop loads again within this time. */
const SETTLED_MS = 1500
const UNFINISHED_TITLE = 'half a question about'

let front: Front
test.beforeAll(async () => {
  front = await startFront(PORT)
})
test.afterAll(() => front.end())
test.beforeEach(({ watch }) => {
  // These stories stop the server and remove the chunks of old builds.
  watch.allow(
    /ERR_CONNECTION_REFUSED|Failed to fetch|dynamically imported module|Failed to load resource|error occurred in/,
  )
})
test.use({ baseURL: `http://127.0.0.1:${PORT}` })

/** The second tab is only open; the third has text in a form. */
const threeTabs = async (context: BrowserContext, page: Page) => {
  await asMember(page, front.url)
  const open = await context.newPage()
  await openHome(open, front.url)
  const writing = await context.newPage()
  const community = communityPage(writing)
  await community.open()
  await community.newThread.click()
  await community.title.fill(UNFINISHED_TITLE)
  return { open, writing, community }
}

/** Deploys builds in a row. After each, the first two tabs have loaded once and the third has not. */
const deployRepeatedly = async (tabs: { page: Page; open: Page; busy: Page }, runs: number, tag: string) => {
  const { page, open, busy } = tabs
  const readChanges = await countChanges(busy)
  const loads = [page, open, busy].map(countLoads)
  for (let run = 1; run <= runs; run += 1) {
    await front.deploy(`${tag}${run}`)
    await findUpdate(page, [page, open])
    await takeUpdate(page)
    await expect.poll(() => loads.slice(0, 2).map(({ count }) => count)).toEqual([run, run])
    for (const tab of [page, open]) {
      await expect.poll(() => builtFrom(tab)).toContain(`${tag}${run}.`)
      await tab.locator('#main h1').first().waitFor()
    }
    await page.waitForTimeout(SETTLED_MS)
    expect(loads.map(({ count }) => count)).toEqual([run, run, 0])
    for (const tab of [page, open]) await clearReloadGuard(tab)
  }
  expect(await readChanges()).toBe(runs)
}

inFullRuns(
  'F1: loads each tab once a build over 50 builds, and never a tab with an open form',
  async ({ page, context }) => {
    test.setTimeout(1_500_000)
    const { open, writing, community } = await threeTabs(context, page)
    await deployRepeatedly({ page, open, busy: writing }, RUNS, 'b')
    // The tab with the form is 50 builds behind and still opens a page for the first time.
    expect(await community.title.inputValue()).toBe(UNFINISHED_TITLE)
    await community.title.fill('')
    await writing.locator('a[href="/courses"]').first().click()
    await writing.locator('main a[href^="/courses/"]').first().waitFor()
  },
)

inFullRuns('F1: leaves the top bar of a phone usable while an update is offered', async ({ page }) => {
  test.setTimeout(180_000)
  await page.setViewportSize({ width: 320, height: 640 })
  await asMember(page, front.url)
  await front.deploy('phone')
  await findUpdate(page, [page])
  await expect(page.getByRole('button', { name: 'Update', exact: true })).toBeVisible()
  const bar = page.getByRole('banner')
  // A trial click fails when something covers the target.
  await bar.getByRole('button').last().click({ trial: true })
  await bar.getByRole('button', { name: /^Notifications/ }).click({ trial: true })
  await bar.getByRole('link').first().click({ trial: true })
  await page.screenshot({ path: test.info().outputPath('update-on-phone.png') })
})

inFullRuns('F1: never reloads a tab with a running exam', async ({ page, context }) => {
  test.setTimeout(240_000)
  const assessment = await anAssessment(await callsOf(demo.admin))
  await asMember(page, front.url)
  const open = await context.newPage()
  await openHome(open, front.url)
  const examTab = await context.newPage()
  const exam = examOf(examTab)
  await exam.start(assessment.path)
  await exam.choose('B')
  await deployRepeatedly({ page, open, busy: examTab }, 3, 'exam')
  await expect(exam.option('B')).toBeChecked()
})

inFullRuns(
  'F3: removes the worker without a reload loop after the kill switch',
  async ({ page, context }) => {
    test.setTimeout(120_000)
    await asMember(page, front.url)
    await front.deploy('', { workerOff: true })
    await openHome(page, front.url)
    // The worker may reload the page while it removes itself.
    await expect.poll(() => countCachedShells(page).catch(() => -1)).toBe(0)
    const loads = countLoads(page)
    await openHome(page, front.url)
    await page.waitForTimeout(SETTLED_MS)
    expect(loads.count).toBeLessThanOrEqual(2)
    // Without a worker there is no page when the server is stopped.
    await front.stop()
    await expect(page.goto(`${front.url}/`)).rejects.toThrow('ERR_CONNECTION_REFUSED')
    await front.start()
    await front.deploy('')
    // The browser's own error page may still be loading in this tab, so a new tab is used.
    const next = await context.newPage()
    await openHome(next, front.url)
    await waitForController(next)
    await expect.poll(() => countCachedShells(next)).toBe(1)
  },
)
