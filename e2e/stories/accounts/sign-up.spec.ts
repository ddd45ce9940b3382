import { expect, expectAccessible, readCode, test } from '../../fixtures.ts'
import { CodeForm } from '../../pages/otp.page.ts'
import { SignInForm } from '../../pages/sign-in.page.ts'
import { SignUpForm } from '../../pages/sign-up.page.ts'

const person = (name: string) => ({
  fullName: 'Meera Joshi',
  email: `${name}.${Date.now()}@mail.test`,
  password: 'seven quiet lanterns drift',
})

test('opens the linked page after sign-up with a pasted code', async ({ page }) => {
  const who = person('meera')
  await page.goto('/courses')
  await page.waitForURL((url) => url.pathname === '/login')
  await page.getByRole('link', { name: 'Create an account' }).click()

  const form = new SignUpForm(page)
  await form.fill(who)
  await expect(form.marketing).not.toBeChecked()
  await form.submit.click()
  await page.waitForURL((url) => url.pathname === '/otp')

  const codePage = new CodeForm(page)
  await codePage.paste(` ${await readCode(page, who.email)} `)
  await page.waitForURL((url) => url.pathname === '/courses')
  const stored = await page.evaluate(() => ({
    user: JSON.parse(localStorage.getItem('user') ?? '{}') as Record<string, unknown>,
    token: localStorage.getItem('token'),
  }))
  expect(stored.user['email']).toBe(who.email)
  expect(stored.user['isAuthenticated']).toBe(true)
  expect(stored.token).toBe(stored.user['access_token'])
})

test('chooses a password when the code is entered on another device', async ({ page, browser }) => {
  const who = person('elsewhere')
  const form = new SignUpForm(page)
  await form.open()
  await form.fill(who)
  await form.submit.click()
  await page.waitForURL((url) => url.pathname === '/otp')

  const context = await browser.newContext()
  const phone = await context.newPage()
  await phone.goto(`/otp?email=${encodeURIComponent(who.email)}`)
  const codePage = new CodeForm(phone)
  await codePage.paste(await readCode(phone, who.email))
  await expect(phone.getByText(/^Your code is right\./)).toBeVisible()
  await expect(codePage.password).toBeFocused()
  await expectAccessible(phone, 'a code from elsewhere')
  await codePage.password.fill('eleven copper kettles')
  await codePage.confirm.click()
  await phone.waitForURL((url) => url.pathname === '/')
  await context.close()

  // The password of the form that nobody confirmed opens nothing.
  const signInForm = new SignInForm(page)
  await signInForm.open()
  await signInForm.signIn(who.email, who.password)
  await expect(signInForm.alert).toBeVisible()
})

test('refuses a wrong code and accepts the right one in Devanagari digits', async ({ page }) => {
  const who = person('wrong')
  const form = new SignUpForm(page)
  await form.open('?ref=FRIEND-42')
  await expect(form.referral).toHaveValue('FRIEND-42')
  await form.fill(who)
  await form.submit.click()
  await page.waitForURL((url) => url.pathname === '/otp')

  const codePage = new CodeForm(page)
  const right = await readCode(page, who.email)
  const wrong = right === '000000' ? '111111' : '000000'
  await codePage.paste(wrong)
  await expect(page.getByText('This code is wrong.')).toBeVisible()
  await expect(page).toHaveURL(/\/otp/)

  const devanagari = Array.from(right)
    .map((digit) => String.fromCharCode(0x0966 + Number(digit)))
    .join('')
  await codePage.code.fill('')
  await codePage.paste(devanagari)
  await page.waitForURL((url) => url.pathname === '/')
})

test('keeps everything but the password over a reload', async ({ page }) => {
  const form = new SignUpForm(page)
  await form.open()
  await form.fullName.fill('Meera Joshi')
  await form.email.fill('meera@mail.test')
  await form.password.fill('seven quiet lanterns drift')
  await form.accept.check()
  await page.reload()
  await expect(form.fullName).toHaveValue('Meera Joshi')
  await expect(form.email).toHaveValue('meera@mail.test')
  await expect(form.password).toHaveValue('')
  await expect(form.accept).toBeChecked()
  const stored = await page.evaluate(() =>
    JSON.stringify([Object.entries(sessionStorage), Object.entries(localStorage)]),
  )
  expect(stored).toContain('meera@mail.test')
  expect(stored).not.toContain('seven quiet')
})

test('shows a common password as an error under its field and focuses it', async ({ page }) => {
  const form = new SignUpForm(page)
  await form.open()
  await form.fill({ ...person('common'), password: '123456789012' })
  await form.submit.click()
  await expect(page.getByText(/^Many people use this password/)).toBeVisible()
  await expect(form.password).toBeFocused()
  await expect(page).toHaveURL(/\/signup/)
})
