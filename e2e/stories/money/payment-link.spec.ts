import ar from '#src/features/programmes/locales/ar.json' with { type: 'json' }
import pay from '#src/features/programmes/locales/pay/ar.json' with { type: 'json' }
import en from '#src/features/money/locales/links/en.json' with { type: 'json' }
import { expect, expectAccessible, haveSession, test } from '#e2e/fixtures.ts'

test.use({ viewport: { width: 390, height: 844 } })

test('an admin makes a payment link, and a stranger pays it in Arabic on a phone', async ({
  page,
  browser,
}) => {
  await haveSession(page, 'admin')
  await page.goto('/admin/payment-links?new')
  await page.getByLabel(en.form.title, { exact: true }).fill('Fee of the story')
  await page.getByLabel(en.form.amount, { exact: true }).fill('1200')
  await page.getByLabel(en.form.takesParts).check()
  await page.getByLabel(en.form.part, { exact: true }).fill('500')
  await page.getByRole('button', { name: en.form.create }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Fee of the story' })).toBeVisible()
  await expectAccessible(page, 'a payment link')
  const address = await page.locator('p[dir=ltr]').innerText()

  const stranger = await browser.newContext({ viewport: { width: 320, height: 640 } })
  const phone = await stranger.newPage()
  await phone.goto(`${new URL(address).pathname}?client=7&lng=ar`)
  await expect(phone.getByRole('heading', { level: 1, name: 'Fee of the story' })).toBeVisible()
  await expectAccessible(phone, 'the page of a payment link')
  await phone.getByRole('radio', { name: ar.pay.choice.least }).check()
  await phone.locator('main form button[type=submit]').click()
  await phone.getByRole('radio', { name: ar.test.outcome.twice }).check()
  await phone.getByRole('button', { name: ar.test.button }).click()
  await expect(phone.getByText(ar.notice.paidText)).toBeVisible()
  await phone.getByRole('radio', { name: ar.pay.choice.all }).check()
  await phone.locator('main form button[type=submit]').click()
  await phone.getByRole('button', { name: ar.test.button }).click()
  await expect(phone.getByText(pay.paidInFull)).toBeVisible()
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  await stranger.close()

  await page.reload()
  await expect(page.getByText(en.state.paid, { exact: true }).first()).toBeVisible()
  const log = page.getByRole('region', { name: en.log.title }).getByRole('listitem')
  await expect(log.filter({ hasText: '₹500' }).first()).toBeVisible()
  await expect(log.filter({ hasText: new RegExp(`^${en.log.paid}`) })).toHaveCount(2)
})
