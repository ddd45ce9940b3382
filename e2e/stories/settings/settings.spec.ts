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
  await page.getByRole('textbox', { name: 'Heading' }).fill('Grow with us')
  await expect(page.getByRole('figure').getByText('Grow with us')).toBeVisible()
  await expect(page.getByText('Draft saved. Only admins see it.')).toBeVisible()
  await expectAccessible(page, 'settings with a draft')

  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Brand colour', exact: true })).toHaveValue('#ffd000')
  await expect(page.getByRole('textbox', { name: 'Heading' })).toHaveValue('Grow with us')
  const info = (await (await page.request.get('/api/clients/7/public-info/')).json()) as {
    theme_settings: { default_primary: string }
    sign_in?: object
  }
  expect(info.sign_in).toBeUndefined()
  expect(info.theme_settings.default_primary).not.toBe('#ffd000')
  await page.getByRole('button', { name: 'Discard draft' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard draft' }).click()
  await expect(page.getByText('This is what everybody sees now.')).toBeVisible()
})

test('an admin publishes terms that visitors read from sign-up, then goes back to the standard ones', async ({
  page,
  browser,
  baseURL,
}) => {
  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto(`${baseURL}/legal/terms`)
  // The page's HTML has the text already; the app has taken over when the language can be chosen.
  await expect(visitor.getByRole('combobox', { name: 'Language' })).toBeVisible()
  await expect(visitor.getByRole('heading', { level: 1, name: 'Terms of use' })).toBeVisible()
  await expect(visitor.getByText(/in force since/)).toHaveCount(0)
  await expectAccessible(visitor, 'the standard terms')

  await signIn(page, 'admin')
  await page.goto('/admin/settings?part=legal')
  await page.getByRole('textbox', { name: 'Text' }).fill('# House rules\nBe kind to each other.')
  await expectAccessible(page, 'terms in the settings')
  const publish = async () => {
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
    await expect(page.getByText('Text published').first()).toBeVisible()
  }
  await page.getByRole('button', { name: 'Publish' }).click()
  await publish()

  await visitor.goto(`${baseURL}/signup`)
  await visitor.getByRole('button', { name: 'Read the terms of use' }).click()
  await expect(visitor.getByRole('dialog').getByText('Be kind to each other.')).toBeVisible()
  await visitor.goto(`${baseURL}/legal/terms`)
  await expect(visitor.getByText(/^Version \d+, in force since/)).toBeVisible()
  await expect(visitor.getByRole('heading', { level: 2, name: 'House rules' })).toBeVisible()

  await page.getByRole('button', { name: 'Use our standard text again' }).click()
  await publish()
  await visitor.reload()
  await expect(visitor.getByText(/in force since/)).toHaveCount(0)
  await visitor.context().close()
})

for (const part of ['accounts', 'domains', 'services'])
  test(`the settings of ${part} are usable by everybody`, async ({ page }) => {
    await signIn(page, 'admin')
    await page.goto(`/admin/settings?part=${part}`)
    await expect(page.locator('main section').first()).toBeVisible()
    await expectAccessible(page, part)
  })
