import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import ar from '#src/features/money/locales/links/ar.json' with { type: 'json' }
import en from '#src/features/money/locales/links/en.json' with { type: 'json' }
import { expect, expectAccessible, haveSession, test } from '#e2e/fixtures.ts'

test.use({ viewport: { width: 390, height: 844 } })

const setLimit = async (page: Page, amount: string) => {
  await page.goto('/admin/payment-links')
  await page.getByRole('button', { name: en.limit.button }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill(amount)
  await dialog.getByRole('button', { name: en.save }).click()
  await expect(dialog).toBeHidden()
}

const fillByHand = async (page: Page, fields: { amount: string; reference: string; reason?: string }) => {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(en.notes.amount.replace('{{currency}}', 'INR')).fill(fields.amount)
  await dialog.getByLabel(en.notes.reference, { exact: true }).fill(fields.reference)
  if (fields.reason !== undefined)
    await dialog.getByLabel(en.returns.reason, { exact: true }).fill(fields.reason)
}

test('cash that two admins noted goes back, the large part again with both of them', async ({
  page,
  browser,
}) => {
  const reference = (name: string) => `${name} ${randomUUID().slice(0, 8)}`
  await haveSession(page, 'admin')
  await setLimit(page, '1000')
  await page.goto('/admin/payment-links?new')
  await page.getByLabel(en.form.title, { exact: true }).fill('Cash of the story')
  await page.getByLabel(en.form.amount, { exact: true }).fill('3000')
  await page.getByRole('button', { name: en.form.create }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Cash of the story' })).toBeVisible()
  await page.getByRole('button', { name: en.notes.add }).click()
  await fillByHand(page, { amount: '3000', reference: reference('Cash') })
  await page.getByRole('dialog').getByRole('button', { name: en.notes.save }).click()
  await expect(page.getByText(en.notes.needsOther)).toBeVisible()

  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' })
  const other = await context.newPage()
  await haveSession(other, 'superadmin')
  const { pathname, search } = new URL(page.url())
  await other.goto(`${pathname}${search}${search ? '&' : '?'}lng=ar`)
  await other.getByRole('button', { name: ar.notes.approve }).click()
  await expect(other.getByText(ar.notes.state.posted)).toBeVisible()

  await page.reload()
  const giveBack = async (amount: string) => {
    await page.getByRole('button', { name: en.returns.button }).click()
    await fillByHand(page, { amount, reference: reference('Back'), reason: 'The class was cancelled' })
    await expectAccessible(page, 'giving money back')
    await page.getByRole('dialog').getByRole('button', { name: en.returns.save }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
  }
  const returns = page.getByRole('list', { name: en.returns.list }).getByRole('listitem')
  await giveBack('400')
  await expect(returns.filter({ hasText: en.returns.state.posted })).toHaveCount(1)
  await giveBack('2600')
  await expect(page.getByText(en.returns.needsOther)).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)

  await other.reload()
  const approve = other
    .getByRole('list', { name: ar.returns.list })
    .getByRole('button', { name: ar.notes.approve })
  await expect(approve).toBeVisible()
  await expectAccessible(other, 'a return that waits for approval')
  await approve.click()
  await expect(other.getByText(ar.returns.state.posted)).toHaveCount(2)
  await context.close()

  await page.reload()
  const sums = page.getByRole('region', { name: en.sums.label })
  await expect(sums).toContainText(`${en.sums.refunded}₹3,000`)
  await expect(page.getByRole('button', { name: en.returns.button })).toHaveCount(0)
  await setLimit(page, '')
})
