/** TE5: a feature that the client switches off is gone from pages, calls, menus, search, the bell and the device. */
import type { Page } from '@playwright/test'
import { expect, signIn, test } from '#e2e/fixtures.ts'
import { inDatabase } from '#e2e/support/database.ts'
import { aThreadOf } from '#e2e/support/community.ts'

/** What `npm run tenant -- feature 7 community_forum off` does. */
const switchForum = async (enabled: boolean) => {
  await inDatabase(
    `update client_feature set enabled = $1 where client_id = 7 and slug = 'community_forum'`,
    [enabled],
  )
  await inDatabase(`select pg_notify('lms_change', $1)`, [
    JSON.stringify({ id: crypto.randomUUID(), change: { kind: 'client', clientId: 7 } }),
  ])
}
test.afterEach(() => switchForum(true))

/** The code of an answer to a call of the signed-in person. */
const codeOf = (page: Page, path: string) =>
  page.evaluate(async (address) => {
    const answer = await fetch(address, {
      headers: { authorization: `Bearer ${localStorage.getItem('token') ?? ''}` },
    })
    const { code } = (await answer.json()) as { code?: string }
    return `${answer.status} ${code ?? ''}`.trim()
  }, path)
/** Threads that this browser can open without a connection. */
const savedThreads = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('lms-device')
        opening.onerror = () => reject(new Error('no database'))
        opening.onsuccess = () => {
          const reading = opening.result.transaction('responses').objectStore('responses').getAllKeys()
          reading.onsuccess = () =>
            resolve(reading.result.filter((key) => (key as string).includes('/threads/')).length)
        }
      }),
  )

test('removes the community everywhere, and brings it back with what was there', async ({ page }) => {
  await signIn(page, 'student')
  const thread = await aThreadOf(page, 'Switched')
  const links = page.getByRole('navigation').getByRole('link', { name: 'Community' })
  await page.goto(thread.path)
  await expect(page.getByRole('heading', { level: 1, name: thread.title })).toBeVisible()
  await expect(links.first()).toBeVisible()
  await expect.poll(() => savedThreads(page)).toBeGreaterThan(0)
  expect(await codeOf(page, `/community-forum/api/clients/7/threads/${thread.id}/`)).toBe('200')

  await switchForum(false)
  // The next call of the open page is refused; the page learns of it and is gone, with its links and saved answers.
  await expect
    .poll(() => codeOf(page, `/community-forum/api/clients/7/threads/${thread.id}/`))
    .toBe('404 feature_off')
  await page.getByRole('button', { name: /^Bookmark/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
  await expect(links).toHaveCount(0)
  await expect.poll(() => savedThreads(page)).toBe(0)

  await page.goto('/community')
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
  const search = await page.evaluate(async () => {
    const answer = await fetch('/api/clients/7/search/?q=switched', {
      headers: { authorization: `Bearer ${localStorage.getItem('token') ?? ''}` },
    })
    return (await answer.json()) as { threads?: unknown }
  })
  expect(search.threads).toBeNull()
  await page.goto('/')
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await expect(page.getByText('Loading')).toHaveCount(0)
  await expect(page.getByRole('link', { name: /replied|mentioned|Community/ })).toHaveCount(0)
  await page.keyboard.press('Escape')
  // What was pressed before waits on the device and says why.
  await page.goto('/outbox')
  await expect(page.getByText('Switched off').first()).toBeVisible()

  await switchForum(true)
  await expect.poll(() => codeOf(page, `/community-forum/api/clients/7/threads/${thread.id}/`)).toBe('200')
  await page.goto(thread.path)
  await expect(page.getByRole('heading', { level: 1, name: thread.title })).toBeVisible()
  await expect(links.first()).toBeVisible()
})
