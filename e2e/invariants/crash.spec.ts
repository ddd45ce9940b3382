/** The browser is killed after a rotation; the copy in IndexedDB keeps the person signed in (A5). */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, type BrowserContext, type Page } from '@playwright/test'
import { browserOn, killBrowser } from '#e2e/support/persistent-browser.ts'
import { startHarness, type Harness } from '#e2e/support/session-harness/server.ts'

/** Each takes 12 s, most of them until the browser has written to disk. */
const KILLS = process.env['FULL'] === '1' ? 20 : 1
test.setTimeout(300_000)

const removeIndexedDB = () => Object.defineProperty(window, 'indexedDB', { value: undefined })

const launch = async (profile: string, hasCopy: boolean): Promise<BrowserContext> => {
  const context = await browserOn(profile)
  if (!hasCopy) await context.addInitScript(removeIndexedDB)
  return context
}

const openTab = async (context: BrowserContext, harness: Harness): Promise<Page> => {
  const page = await context.newPage()
  await page.goto(`${harness.url}/somewhere`)
  await page.waitForFunction(() => document.title === 'ready')
  return page
}

/** Number of kills after which the person is still signed in. */
const countSurvivals = async (kills: number, hasCopy: boolean): Promise<number> => {
  const harness = await startHarness()
  const profile = mkdtempSync(join(tmpdir(), 'lms-crash-'))
  let survived = 0
  try {
    let context = await launch(profile, hasCopy)
    let page = await openTab(context, harness)
    for (let round = 0; round < kills; round += 1) {
      await page.evaluate((answer) => window.harness.signIn(answer), harness.signedIn())
      // The browser writes localStorage to disk after seconds. Only the rotation that follows may be lost.
      await page.waitForTimeout(7000)
      harness.expire()
      expect(await page.evaluate(() => window.harness.burst(1))).toEqual({ ok: 1, codes: [] })
      await page.waitForTimeout(hasCopy ? (6000 / Math.max(1, kills - 1)) * round : 0)
      await killBrowser(profile, context)
      context = await launch(profile, hasCopy)
      page = await openTab(context, harness)
      const first = await page.evaluate(() => window.harness.burst(1)).catch(() => null)
      harness.expire()
      const next = first && (await page.evaluate(() => window.harness.burst(1)).catch(() => null))
      if (next?.ok === 1 && new URL(page.url()).pathname === '/somewhere') survived += 1
    }
    await context.close()
  } finally {
    await harness.close()
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  }
  return survived
}

test('A5: keeps the person signed in when the browser is killed after a rotation', async () => {
  expect(await countSurvivals(KILLS, true)).toBe(KILLS)
})

test('A5 control: loses the session without the copy in IndexedDB', async () => {
  // A slow kill can come after the browser wrote localStorage to disk, so one lost session of four is enough.
  const isLost = async () => (await countSurvivals(1, false)) === 0
  expect((await isLost()) || (await isLost()) || (await isLost()) || (await isLost())).toBe(true)
})
