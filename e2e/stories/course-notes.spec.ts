import { expect, expectAccessible, signIn, test } from '#e2e/fixtures.ts'

test('words marked in a lesson stand among the notes of the course, and lead back to their place', async ({
  page,
}) => {
  await signIn(page)
  // Before the quiz in the middle of the first course, which this person knows.
  const place = await page.evaluate(async () => {
    const headers = { authorization: `Bearer ${localStorage.getItem('token') ?? ''}` }
    const read = async (path: string) =>
      (await (await fetch(`/api/clients/7${path}`, { headers })).json()) as never
    const home: { continue_learning: { course_id: number }[] } = await read('/student/learning-home/')
    const courseId = home.continue_learning[0]?.course_id ?? 0
    const course: {
      sections: { topics: { id: number; title: string; items: { id: number; type: string }[] }[] }[]
    } = await read(`/courses/${courseId}/`)
    const topic = course.sections[0]?.topics[1]
    const item = topic?.items.find(({ type }) => type === 'article')
    return { courseId, topicId: topic?.id ?? 0, itemId: item?.id ?? 0, topic: topic?.title ?? '' }
  })
  await page.goto(`/learn/course/${place.courseId}/${place.topicId}?item=${place.itemId}`)
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
  await page.getByRole('toolbar', { name: 'Mark the selected words' }).getByRole('button').nth(1).click()
  await saved

  await page.goto(`/learn/course/${place.courseId}/notes`)
  const topic = page.getByRole('region', { name: place.topic })
  await expect(topic.getByText(words.trim())).toBeVisible()
  await expectAccessible(page, 'notes of a course')
  await page.getByRole('searchbox', { name: 'Search in your notes' }).fill('no such words zebra')
  await expect(page.getByText('No note has these words')).toBeVisible()
  await page.getByRole('button', { name: 'Show all notes' }).click()
  await topic.getByRole('listitem').filter({ hasText: words.trim() }).getByRole('link').click()
  await page.waitForURL(/[?&]note=/)
  await expect(last).toBeInViewport()
})
