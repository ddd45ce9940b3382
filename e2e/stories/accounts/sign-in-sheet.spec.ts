import { expect, signIn, test } from '../../fixtures.ts'
import { DEMO_PASSWORD } from '../../product.ts'
import type { Page } from '@playwright/test'

/** Ends this session only on the server, as an admin or another device would. */
const endSessionOnServer = (page: Page) =>
  page.evaluate(async () => {
    const { refresh_token } = JSON.parse(localStorage.getItem('user') ?? '{}') as { refresh_token: string }
    await fetch('/accounts/clients/7/user/logout/', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ refresh_token }),
    })
  })

/** Ends the session while the person types in the course search. */
const loseSessionWhileTyping = async (page: Page) => {
  await signIn(page, 'student')
  await page.goto('/courses')
  const search = page.getByRole('searchbox').first()
  // Type before the session ends: without unsaved work the page would open sign-in at the first refused call.
  const answer = page.waitForResponse((response) => response.url().includes('search=sql'))
  await search.fill('sql')
  // Otherwise this search is refused, and the sheet takes the focus from what is typed next.
  await answer
  await endSessionOnServer(page)
  await search.fill('sql lesson')
  const sheet = page.getByRole('dialog', { name: 'Sign in to continue' })
  await expect(sheet).toBeVisible()
  return { search, sheet }
}

test('continues the work after the same person signs in on the sheet', async ({ page }) => {
  const { search, sheet } = await loseSessionWhileTyping(page)
  // Until the sheet has the focus, Escape belongs to the search field and empties it.
  await expect(sheet.getByLabel('Password', { exact: true })).toBeFocused()
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

test('clears the device and opens sign-in when the sheet is declined', async ({ page }) => {
  const { sheet } = await loseSessionWhileTyping(page)
  await sheet.getByRole('button', { name: 'Sign out and leave this page' }).click()
  await page.waitForURL((url) => url.pathname === '/login')
  expect(await page.evaluate(() => [localStorage.getItem('user'), localStorage.getItem('token')])).toEqual([
    null,
    null,
  ])
})
