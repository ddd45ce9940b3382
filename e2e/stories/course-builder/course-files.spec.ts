import { expect, haveSession, test } from '#e2e/fixtures.ts'
import { builderPage, makeCourse } from '#e2e/pages/builder.page.ts'

const QUESTIONS = `kind,prompt,answer,option_1,option_2,option_3
single,Which knot holds a loop?,B,Granny,Bowline,Slip knot
true_false,A wet rope is weaker.,true,,,
single,Which one is it?,Z,One,Two,
`

test('imports questions from a table, exports the course and imports it again', async ({ page }) => {
  await haveSession(page, 'instructor')
  const courseId = await makeCourse(page, 'Knots in a file')
  const builder = builderPage(page)
  await page.goto(`/admin/courses/${courseId}`)
  await builder.addContent('Quiz', 'Do you know it')
  await page.getByRole('button', { name: 'Files' }).click()
  await page.getByRole('menuitem', { name: 'Import questions' }).click()
  const questions = page.getByRole('dialog', { name: 'Import questions' })
  await questions
    .locator('input[type=file]')
    .setInputFiles({ name: 'knots.csv', mimeType: 'text/csv', buffer: Buffer.from(QUESTIONS) })
  await expect(questions.getByText('The right answer is not one of the options.')).toBeVisible()
  await questions.getByRole('button', { name: 'Add 2 questions' }).click()
  await expect(page.getByText('Which knot holds a loop?')).toBeVisible()
  await builder.saved()

  await page.getByRole('button', { name: 'More for this course' }).click()
  await page.getByRole('menuitem', { name: 'Export as one file' }).click()
  const ready = page.getByRole('dialog', { name: 'Export the course' })
  const started = page.waitForEvent('download')
  await ready.getByRole('link', { name: 'Download' }).click()
  const download = await started
  expect(download.suggestedFilename()).toBe('Knots-in-a-file.zip')
  const path = await download.path()

  await page.goto('/admin/courses')
  await page.getByRole('button', { name: 'Import a course' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import a course' })
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'bad.zip', mimeType: 'application/zip', buffer: Buffer.from('PK no package') })
  await expect(dialog.getByText('This is not a zip file.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Choose another file' }).click()
  await dialog.locator('input[type=file]').setInputFiles(path)
  await expect(dialog.getByText('Do you know it')).toBeVisible()
  await dialog.getByRole('textbox', { name: /Title of the course/ }).fill('Knots that came back')
  await dialog.getByRole('button', { name: 'Import as a draft' }).click()
  await page.waitForURL(/\/admin\/courses\/\d+$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Knots that came back' })).toBeVisible()
  await builder.outline.getByRole('link', { name: 'Do you know it' }).click()
  await expect(page.getByText('Which knot holds a loop?')).toBeVisible()
})
