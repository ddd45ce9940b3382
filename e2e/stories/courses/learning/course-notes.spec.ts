import { expect, expectAccessible, signIn, test } from '#e2e/fixtures.ts'
import { coursesPage } from '#e2e/pages/courses.page.ts'
import { playerPage } from '#e2e/pages/player.page.ts'

test('lists a highlight among the course notes and links back to it', async ({ page }) => {
  await signIn(page)
  await coursesPage(page).open('?search=SQL')
  await page.getByRole('link', { name: 'SQL from First Query to Joins', exact: true }).click()
  const topicName = 'SELECT and FROM'
  await coursesPage(page).openTopic(topicName)
  const player = playerPage(page)
  await expect(player.topic).toHaveText(topicName)
  await player.step('Your first query').click()
  const course = new URL(page.url()).pathname.split('/').slice(0, 4).join('/')
  const last = page.locator('.article > p').last()
  await expect(last).toBeVisible()
  const words = await last.evaluate((paragraph) => {
    const text = document.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT).nextNode() as Text
    const range = document.createRange()
    range.setStart(text, 0)
    range.setEnd(text, Math.min(30, text.length))
    getSelection()?.removeAllRanges()
    getSelection()?.addRange(range)
    return range.toString()
  })
  const saved = page.waitForResponse(
    (answer) =>
      /\/notes\/[0-9a-f-]+\/$/.test(answer.url()) && answer.request().method() === 'PUT' && answer.ok(),
  )
  await page.getByRole('toolbar', { name: 'Highlight the selected text' }).getByRole('button').nth(1).click()
  await saved

  await page.goto(`${course}/notes`)
  const topic = page.getByRole('region', { name: topicName })
  await expect(topic.getByText(words.trim())).toBeVisible()
  await expectAccessible(page, 'notes of a course')
  await page.getByRole('searchbox', { name: 'Search in your notes' }).fill('no such words zebra')
  await expect(page.getByText('No notes match')).toBeVisible()
  await page.getByRole('button', { name: 'Show all notes' }).click()
  await topic.getByRole('listitem').filter({ hasText: words.trim() }).getByRole('link').click()
  await page.waitForURL(/[?&]note=/)
  await expect(last).toBeInViewport()
})
