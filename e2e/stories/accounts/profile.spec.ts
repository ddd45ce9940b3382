import { expect, haveSession, test } from '../../fixtures.ts'
import { SignInForm } from '../../pages/sign-in.page.ts'
import { demo, DEMO_PASSWORD } from '../../product.ts'

test('signs all other devices out', async ({ page, browser }) => {
  await haveSession(page, 'student')
  const otherBrowser = await browser.newContext()
  const other = await otherBrowser.newPage()
  const form = new SignInForm(other)
  await form.open()
  await form.signIn(demo.student, DEMO_PASSWORD)
  await other.waitForURL((url) => url.pathname === '/')

  await page.goto('/user-profile#security')
  const devices = page.getByRole('region', { name: 'Signed-in devices' })
  await expect(devices.getByText('This device')).toHaveCount(1)
  await devices.getByRole('button', { name: 'Sign out all other devices' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out all other devices' }).click()
  await expect(devices.getByText('Only this device is signed in.')).toBeVisible()

  await other.goto('/user-profile')
  await other.waitForURL((url) => url.pathname === '/login')
  await otherBrowser.close()
})

test('shows e-mail and username as fixed, with the reason', async ({ page }) => {
  await haveSession(page, 'student')
  await page.goto('/user-profile#about')
  await expect(page.getByText(demo.student)).toBeVisible()
  await expect(page.getByText(/^You cannot change your e-mail address and username/)).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'E-mail' })).toHaveCount(0)
})

test('shows my activity and leads to the progress and the credited study time', async ({ page }) => {
  await haveSession(page, 'student')
  await page.goto('/user-profile#activity')
  const activity = page.getByRole('region', { name: 'My activity' })
  await expect(activity.getByText('Learned in the last year')).toBeVisible()
  await activity.getByRole('link', { name: 'Your progress' }).click()
  await page.waitForURL((url) => url.pathname === '/progress')
  for (const name of ['Time spent learning', 'Your year', 'Badges'])
    await expect(page.getByRole('region', { name })).toBeVisible()
  await page.getByRole('link', { name: 'How your time is counted' }).click()
  await page.waitForURL((url) => url.pathname === '/user-profile/study-time')
})

test('shows a wrong current password as an error under its field', async ({ page }) => {
  await haveSession(page, 'student')
  await page.goto('/user-profile#security')
  await page.getByLabel('Current password').fill('not the right one')
  await page.getByLabel('New password', { exact: true }).fill('eleven copper kettles')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('This is not your current password.')).toBeVisible()
  await expect(page.getByLabel('Current password')).toBeFocused()
})

test('keeps dark mode and Hindi over a reload', async ({ page }) => {
  await haveSession(page, 'student')
  await page.goto('/user-profile#preferences')
  await page.locator('main').getByText('Dark', { exact: true }).click()
  await expect(page.locator('html')).toHaveAttribute('data-mode', 'dark')
  await page.locator('main').getByText('हिन्दी').first().click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('प्रोफ़ाइल')
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi')
  await expect(page.locator('html')).toHaveAttribute('data-mode', 'dark')
})
