/** Nothing typed is lost: thread, comment, reply and edit outlive a reload, a killed browser and a lost session. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, signIn, test } from '#e2e/fixtures.ts'
import { communityPage, threadPage } from '#e2e/pages/community.page.ts'
import { DEMO_PASSWORD } from '#e2e/product.ts'
import { aCommentOf, aThreadOf } from '#e2e/support/community.ts'
import { browserOn, killBrowser } from '#e2e/support/phone.ts'

/** Far less than the browser takes to write its local storage to the disk: 5 s, and minutes when it is busy. */
const LAST_LETTERS_MS = 1000

/** Begins a comment, a reply and an edit of a thread, and a thread of its own; sends none of them. */
const beginAll = async (page: Page) => {
  const thread = await aThreadOf(page, 'Drafts')
  await aCommentOf(page, thread.id, 'a comment to change')
  const list = communityPage(page)
  await list.open()
  await list.newThread.click()
  await list.title.fill('half a title')
  await list.body.fill('half a thread')
  const opened = threadPage(page)
  await opened.open(thread.path)
  await opened.write.click()
  await opened.comment.fill('half a comment')
  const comment = opened.post('a comment to change')
  await comment.getByRole('button', { name: 'Reply' }).click()
  await opened.reply.fill('half a reply')
  await comment.getByRole('button', { name: 'Edit' }).click()
  await opened.editComment.fill('half an edit')
  return thread
}

const expectAll = async (page: Page, path: string) => {
  const opened = threadPage(page)
  await opened.open(path)
  await expect(opened.comment).toHaveText('half a comment')
  const comment = opened.post('a comment to change')
  await comment.getByRole('button', { name: 'Reply' }).click()
  await expect(opened.reply).toHaveText('half a reply')
  await comment.getByRole('button', { name: 'Edit' }).click()
  await expect(opened.editComment).toHaveText('half an edit')
  await expect(opened.restored).toHaveCount(3)
  const list = communityPage(page)
  await list.open()
  await list.newThread.click()
  await expect(list.title).toHaveValue('half a title')
  await expect(list.body).toHaveText('half a thread')
}

test('given four drafts, when the page is reloaded, then each is where it was begun', async ({ page }) => {
  await signIn(page, 'student')
  const { path } = await beginAll(page)
  await page.reload()
  await expectAll(page, path)
})

test('given four drafts, when the browser is killed, then each is where it was begun', async ({
  baseURL,
}) => {
  const profile = mkdtempSync(join(tmpdir(), 'lms-drafts-'))
  try {
    let context = await browserOn(profile, { baseURL })
    const page = await context.newPage()
    await signIn(page, 'student')
    const { path } = await beginAll(page)
    // Not a wait for the page: what is lost is what was typed within this time.
    await page.waitForTimeout(LAST_LETTERS_MS)
    await killBrowser(profile, context)
    context = await browserOn(profile, { baseURL })
    await expectAll(await context.newPage(), path)
    await context.close()
  } finally {
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  }
})

test('given a session that ends while a comment is written, when the same person signs in, then it is posted', async ({
  page,
}) => {
  await signIn(page, 'student')
  const thread = await aThreadOf(page, 'Session lost')
  const opened = threadPage(page)
  await opened.open(thread.path)
  await opened.write.click()
  await opened.comment.fill('written in one go')
  await page.evaluate(async () => {
    const { refresh_token } = JSON.parse(localStorage.getItem('user') ?? '{}') as { refresh_token: string }
    await fetch('/accounts/clients/7/user/logout/', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ refresh_token }),
    })
  })
  await opened.postComment.click()
  const sheet = page.getByRole('dialog', { name: 'Sign in to continue' })
  await sheet.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await page.keyboard.press('Enter')
  await expect(sheet).toHaveCount(0)
  // The call that met the end of the session waits for the sheet and goes on by itself.
  await expect(opened.post('written in one go').getByText('Asha Verma')).toBeVisible()
  await expect(opened.comment).toHaveText('')
})
