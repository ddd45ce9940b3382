import { expect, expectAccessible, signIn, test } from '#e2e/fixtures.ts'

test('an admin tries a brand in a draft that nobody else sees, and discards it', async ({ page }) => {
  await signIn(page, 'admin')
  await page.goto('/admin/settings')
  await page.getByRole('textbox', { name: 'Brand colour', exact: true }).fill('#ffd000')
  await expect(page.getByText('Draft saved. Only admins see it.')).toBeVisible()
  await expect(page.getByRole('heading', { name: '3 colours were adjusted' })).toBeVisible()
  await page.getByLabel('Icon', { exact: true }).setInputFiles({
    name: 'icon.svg',
    mimeType: 'image/svg+xml',
    buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
  })
  await expect(page.getByText(/This file is an SVG or a web page/)).toBeVisible()
  await expectAccessible(page, 'settings with a draft')

  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Brand colour', exact: true })).toHaveValue('#ffd000')
  const info = (await (await page.request.get('/api/clients/7/public-info/')).json()) as {
    theme_settings: { default_primary: string }
  }
  expect(info.theme_settings.default_primary).not.toBe('#ffd000')
  await page.getByRole('button', { name: 'Discard draft' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard draft' }).click()
  await expect(page.getByText('This is what everybody sees now.')).toBeVisible()
})
