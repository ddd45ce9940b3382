/**
 * The outbox survives a sign-out and a change of tenant in encrypted form: not readable in any storage, not visible to
 * anybody else, and complete and sent once for its owner (A12, D11, F3).
 */
import type { Page } from '@playwright/test'
import { expect, inFullRuns, signIn, test } from '#e2e/fixtures.ts'
import { expectThreadDraft, queueThreadOffline, titlesOf } from '#e2e/support/community.ts'
import { leaks } from '#e2e/support/browser-storage.ts'
import { encryptedIn, tamper } from '#e2e/support/encrypted-outbox.ts'
import { signOut } from '#e2e/support/sign-out.ts'

const CREATE = /\/community-forum\/api\/clients\/7\/threads\/$/

/** Leaves a thread that could not be sent and a draft of another. */
const leaveUnsentThreads = async (page: Page, words: string) => {
  await signIn(page, 'student')
  await page.goto('/community')
  await expect.poll(async () => (await encryptedIn(page)).people.length).toBe(1)
  await page.route(CREATE, (route) =>
    route.request().method() === 'POST' ? route.abort('internetdisconnected') : route.continue(),
  )
  const both = await queueThreadOffline(page, words)
  // The control: before encryption the scan finds both.
  await expect.poll(() => leaks(page, both)).toEqual(both)
}

test('A12: encrypts unsent posts for another tenant and restores them for their owner', async ({
  page,
  watch,
}) => {
  watch.allow(/ERR_INTERNET_DISCONNECTED|Failed to load resource/)
  const words = `sealed${Date.now().toString(36)}`
  await leaveUnsentThreads(page, words)
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
  await expectThreadDraft(page, words)
})

inFullRuns(
  'A12: reports encrypted posts that were tampered with and keeps them until discarded',
  async ({ page, watch }) => {
    watch.allow(/ERR_INTERNET_DISCONNECTED|Failed to load resource/)
    const words = `tampered${Date.now().toString(36)}`
    await leaveUnsentThreads(page, words)
    await signOut(page)
    await page.waitForURL('**/login')
    await expect.poll(async () => (await encryptedIn(page)).pieces.length).toBeGreaterThanOrEqual(2)
    expect(await leaks(page, [words])).toEqual([])
    await tamper(page)
    await page.unrouteAll()
    await signIn(page, 'student')
    await expect(page.getByText('Something saved for you could not be opened')).toBeVisible()
    expect(await titlesOf(page, words)).toEqual([])
    await page.goto('/outbox')
    const lines = page.getByRole('listitem').filter({ hasText: 'Cannot be opened' })
    await expect(lines.first()).toBeVisible()
    const count = await lines.count()
    expect(count).toBeGreaterThanOrEqual(2)
    await lines
      .first()
      .getByRole('button', { name: /^Discard/ })
      .click()
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
    await expect(lines).toHaveCount(count - 1)
  },
)
