import ar from '#src/features/programmes/locales/ar.json' with { type: 'json' }
import { expect, expectAccessible, haveSession, test } from '#e2e/fixtures.ts'

test.use({ viewport: { width: 390, height: 844 } })

test('pays an instalment in Arabic on a phone, by the test checkout', async ({ page }) => {
  await haveSession(page)
  await page.goto('/flagship-program-payment?lng=ar')
  const payments = page.getByRole('region', { name: ar.payments.title }).getByRole('listitem')
  await expect(payments.first()).toBeVisible()
  const before = await payments.count()
  await page.getByRole('radio', { name: ar.pay.choice.other }).check()
  await page.getByLabel(ar.pay.amount, { exact: true }).fill('1,500')
  await page.locator('main form button[type=submit]').click()

  await expect(page.getByRole('heading', { level: 1, name: ar.test.title })).toBeVisible()
  await page.getByRole('radio', { name: ar.test.outcome.twice }).check()
  await expectAccessible(page, 'the test checkout')
  await page.getByRole('button', { name: ar.test.button }).click()

  await expect(page.getByText(ar.notice.paidText)).toBeVisible()
  // The confirmation came twice and counts once.
  await expect(payments).toHaveCount(before + 1)
  await expect(payments.first()).toContainText('1,500')
})
