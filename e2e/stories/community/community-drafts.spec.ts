/** Drafts of a thread, a comment, a reply and an edit survive a reload, a killed browser and a lost session. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, signIn, test } from '#e2e/fixtures.ts'
import { communityPage, threadPage } from '#e2e/pages/community.page.ts'
import { DEMO_PASSWORD } from '#e2e/product.ts'
import { aCommentOf, aThreadOf } from '#e2e/support/community.ts'
import { browserOn, killBrowser } from '#e2e/support/persistent-browser.ts'

/** Far less than the browser takes to write local storage to disk: 5 s, and minutes when it is busy. */
const BEFORE_KILL_MS = 1000

/** Leaves drafts of a comment, a reply, an edit and a new thread. */
const writeDrafts = async (page: Page) => {
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

const expectDrafts = async (page: Page, path: string) => {
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

test('restores four drafts after a reload', async ({ page }) => {
  await signIn(page, 'student')
  const { path } = await writeDrafts(page)
  await page.reload()
  await expectDrafts(page, path)
})

test('restores four drafts after the browser was killed', async ({ baseURL }) => {
  const profile = mkdtempSync(join(tmpdir(), 'lms-drafts-'))
  try {
    let context = await browserOn(profile, { baseURL })
    const page = await context.newPage()
    await signIn(page, 'student')
    const { path } = await writeDrafts(page)
    // Only text typed within this time may be lost.
    await page.waitForTimeout(BEFORE_KILL_MS)
    await killBrowser(profile, context)
    context = await browserOn(profile, { baseURL })
    await expectDrafts(await context.newPage(), path)
    await context.close()
  } finally {
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  }
})

test('posts a comment after the session ended and the same person signed in again', async ({ page }) => {
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
  // The refused call waits for the sheet and is then sent again.
  await expect(opened.post('written in one go').getByText('Asha Verma')).toBeVisible()
  await expect(opened.comment).toHaveText('')
})
