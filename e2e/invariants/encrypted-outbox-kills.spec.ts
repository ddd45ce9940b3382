/**
 * A browser that is killed while somebody signs out (docs/decisions/2026-11-21-sealed-waiting.md, TRUST A12, D11): local
 * storage comes back as it was seconds before, IndexedDB as it was at that moment. Whoever had left has left once the app
 * has started, no word of theirs stands open, and each word is there once when they are back.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, inFullRuns, signIn, test } from '#e2e/fixtures.ts'
import { PRODUCT_PORT } from '#e2e/product.ts'
import { realPath } from '#e2e/screens.ts'
import { expectBegun, leaveThreadsWaiting, titlesOf } from '#e2e/support/community.ts'
import { startFront, type Front } from '#e2e/support/deploys/front.ts'
import { controlled } from '#e2e/support/deploys/tabs.ts'
import { leaks, leaksAtRest } from '#e2e/support/kept-in-browser.ts'
import { aimAtBrowser, phoneOn } from '#e2e/support/phone.ts'
import { encryptedIn } from '#e2e/support/encrypted.ts'
import { readyToSignOut, signOut } from '#e2e/support/sign-out.ts'

const KILLS = 20
/** The kills are spread over so long after the press. */
const AFTER_PRESS_MS = 1500
/** Longer than a start takes to finish what was begun; who is still here then had not left. */
const FINISHED_MS = 15_000
test.setTimeout(60_000 + KILLS * 60_000)

let front: Front
test.beforeAll(async () => {
  front = await startFront(PRODUCT_PORT + 1)
})
test.afterAll(() => front.end())

const ARTICLE = '#lesson-title'
/** As it stands in local storage, within the text that the scan makes of it. */
const SIGNED_IN = 'isAuthenticated\\":true'
/** The browser writes local storage so much later. */
const STORAGE_WRITTEN_MS = 6000

const openPhone = async (profile: string) => {
  const context = await phoneOn(profile, { baseURL: front.url })
  context.setDefaultTimeout(30_000)
  return { context, page: await context.newPage() }
}

/** A lesson read, a thread that waits and one that is begun, all without a server; answers what must not be found. */
const leaveWords = async (page: Page, lesson: string, words: string): Promise<string[]> => {
  await page.goto(lesson)
  const title = (await page.locator(ARTICLE).innerText()).trim()
  await expect.poll(() => leaks(page, [title])).toEqual([title])
  await front.stop()
  await page.goto(lesson)
  await expect(page.locator(ARTICLE)).toHaveText(title)
  await page.goto('/community')
  const all = [...(await leaveThreadsWaiting(page, words)), title]
  // The control: while they stand open, the scan finds all of them.
  await expect.poll(() => leaks(page, all)).toEqual(all)
  await page.waitForTimeout(STORAGE_WRITTEN_MS)
  return all
}

const isHere = (page: Page) => page.evaluate(() => localStorage.getItem('user') !== null).catch(() => true)

/** Whether the one who pressed has left once the app has started and finished what was begun. */
const hasLeft = async (page: Page): Promise<boolean> => {
  await page.goto('/')
  const until = Date.now() + FINISHED_MS
  while (Date.now() < until) {
    const away = !(await isHere(page)) && (await encryptedIn(page).catch(() => null))?.people.length === 0
    if (away) return true
    await page.waitForTimeout(250)
  }
  return false
}

inFullRuns(
  `given words that wait, when the browser is killed ${KILLS} times while their owner signs out, then none stands open and each arrives once`,
  async () => {
    const profile = mkdtempSync(join(tmpdir(), 'lms-sealing-kills-'))
    const mark = `kill${Date.now().toString(36)}`
    const count = { left: 0, back: 0, open: 0, again: 0 }
    try {
      let { context, page } = await openPhone(profile)
      await signIn(page)
      await page.locator('main h1').first().waitFor()
      await controlled(page)
      const lesson = await realPath(page, { path: '/learn/course/{course}/{topic}' })
      for (let kill = 0; kill < KILLS; kill += 1) {
        const words = `${mark}${String(kill).padStart(2, '0')}`
        await expect.poll(async () => (await encryptedIn(page)).people.length).toBe(1)
        const all = await leaveWords(page, lesson, words)
        const press = await readyToSignOut(page)
        const fire = aimAtBrowser(profile, context)
        await press()
        // Closer together at the beginning: most of leaving is done in a fraction of a second.
        await page.waitForTimeout(AFTER_PRESS_MS * (kill / (KILLS - 1)) ** 2)
        await fire()

        // Every other time the next start has no server either.
        if (kill % 2 === 0) await front.start()
        ;({ context, page } = await openPhone(profile))
        const atRest = await leaksAtRest(context, [...all, SIGNED_IN])
        if (await hasLeft(page)) {
          count.left += 1
          count.back += Number(atRest.includes(SIGNED_IN))
          count.open += Number(atRest.some((word) => word !== SIGNED_IN))
        } else {
          // Killed before it began: pressed again.
          count.again += 1
          await signOut(page)
          await page.waitForURL('**/login')
        }
        // A page on its way to sign-in answers nothing.
        await expect.poll(() => leaks(page, all).catch(() => null), { timeout: FINISHED_MS }).toEqual([])
        expect(await isHere(page)).toBe(false)

        await front.start()
        await signIn(page)
        await expect.poll(() => titlesOf(page, words), { timeout: 30_000 }).toEqual([words])
        await expect.poll(async () => (await encryptedIn(page)).pieces).toEqual([])
        await expectBegun(page, words)
      }
      expect(await titlesOf(page, mark)).toEqual(
        Array.from({ length: KILLS }, (_, index) => `${mark}${String(index).padStart(2, '0')}`),
      )
      await context.close()
      test.info().annotations.push({
        type: 'measured',
        description: `of ${KILLS}: ${count.left} had left, ${count.back} of them back in local storage and ${count.open} with words open until the app started; ${count.again} pressed again`,
      })
      expect(count.left).toBeGreaterThanOrEqual(KILLS / 2)
      // The control: without what the start does, these would have stayed signed in or open.
      expect(count.back + count.open).toBeGreaterThan(0)
    } finally {
      await front.start()
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
    }
  },
)
