import { expect, signIn, test } from '../../fixtures.ts'
import { demo, DEMO_PASSWORD } from '../../product.ts'

const primaryOf = (page: import('@playwright/test').Page) =>
  page.evaluate(() =>
    getComputedStyle(document.documentElement).getPropertyValue('--tenant-primary-500').trim(),
  )

test('given tenants 7 and 8, when their sign-in pages open, then name, colours, icon and manifest differ', async ({
  page,
}) => {
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

test('given tenant 8, when a visitor opens it, then it speaks Arabic from right to left', async ({
  page,
}) => {
  await page.goto('/login?client=8')
  await page.locator('main h1').waitFor()
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar')
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(page.locator('main h1')).toHaveText(/\p{Script=Arabic}/u)
})

test('given tenant 9 is switched off, when it is opened, then it says so and offers support', async ({
  page,
}) => {
  await page.goto('/login?client=9')
  await expect(page.getByText('Your account is not active')).toBeVisible()
  await expect(page.locator('form')).toHaveCount(0)
})

test('given a person of tenant 7, when tenant 8 is opened in the same browser, then nobody is signed in there', async ({
  page,
}) => {
  await signIn(page, 'student')
  await page.goto('/?client=8')
  await page.waitForURL((url) => url.pathname === '/login')
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
})

test('given a token of tenant 7, when it is used at tenant 8, then it is refused', async ({ request }) => {
  const answer = await request.post('/accounts/clients/7/user/login/', {
    data: { email: demo.student, password: DEMO_PASSWORD },
  })
  const { access_token: token } = (await answer.json()) as { access_token: string }
  const headers = { authorization: `Bearer ${token}` }
  expect((await request.get('/api/clients/7/client-info/', { headers })).status()).toBe(200)
  expect((await request.get('/api/clients/8/client-info/', { headers })).status()).toBe(401)
})
