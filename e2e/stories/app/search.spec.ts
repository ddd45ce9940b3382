import { untilQuiet } from '#e2e/quiet.ts'
import { expect, expectAccessible, signIn, test } from '../../fixtures.ts'

const PHONE = { width: 390, height: 844 }

test('finds a course with the keyboard alone, and remembers the search until the sign-out', async ({
  page,
}) => {
  await signIn(page)
  // The shortcut comes with the field, once the page can be used.
  await page.getByRole('button', { name: /^Search/ }).waitFor()
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox')
  await expect(field).toBeFocused()
  await page.keyboard.type('python')
  const active = page.locator('[role="option"][aria-selected="true"]')
  await expect(active).toContainText('Python')
  await expectAccessible(page, 'search panel')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/courses\/\d+$/)
  // Until the panel has closed, the key is typed into its field.
  await expect(field).toBeHidden()
  await page.keyboard.press('/')
  await expect(page.locator('[role="option"]', { hasText: 'python' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(field).toBeHidden()
})

for (const [language, words, title] of [
  ['hi', 'वीलुकअप', null],
  ['hi', 'कौन सा', 'Excel में VLOOKUP'],
  ['ar', 'الفَرْق', 'ما الفرق بين WHERE'],
] as const)
  test(`finds threads in ${language} whatever the marks: ${words}`, async ({ page }) => {
    await signIn(page)
    await page.goto(`/search?lng=${language}`)
    await page.getByRole('combobox').fill(words)
    if (title === null) await expect(page.getByRole('status').filter({ hasText: words })).toBeVisible()
    else await expect(page.locator('[role="option"]').filter({ hasText: title })).toBeVisible()
  })

test('is a page on a phone, and shows saved courses without a connection', async ({ page, context }) => {
  await page.setViewportSize(PHONE)
  await signIn(page)
  await page.getByRole('banner').locator('a[href="/search"]').click()
  await expect(page).toHaveURL(/\/search$/)
  await page.getByRole('combobox').fill('data')
  await page.locator('[role="option"]').first().waitFor()
  await untilQuiet(page)
  await expectAccessible(page, 'search page')
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await context.setOffline(true)
  await expect(page.getByText('No saved course matches')).toBeVisible()
  await context.setOffline(false)
})

test('opens bell and streak as sheets at the bottom of a phone, the own streak first', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await signIn(page)
  // The community notice opens once on the home, and would open over the sheet.
  await expect(page.getByRole('banner').getByRole('group', { name: 'Notifications' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('banner').getByRole('group')).toBeHidden()
  for (const name of [/Daily Leaders/, /^Notifications/]) {
    const button = page.getByRole('banner').getByRole('button', { name })
    await button.click()
    const sheet = page.getByRole('banner').getByRole('group')
    await expect
      .poll(async () => {
        const box = await sheet.boundingBox()
        return box && [box.x, Math.round(box.y + box.height), Math.round(box.width)]
      })
      .toEqual([0, PHONE.height, PHONE.width])
    if (name.source.includes('Leaders')) {
      const own = await sheet.getByRole('region').first().boundingBox()
      const leaders = await sheet.getByRole('heading', { name: 'Daily Leaders' }).boundingBox()
      expect(own?.y).toBeLessThan(leaders?.y ?? 0)
    }
    await sheet.getByRole('button', { name: 'Close' }).first().click()
    await expect(sheet).toBeHidden()
    await expect(button).toBeFocused()
  }
})

test('marks the entry of the menu on pages below it', async ({ page }) => {
  await signIn(page)
  for (const [path, entry] of [
    ['/recommended-learning', '/courses'],
    ['/community/thread/1', '/community'],
    ['/assessment/2', '/assessments'],
    ['/learn', '/'],
  ] as const) {
    await page.goto(path)
    await expect(page.locator('aside a[aria-current="page"]')).toHaveAttribute('href', entry)
  }
})
