import money from '#src/features/money/locales/en.json' with { type: 'json' }
import hi from '#src/features/programmes/locales/hi.json' with { type: 'json' }
import { expect, expectAccessible, haveSession, signIn, test } from '#e2e/fixtures.ts'

test.use({ viewport: { width: 390, height: 844 } })

test('a learner asks twice for their money back in Hindi, and an admin declines, then sends it', async ({
  page,
  browser,
}) => {
  await haveSession(page, 'instructor')
  await page.goto('/nanodegree-program-payment?lng=hi')
  await page.locator('main form button[type=submit]').last().click()
  await page.getByRole('radio', { name: hi.test.outcome.succeed }).check()
  await page.getByRole('button', { name: hi.test.button }).click()
  await expect(page.getByText(hi.notice.paidText)).toBeVisible()

  const guarantee = page.getByRole('region', { name: hi.guarantee.title })
  await guarantee.getByRole('button', { name: hi.guarantee.ask }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill('समय नहीं है')
  await expectAccessible(page, 'the request for a refund')
  await dialog.getByRole('button', { name: hi.guarantee.send }).click()
  await expect(dialog).toBeHidden()
  await expect(guarantee.getByRole('button')).toHaveCount(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)

  const office = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const desk = await office.newPage()
  await signIn(desk, 'admin')
  await desk.goto('/admin/payments')
  const request = desk.getByRole('listitem').filter({ hasText: 'समय नहीं है' }).first()
  await request.getByRole('button', { name: money.refunds.decide }).click()
  const decision = desk.getByRole('dialog')
  await decision.getByRole('textbox', { name: money.refunds.note }).fill('Please try the evening group')
  await decision.getByRole('button', { name: money.refunds.decline }).click()
  await expect(request).toHaveCount(0)

  await page.reload()
  await expect(guarantee.getByText('Please try the evening group')).toBeVisible()
  await guarantee.getByRole('button', { name: hi.guarantee.again }).click()
  await dialog.getByRole('textbox').fill('समय नहीं है!')
  await dialog.getByRole('button', { name: hi.guarantee.again }).click()
  await expect(dialog.getByText(hi.guarantee.sameReason)).toBeVisible()
  await dialog.getByRole('textbox').fill('मैं शहर छोड़ रहा हूँ')
  await dialog.getByRole('button', { name: hi.guarantee.again }).click()
  await expect(dialog).toBeHidden()
  await expect(guarantee.getByRole('list', { name: hi.guarantee.earlier })).toContainText('समय नहीं है')
  await expectAccessible(page, 'a programme with a second request')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)

  await desk.reload()
  await expect(request.getByRole('list', { name: money.refunds.earlier })).toContainText('evening group')
  await expectAccessible(desk, 'a refund request with an earlier one')
  await request.getByRole('button', { name: money.refunds.decide }).click()
  await decision.getByRole('button', { name: /^Refund/ }).click()
  await expect(desk.getByText(money.refunds.done.refunded).first()).toBeVisible()
  await expect(request).toHaveCount(0)
  await desk.getByRole('tab', { name: money.tabs.orders }).click()
  await expect(desk.getByRole('table', { name: money.tabs.orders })).toContainText(
    money.orders.standings.ended,
  )
  await expectAccessible(desk, 'the orders of programmes')
  await office.close()

  await page.reload()
  await expect(page.getByText(hi.ended.again)).toBeVisible()
})
