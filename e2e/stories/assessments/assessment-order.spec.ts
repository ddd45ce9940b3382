/** Staff copy an assessment, archive the copy, restore it and delete it for good. */
import { expect, expectAccessible, haveSession, test } from '#e2e/fixtures.ts'
import { demo } from '#e2e/product.ts'
import { anAssessment, callsOf } from '#e2e/support/assessments.ts'

test('copies, archives, restores and deletes an assessment on a phone', async ({ page }) => {
  const { title } = await anAssessment(await callsOf(demo.admin), { questions: 2 })
  const copy = `${title} (copy)`
  await page.setViewportSize({ width: 390, height: 844 })
  await haveSession(page, 'admin')
  const list = `/admin/assessments?search=${encodeURIComponent(title)}`
  const menuOf = (name: string) => page.getByRole('button', { name: `More about ${name}`, exact: true })
  const line = (name: string) => page.getByRole('article', { name, exact: true })

  await page.goto(list)
  await menuOf(title).click()
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  await expect(page.getByRole('heading', { name: copy, level: 1 })).toBeVisible()
  await expect(page.getByText('Learners cannot begin it.')).toBeVisible()

  await page.goto(list)
  await menuOf(copy).click()
  await page.getByRole('menuitem', { name: 'Archive' }).click()
  await expect(line(copy)).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(line(copy)).toBeVisible()

  await menuOf(copy).click()
  await page.getByRole('menuitem', { name: 'Archive' }).click()
  await expect(line(copy)).toHaveCount(0)
  await page.goto(`${list}&status=archived`)
  await expect(line(copy)).toContainText('Archived')
  await expectAccessible(page, 'archived assessments on a phone')
  await menuOf(copy).click()
  await page.getByRole('menuitem', { name: 'Delete for good' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete for good' }).click()
  await expect(line(copy)).toHaveCount(0)
  await page.goto(list)
  await expect(line(title)).toContainText('Active')
})
