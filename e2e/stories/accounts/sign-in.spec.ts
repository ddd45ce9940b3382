import { expect, test } from '../../fixtures.ts'
import { SignInForm } from '../../pages/sign-in.page.ts'
import { demo, DEMO_PASSWORD } from '../../product.ts'

test('opens the linked page after sign-in', async ({ page }) => {
  await page.goto('/courses?search=sql')
  await page.waitForURL((url) => url.pathname === '/login')
  const form = new SignInForm(page)
  await form.signIn(demo.student, DEMO_PASSWORD)
  await page.waitForURL((url) => url.pathname === '/courses')
  expect(new URL(page.url()).searchParams.get('search')).toBe('sql')
})

test('shows an error and keeps the address after a wrong password', async ({ page }) => {
  const form = new SignInForm(page)
  await form.open()
  await form.signIn(demo.instructor, 'not the right one')
  await expect(form.alert).toBeVisible()
  await expect(form.identifier).toHaveValue(demo.instructor)
  await expect(page).toHaveURL(/\/login/)
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()

  await form.signIn(demo.instructor, DEMO_PASSWORD)
  await page.waitForURL((url) => url.pathname === '/')
})

test('shows each error under its field and focuses the first one', async ({ page }) => {
  const form = new SignInForm(page)
  await form.open()
  await form.password.click()
  await form.password.press('Enter')
  await expect(page.getByText('Enter your e-mail address or username.')).toBeVisible()
  await expect(page.getByText('Enter your password.')).toBeVisible()
  await expect(form.identifier).toBeFocused()
})

test('makes one call when the button is pressed several times', async ({ page }) => {
  let calls = 0
  await page.route('**/user/login/', async (route) => {
    calls += 1
    await new Promise((resolve) => setTimeout(resolve, 600))
    await route.continue()
  })
  const form = new SignInForm(page)
  await form.open()
  await form.identifier.fill(demo.student)
  await form.password.fill(DEMO_PASSWORD)
  await form.password.press('Enter')
  await form.password.press('Enter')
  await form.submit.click({ force: true, noWaitAfter: true }).catch(() => undefined)
  await page.waitForURL((url) => url.pathname === '/')
  expect(calls).toBe(1)
})

test('keeps the input when the server cannot be reached', async ({ page, watch }) => {
  watch.allow(/Failed to load resource: net::ERR/)
  await page.route('**/user/login/', (route) => route.abort('connectionfailed'))
  const form = new SignInForm(page)
  await form.open()
  await form.signIn(demo.student, DEMO_PASSWORD)
  await expect(form.alert).toContainText('No connection to the server')
  await expect(form.identifier).toHaveValue(demo.student)
  await expect(form.password).toHaveValue(DEMO_PASSWORD)
})
