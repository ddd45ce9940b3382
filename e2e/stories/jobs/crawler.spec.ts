import { expect, test } from '#e2e/fixtures.ts'

test.use({ javaScriptEnabled: false })

test('reads a whole job without JavaScript and without an account', async ({ page }) => {
  for (const [language, title, text] of [
    ['en', 'Junior Data Analyst', 'Marigold runs 140 neighbourhood shops.'],
    ['ar', 'محلل بيانات مبتدئ', 'تدير ماريغولد 140 متجرًا في الأحياء.'],
  ] as const) {
    await page.goto(`/jobs/1?lng=${language}`)
    await expect(page).toHaveTitle(new RegExp(title))
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(page.getByText(text)).toBeVisible()
    const posting = await page.locator('script[type="application/ld+json"]').textContent()
    expect(JSON.parse(posting ?? '{}')).toMatchObject({ '@type': 'JobPosting', title })
  }
})
