/**
 * What waits to be sent outlives a sign-out and a change of tenant sealed: no word of it in any storage, nothing for
 * anybody else, and once and whole for its owner (issue "The installable app", TRUST A12, D11, F3).
 */
import type { Page } from '@playwright/test'
import { expect, inFullRuns, signIn, test } from '#e2e/fixtures.ts'
import { expectBegun, leaveThreadsWaiting, titlesOf } from '#e2e/support/community.ts'
import { leaks } from '#e2e/support/kept-in-browser.ts'
import { encryptedIn, tamper } from '#e2e/support/encrypted.ts'
import { signOut } from '#e2e/support/sign-out.ts'

const CREATE = /\/community-forum\/api\/clients\/7\/threads\/$/

/** A thread that could not be sent, and one that is only begun. */
const leaveWordsWaiting = async (page: Page, words: string) => {
  await signIn(page, 'student')
  await page.goto('/community')
  await expect.poll(async () => (await encryptedIn(page)).people.length).toBe(1)
  await page.route(CREATE, (route) =>
    route.request().method() === 'POST' ? route.abort('internetdisconnected') : route.continue(),
  )
  const both = await leaveThreadsWaiting(page, words)
  // The control: while they stand open, the scan finds both.
  await expect.poll(() => leaks(page, both)).toEqual(both)
}

test('given words that wait, when another tenant opens and their owner comes back, then nothing could be read and all is back once', async ({
  page,
  watch,
}) => {
  watch.allow(/ERR_INTERNET_DISCONNECTED|Failed to load resource/)
  const words = `sealed${Date.now().toString(36)}`
  await leaveWordsWaiting(page, words)
  expect((await encryptedIn(page)).readable).toBe(0)

  await page.goto('/?client=8')
  await page.waitForURL('**/login*')
  await page.locator('main h1').first().waitFor()
  await expect.poll(() => leaks(page, [words])).toEqual([])
  await expect.poll(() => encryptedIn(page)).toMatchObject({ people: [], readable: 0 })
  const { pieces } = await encryptedIn(page)
  expect(pieces.map(({ place }) => place)).toEqual(expect.arrayContaining(['forum', 'drafts']))
  for (const { owner } of pieces) expect(owner).toMatch(/^[\w-]{22}$/)

  await page.unrouteAll()
  await page.goto('/login?client=7')
  await signIn(page, 'student')
  await expect.poll(() => titlesOf(page, words)).toEqual([words])
  await expect.poll(async () => (await encryptedIn(page)).pieces).toEqual([])
  await expectBegun(page, words)
})

inFullRuns(
  'given words that were changed on the device, when their owner is back, then that is told, nothing of it is sent, and it stays until it is given up',
  async ({ page, watch }) => {
    watch.allow(/ERR_INTERNET_DISCONNECTED|Failed to load resource/)
    const words = `tampered${Date.now().toString(36)}`
    await leaveWordsWaiting(page, words)
    await signOut(page)
    await page.waitForURL('**/login')
    await expect.poll(async () => (await encryptedIn(page)).pieces.length).toBeGreaterThanOrEqual(2)
    expect(await leaks(page, [words])).toEqual([])
    await tamper(page)
    await page.unrouteAll()
    await signIn(page, 'student')
    await expect(page.getByText('Something kept for you could not be opened')).toBeVisible()
    expect(await titlesOf(page, words)).toEqual([])
    await page.goto('/outbox')
    const lines = page.getByRole('listitem').filter({ hasText: 'Cannot be opened' })
    await expect(lines.first()).toBeVisible()
    const kept = await lines.count()
    expect(kept).toBeGreaterThanOrEqual(2)
    await lines
      .first()
      .getByRole('button', { name: /^Discard/ })
      .click()
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
    await expect(lines).toHaveCount(kept - 1)
  },
)
