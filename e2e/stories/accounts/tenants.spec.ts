import { expect, signIn, test } from '../../fixtures.ts'
import { demo, DEMO_PASSWORD } from '../../product.ts'

const primaryOf = (page: import('@playwright/test').Page) =>
  page.evaluate(() =>
    getComputedStyle(document.documentElement).getPropertyValue('--tenant-primary-500').trim(),
  )

test('shows different names, colours and manifests for tenants 7 and 8', async ({ page }) => {
  await page.goto('/login?client=7')
  await page.locator('main h1').waitFor()
  const seven = {
    title: await page.title(),
    colour: await primaryOf(page),
    html: await page.locator('link[rel="manifest"]').getAttribute('href'),
  }
  await page.goto('/login?client=8')
  await page.locator('main h1').waitFor()
  const eight = {
    title: await page.title(),
    colour: await primaryOf(page),
    html: await page.locator('link[rel="manifest"]').getAttribute('href'),
  }
  expect(seven.colour).toMatch(/^#/)
  expect(seven.title).not.toBe(eight.title)
  expect(seven.colour).not.toBe(eight.colour)
  expect(seven.html).not.toBe(eight.html)
})

test('opens tenant 8 in Arabic from right to left', async ({ page }) => {
  await page.goto('/login?client=8')
  await page.locator('main h1').waitFor()
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar')
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(page.locator('main h1')).toHaveText(/\p{Script=Arabic}/u)
})

test('shows that tenant 9 is inactive', async ({ page }) => {
  await page.goto('/login?client=9')
  await expect(page.getByText('Your account is not active')).toBeVisible()
  await expect(page.locator('form')).toHaveCount(0)
})

test('does not carry a session of tenant 7 over to tenant 8', async ({ page }) => {
  await signIn(page, 'student')
  await page.goto('/?client=8')
  await page.waitForURL((url) => url.pathname === '/login')
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
})

test('refuses a token of tenant 7 at tenant 8', async ({ request }) => {
  const answer = await request.post('/accounts/clients/7/user/login/', {
    data: { email: demo.student, password: DEMO_PASSWORD },
  })
  const { access_token: token } = (await answer.json()) as { access_token: string }
  const headers = { authorization: `Bearer ${token}` }
  expect((await request.get('/api/clients/7/client-info/', { headers })).status()).toBe(200)
  expect((await request.get('/api/clients/8/client-info/', { headers })).status()).toBe(401)
})
