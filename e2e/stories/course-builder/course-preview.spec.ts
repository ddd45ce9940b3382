import { expect, haveSession, test } from '#e2e/fixtures.ts'
import { builderPage, makeCourse } from '#e2e/pages/builder.page.ts'
import { playerPage } from '#e2e/pages/player.page.ts'

test('previews a translated draft as a learner and stores nothing of the preview', async ({ page }) => {
  await haveSession(page, 'instructor')
  const courseId = await makeCourse(page, 'Preview of Knots')
  const builder = builderPage(page)
  await page.goto(`/admin/courses/${courseId}?at=item-lesson`)
  await expect(page.getByRole('heading', { level: 2, name: 'Article' })).toBeVisible()
  await page.getByText('Hindi', { exact: true }).click()
  await builder.text.click()
  await page.keyboard.type('पहले शब्द।')

  await page.getByRole('button', { name: 'Preview' }).click()
  await page.waitForURL(/\/learn\/preview\/\d+\/1\?item=1$/)
  await expect(page.getByText('First words.')).toBeVisible()
  await playerPage(page).complete.click()
  await expect(playerPage(page).completed).toBeVisible()

  await page.getByRole('combobox', { name: 'Language of the course texts' }).click()
  await page.getByRole('option', { name: 'हिन्दी' }).click()
  await expect(page.getByText('पहले शब्द।')).toBeVisible()
  await page.reload()
  // The preview has stored no progress.
  await expect(playerPage(page).complete).toBeVisible()
  await page.getByRole('link', { name: 'Back to editing' }).click()
  await page.waitForURL(new RegExp(`/admin/courses/${courseId}$`))
})
