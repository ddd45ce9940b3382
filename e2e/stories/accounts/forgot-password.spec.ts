import { expect, readCode, test } from '../../fixtures.ts'
import { CodeForm } from '../../pages/otp.page.ts'
import { SignInForm } from '../../pages/sign-in.page.ts'
import { SignUpForm } from '../../pages/sign-up.page.ts'

const NEW_PASSWORD = 'nine patient herons wading'

test('signs in with a new password that was set by a mailed code', async ({ page }) => {
  const email = `forgot.${Date.now()}@mail.test`
  const signUp = new SignUpForm(page)
  await signUp.open()
  await signUp.fill({ fullName: 'Iqbal Rahim', email, password: 'six early trains humming' })
  await signUp.submit.click()
  await page.waitForURL((url) => url.pathname === '/otp')
  const code = new CodeForm(page)
  await code.paste(await readCode(page, email))
  await page.waitForURL((url) => url.pathname === '/')
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })

  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  // The sign-in page has an e-mail field too, so wait for the next page before typing.
  await page.waitForURL((url) => url.pathname === '/forgot-password')
  await page.getByRole('button', { name: 'Send the code' }).waitFor()
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'Send the code' }).click()
  await page.waitForURL((url) => url.pathname === '/otp' && url.searchParams.get('purpose') === 'reset')

  await expect
    .poll(async () => {
      const answer = await page.request.get(`/dev/outbox/?to=${encodeURIComponent(email)}`, {
        headers: { accept: 'application/json' },
      })
      return ((await answer.json()) as unknown[]).length
    })
    .toBeGreaterThan(1)
  await code.paste(await readCode(page, email))
  await code.newPassword.fill(NEW_PASSWORD)
  await code.setPassword.click()
  await page.waitForURL((url) => url.pathname === '/login')
  await expect(page.getByText('Your password is changed.')).toBeVisible()

  const form = new SignInForm(page)
  await form.signIn(email, NEW_PASSWORD)
  await page.waitForURL((url) => url.pathname === '/')
})

test('gives the same neutral answer for an unknown address', async ({ page }) => {
  await page.goto('/forgot-password')
  await page.getByLabel('E-mail').fill('nobody.here@mail.test')
  await page.getByRole('button', { name: 'Send the code' }).click()
  await page.waitForURL((url) => url.pathname === '/otp')
  await expect(page.getByText(/^If there is an account for/)).toBeVisible()
})
