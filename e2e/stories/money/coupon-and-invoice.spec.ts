import en from '#src/features/programmes/locales/en.json' with { type: 'json' }
import coupon from '#src/shared/locales/coupon/en.json' with { type: 'json' }
import { expect, expectAccessible, haveSession, test } from '#e2e/fixtures.ts'

test.use({ viewport: { width: 390, height: 844 } })

test('pays the lower price of a coupon, and takes the invoice home', async ({ page }) => {
  await haveSession(page)
  await page.goto('/nanodegree-program-payment')
  const price = page.getByRole('region', { name: en.price.title })
  await price.getByRole('button', { name: coupon.open }).click()
  const code = page.getByRole('textbox', { name: coupon.label })
  await expect(code).toBeFocused()
  await code.fill('no such code')
  await code.press('Enter')
  await expect(page.getByText(coupon.wrong)).toBeVisible()
  await expectAccessible(page, 'the coupon field')
  await code.fill('kite-10')
  await code.press('Enter')
  await expect(price).toContainText('₹40,500')

  await page.locator('main form button[type=submit]').last().click()
  await page.getByRole('radio', { name: en.test.outcome.succeed }).check()
  await page.getByRole('button', { name: en.test.button }).click()
  await expect(page.getByText(en.notice.paidText)).toBeVisible()

  await page.goto('/user-profile#payments')
  const payment = page.getByRole('region', { name: en.own.title }).getByRole('listitem').first()
  await expect(payment).toContainText('₹4,050')
  const download = page.waitForEvent('download')
  await payment.getByRole('button', { name: new RegExp(`^${en.documents.invoice}`) }).click()
  expect((await download).suggestedFilename()).toMatch(/^KWA-I\d{4}-\d+\.pdf$/)
  await expectAccessible(page, 'the own payments')
})
