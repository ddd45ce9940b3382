import texts from '#src/features/money/locales/invite/en.json' with { type: 'json' }
import admin from '#src/features/money/locales/referrals/en.json' with { type: 'json' }
import { expect, expectAccessible, readCode, signIn, test } from '../../fixtures.ts'
import { CodeForm } from '../../pages/otp.page.ts'
import { SignUpForm } from '../../pages/sign-up.page.ts'

test.use({ viewport: { width: 390, height: 844 } })

test('a friend signs up by a learner’s link, and both the learner and the admin see it', async ({
  page,
  browser,
}) => {
  await signIn(page, 'student')
  await page.goto('/referrals')
  const address = await page.locator('p[dir=ltr]', { hasText: '/signup?ref=' }).innerText()
  await expectAccessible(page, 'the learner’s page of referrals')

  const stranger = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const phone = await stranger.newPage()
  await phone.goto(address)
  const form = new SignUpForm(phone)
  await expect(phone.getByText('Code found.')).toBeVisible()
  // Back another way, without the code in the address.
  await phone.goto('/signup?client=7')
  await expect(form.referral).toHaveValue(new URL(address).searchParams.get('ref') ?? '')
  const email = `zubin.${Date.now()}@mail.test`
  await form.fill({ fullName: 'Zubin Irani', email, password: 'seven quiet lanterns drift' })
  await form.submit.click()
  await phone.waitForURL((url) => url.pathname === '/otp')
  await new CodeForm(phone).paste(await readCode(phone, email))
  await phone.waitForURL((url) => url.pathname === '/')
  await stranger.close()

  await page.reload()
  const friend = page.getByRole('listitem').filter({ hasText: 'Zubin I.' })
  await expect(friend).toContainText(texts.state.joined)

  const office = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const desk = await office.newPage()
  await signIn(desk, 'admin')
  await desk.goto(`/admin/referals?view=people&search=${encodeURIComponent(email)}`)
  await expect(desk.getByRole('table', { name: admin.people.title })).toContainText('Zubin Irani')
  await expectAccessible(desk, 'the admins’ rows of referrals')
  await office.close()
})
