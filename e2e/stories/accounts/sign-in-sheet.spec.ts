import { expect, signIn, test } from '../../fixtures.ts'
import { DEMO_PASSWORD } from '../../product.ts'
import type { Page } from '@playwright/test'

/** Ends this session on the server only, as an admin or another device would. */
const endSessionElsewhere = (page: Page) =>
  page.evaluate(async () => {
    const { refresh_token } = JSON.parse(localStorage.getItem('user') ?? '{}') as { refresh_token: string }
    await fetch('/accounts/clients/7/user/logout/', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ refresh_token }),
    })
  })

/** A search under way on the course list when the session is gone. */
const loseSessionWhileTyping = async (page: Page) => {
  await signIn(page, 'student')
  await page.goto('/courses')
  const search = page.getByRole('searchbox').first()
  // Typed before the session goes: with nothing at stake the page would leave at the first refused call behind it.
  await search.fill('sql')
  await endSessionElsewhere(page)
  await search.fill('sql lesson')
  const sheet = page.getByRole('dialog', { name: 'Sign in to continue' })
  await expect(sheet).toBeVisible()
  return { search, sheet }
}

test('given a session lost while typing, when the same person signs in on the sheet, then the work goes on', async ({
  page,
}) => {
  const { search, sheet } = await loseSessionWhileTyping(page)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(sheet).toBeVisible()
  await expect(sheet.getByText('student@demo.test')).toBeVisible()

  await sheet.getByLabel('Password', { exact: true }).fill('not the right one')
  await page.keyboard.press('Enter')
  await expect(sheet.getByRole('alert')).toBeVisible()
  await sheet.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await page.keyboard.press('Enter')
  await expect(sheet).toHaveCount(0)
  await expect(search).toHaveValue('sql lesson')
  await expect(page).toHaveURL(/\/courses/)
})

test('given the sheet is declined, when pressed, then the device is cleared and the sign-in page opens', async ({
  page,
}) => {
  const { sheet } = await loseSessionWhileTyping(page)
  await sheet.getByRole('button', { name: 'Sign out and leave this page' }).click()
  await page.waitForURL((url) => url.pathname === '/login')
  expect(await page.evaluate(() => [localStorage.getItem('user'), localStorage.getItem('token')])).toEqual([
    null,
    null,
  ])
})
