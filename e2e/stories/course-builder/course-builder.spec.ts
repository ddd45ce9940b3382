import { expect, haveSession, test } from '#e2e/fixtures.ts'
import { builderPage, makeCourse } from '#e2e/pages/builder.page.ts'
import { coursesPage } from '#e2e/pages/courses.page.ts'
import { playerPage } from '#e2e/pages/player.page.ts'
import { readOutbox } from '#e2e/support/outbox.ts'

test('builds a course, publishes it and lets a learner take it', async ({ page, browser }) => {
  await haveSession(page, 'instructor')
  const builder = builderPage(page)
  await builder.create('Knots and Ropes')
  await builder.add('Add section', 'Section', 'First knots')
  await builder.add(/^Add lesson to/, 'Lesson', 'The bowline')
  await builder.addContent('Article', 'Tying it')
  await builder.text.click()
  await page.keyboard.type('Make a small loop. The end comes up through it.')
  await builder.addContent('Quiz', 'Do you know it')
  await builder.saved()

  // The list of problems links to the place of each.
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('link', { name: /The quiz has no questions/ }).click()
  await page.getByRole('button', { name: 'Add question' }).click()
  await page.getByRole('menuitem', { name: 'True or false' }).click()
  await page.getByRole('textbox', { name: 'Question', exact: true }).fill('The bowline slips under load.')
  await page.getByText('False', { exact: true }).click()
  await builder.saved()
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('button', { name: 'Publish now' }).click()
  await expect(page.getByText('Learners see the course now.')).toBeVisible()

  const learner = await browser.newContext()
  const other = await learner.newPage()
  await haveSession(other)
  await coursesPage(other).open('?search=Knots')
  await other.getByRole('link', { name: 'Knots and Ropes' }).click()
  await coursesPage(other).enrol.click()
  await coursesPage(other).start.click()
  await expect(other.getByText('Make a small loop.')).toBeVisible()
  await playerPage(other).complete.click()
  await expect(playerPage(other).saved).toBeVisible()
  await learner.close()
})

test('tells the second of two editors who saved and keeps both changes', async ({ page, browser }) => {
  await haveSession(page, 'instructor')
  const courseId = await makeCourse(page, 'Written by two')
  const mine = builderPage(page)
  await page.goto(`/admin/courses/${courseId}?at=item-lesson`)
  await expect(mine.title).toHaveValue('Lesson')

  const context = await browser.newContext()
  const other = await context.newPage()
  await haveSession(other, 'admin')
  const theirs = builderPage(other)
  await other.goto(`/admin/courses/${courseId}?at=topic-topic`)
  await expect(theirs.title).toHaveValue('Topic')
  const stored = other.waitForResponse(
    (response) => response.request().method() === 'PATCH' && response.url().includes('/draft/'),
  )
  await theirs.title.fill('A topic by the admin')
  expect((await stored).ok()).toBe(true)

  await mine.title.fill('A lesson by the instructor')
  await expect(mine.conflict).toBeVisible()
  await expect(mine.conflict).toContainText('saved on')
  await mine.conflict.getByRole('button', { name: 'Add my changes to theirs' }).click()
  await expect(mine.conflict).toBeHidden()
  await mine.saved()
  await page.reload()
  await expect(mine.outline.getByRole('link', { name: 'A topic by the admin' })).toBeVisible()
  await expect(mine.title).toHaveValue('A lesson by the instructor')
  await context.close()
})

test('restores changes that were made offline after the tab was closed', async ({ page, watch }) => {
  watch.allow(/net::ERR_INTERNET_DISCONNECTED/)
  // The connection may end while the browser fetches a worker.
  watch.allow(/unknown error occurred when fetching the script/)
  await haveSession(page, 'instructor')
  const courseId = await makeCourse(page, 'Written on a train')
  const builder = builderPage(page)
  await page.goto(`/admin/courses/${courseId}?at=item-lesson`)
  await expect(builder.text).toContainText('First words.', { timeout: 30_000 })
  await builder.text.click()
  await page.keyboard.press('End')
  await expect(builder.text).toBeFocused()
  await page.context().setOffline(true)
  await page.keyboard.type(' Words from the tunnel.')
  await expect(builder.text).toContainText('Words from the tunnel.')
  await expect(builder.waiting).toBeVisible()
  // Changes are stored together, shortly after the last one.
  await expect.poll(() => readOutbox(page)).toContain('Words from the tunnel.')
  const context = page.context()
  // Closed without `beforeunload`.
  await page.close({ runBeforeUnload: false })
  await context.setOffline(false)

  const again = await context.newPage()
  await again.goto(`/admin/courses/${courseId}?at=item-lesson`)
  const reopened = builderPage(again)
  await expect(reopened.text).toContainText('Words from the tunnel.')
  await reopened.saved()
  await again.reload()
  await expect(reopened.text).toContainText('Words from the tunnel.')
})

test('restores a deleted lesson by Undo or from the trash', async ({ page }) => {
  await haveSession(page, 'instructor')
  const courseId = await makeCourse(page, 'Lost and found')
  const builder = builderPage(page)
  await page.goto(`/admin/courses/${courseId}`)
  const lesson = builder.outline.getByRole('link', { name: 'Lesson' })
  const remove = async () => {
    await builder.outline.getByRole('button', { name: 'More for Lesson' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await expect(lesson).toBeHidden()
  }
  await remove()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(lesson).toBeVisible()
  await remove()
  await builder.saved()
  await page.getByRole('button', { name: 'More for this course' }).click()
  await page.getByRole('menuitem', { name: 'Trash' }).click()
  await page.getByRole('button', { name: 'Put back' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await expect(lesson).toBeVisible()
})
