import { Secret, TOTP } from 'otpauth'
import { expect, expectAccessible, signIn, test } from '#e2e/fixtures.ts'
import { PRODUCT_PORT } from '#e2e/product.ts'
import { startRealInstallation } from '#e2e/support/real-installation.ts'
import { SignInForm } from '../../pages/sign-in.page.ts'

const PORT = PRODUCT_PORT + 3

test('makes the first administrator by the link that the first start prints', async ({ page }) => {
  test.setTimeout(120_000)
  const installation = await startRealInstallation(PORT)
  try {
    await expect.poll(installation.printed).toContain('/setup/?key=')
    const link = /http\S+\/setup\/\?key=\S+/.exec(installation.printed())?.[0] ?? ''
    await page.goto(link)
    await expect(page.getByRole('heading', { name: 'Create the first administrator' })).toBeVisible()
    await expectAccessible(page, 'first administrator')

    await page.getByLabel('Your organisation').fill('Blue River School')
    await page.getByLabel('Your full name').fill('Meera Nair')
    await page.getByLabel('E-mail').fill('meera@river.test')
    await page.getByLabel('Password').fill('too short')
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(page.getByText('Use at least 15 characters.')).toBeVisible()
    await expect(page.getByLabel('Your organisation')).toHaveValue('Blue River School')
    await expectAccessible(page, 'first administrator with a mistake')

    await page.getByLabel('Password').fill('seven tall lighthouses')
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByRole('link', { name: 'Sign in' }).click()
    await new SignInForm(page).signIn('meera@river.test', 'seven tall lighthouses')
    // A new organisation asks its staff for a second step: it is set up here.
    await expect(page.getByRole('heading', { name: 'Protect your account' })).toBeVisible()
    const key = (await page.locator('code').innerText()).replaceAll(' ', '')
    await expectAccessible(page, 'setting up a second step at sign-in')
    await page.getByLabel('6-digit code').fill(new TOTP({ secret: Secret.fromBase32(key) }).generate())
    await page.getByRole('button', { name: 'I saved the codes, continue' }).click()
    await page.waitForURL((url) => url.pathname === '/')
    await expect(page).toHaveTitle(/Blue River School/)

    expect((await page.request.get(link)).status()).toBe(404)
    expect((await page.request.get(`${installation.url}/dev/outbox/`)).status()).toBe(404)
  } finally {
    // An open page would call a server that is gone.
    await page.goto('about:blank')
    await installation.stop()
  }
})

test.describe('a demo behind a proxy', () => {
  // The worker would answer with the page that it kept.
  test.use({ serviceWorkers: 'block' })

  test('says on every page that it is a demo', async ({ page, watch }) => {
    watch.allow(/Service Worker registration blocked by Playwright/)
    const banner = page.getByRole('complementary', { name: 'Demo' })
    await page.goto('/login')
    await page.locator('main h1').waitFor()
    await expect(banner).toHaveCount(0)

    await page.setExtraHTTPHeaders({ via: '1.1 proxy' })
    await page.goto('/login')
    await expect(banner).toContainText('Don’t enter real data.')
    await expectAccessible(page, 'sign-in of a demo that others can reach')
    await signIn(page)
    for (const path of ['/', '/courses', '/no/such/page']) {
      await page.goto(path)
      await expect(banner).toBeVisible()
    }
    await page.goto('/courses')
    await page.locator('main h1').waitFor()
    await expectAccessible(page, 'courses of a demo that others can reach')
  })
})
