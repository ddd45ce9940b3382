/**
 * TRUST F1 between real builds: tabs, deployments, work that is open. All of it belongs to full runs, which take one story
 * at a time: beside another browser on two cores Chromium's look for a newer worker was seen to wait for more than a minute.
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
  controlled,
  countChanges,
  countLoads,
  findUpdate,
  letGuardFall,
  openHome,
  shellsKept,
  takeUpdate,
} from '#e2e/support/deploys/tabs.ts'

const PORT = PRODUCT_PORT + 1
/** TRUST F1: runs without a loop. */
const RUNS = 50
/** Longer than a page that loops needs for another load. */
const SETTLED_MS = 1500
const HALF = 'half a question about'

let front: Front
test.beforeAll(async () => {
  front = await startFront(PORT)
})
test.afterAll(() => front.end())
test.beforeEach(({ watch }) => {
  // A server that is gone, and chunks of builds that are gone, are what these are about.
  watch.allow(
    /ERR_CONNECTION_REFUSED|Failed to fetch|dynamically imported module|Failed to load resource|error occurred in/,
  )
})
test.use({ baseURL: `http://127.0.0.1:${PORT}` })

/** The second merely open, words in a form of the third. */
const threeTabs = async (context: BrowserContext, page: Page) => {
  await asMember(page, front.url)
  const open = await context.newPage()
  await openHome(open, front.url)
  const writing = await context.newPage()
  const community = communityPage(writing)
  await community.open()
  await community.newThread.click()
  await community.title.fill(HALF)
  return { open, writing, community }
}

/** One build after another; after each, the first two tabs have loaded once for it, and the third never. */
const deployOver = async (tabs: { page: Page; open: Page; busy: Page }, runs: number, tag: string) => {
  const { page, open, busy } = tabs
  const heard = await countChanges(busy)
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
    for (const tab of [page, open]) await letGuardFall(tab)
  }
  expect(await heard()).toBe(runs)
}

inFullRuns(
  'F1: given three tabs, when fifty builds come, then each tab loads once a build, without a loop, and never while a form is open',
  async ({ page, context }) => {
    test.setTimeout(1_500_000)
    const { open, writing, community } = await threeTabs(context, page)
    await deployOver({ page, open, busy: writing }, RUNS, 'b')
    // The old tab still opens a page that it never opened, although it is builds behind.
    expect(await community.title.inputValue()).toBe(HALF)
    await community.title.fill('')
    await writing.locator('a[href="/courses"]').first().click()
    await writing.locator('main a[href^="/courses/"]').first().waitFor()
  },
)

inFullRuns(
  'F1: given a phone, when an update is offered and left to wait, then everything in the top bar can still be pressed',
  async ({ page }) => {
    test.setTimeout(180_000)
    await page.setViewportSize({ width: 320, height: 640 })
    await asMember(page, front.url)
    await front.deploy('phone')
    await findUpdate(page, [page])
    await expect(page.getByRole('button', { name: 'Update', exact: true })).toBeVisible()
    const bar = page.getByRole('banner')
    // The pressing itself fails where something lies above.
    await bar.getByRole('button').last().click({ trial: true })
    await bar.getByRole('button', { name: /^Notifications/ }).click({ trial: true })
    await bar.getByRole('link').first().click({ trial: true })
    await page.screenshot({ path: test.info().outputPath('update-on-phone.png') })
  },
)

inFullRuns(
  'F1: given an exam, when builds come, then it is never loaded again',
  async ({ page, context }) => {
    test.setTimeout(240_000)
    const assessment = await anAssessment(await callsOf(demo.admin))
    await asMember(page, front.url)
    const open = await context.newPage()
    await openHome(open, front.url)
    const sitting = await context.newPage()
    const exam = examOf(sitting)
    await exam.start(assessment.path)
    await exam.choose('B')
    await deployOver({ page, open, busy: sitting }, 3, 'exam')
    await expect(exam.option('B')).toBeChecked()
  },
)

inFullRuns(
  'F3: given the kill switch, when the page is loaded next, then no worker is left and nothing loops',
  async ({ page, context }) => {
    test.setTimeout(120_000)
    await asMember(page, front.url)
    await front.deploy('', { workerOff: true })
    await openHome(page, front.url)
    // The worker that removes itself may load the page once more under the question.
    await expect.poll(() => shellsKept(page).catch(() => -1)).toBe(0)
    const loads = countLoads(page)
    await openHome(page, front.url)
    await page.waitForTimeout(SETTLED_MS)
    expect(loads.count).toBeLessThanOrEqual(2)
    // Nothing stands between the page and the network any more: without a server there is no page.
    await front.stop()
    await expect(page.goto(`${front.url}/`)).rejects.toThrow('ERR_CONNECTION_REFUSED')
    await front.start()
    await front.deploy('')
    // The page of the browser's own error may still be coming: another tab is not in its way.
    const next = await context.newPage()
    await openHome(next, front.url)
    await controlled(next)
    await expect.poll(() => shellsKept(next)).toBe(1)
  },
)
