/** One person learns in two tabs offline; both tabs close before the connection is back. */
import type { Page } from '@playwright/test'
import { expect, signIn, test } from '#e2e/fixtures.ts'
import { coursesPage } from '#e2e/pages/courses.page.ts'
import { playerPage } from '#e2e/pages/player.page.ts'
import { placesOf } from '#e2e/support/browser-storage.ts'
import { webCourse } from '#server/demo/content/kitewing/web.ts'

const topics = webCourse.sections[0]?.topics.slice(0, 2).map(({ title }) => title) ?? []

/** Opens a lesson, so that the device stores it. Returns its address. */
const visit = async (page: Page, topic: string): Promise<string> => {
  await coursesPage(page).open('?search=Web')
  await page.getByRole('link', { name: webCourse.title, exact: true }).click()
  const { enrol, leave } = coursesPage(page)
  await expect(enrol.or(leave)).toBeVisible()
  if (await enrol.isVisible()) await enrol.click()
  await expect(leave).toBeVisible()
  await coursesPage(page).openTopic(topic)
  await page.locator('#lesson-title').waitFor()
  const id = new URL(page.url()).pathname.split('/').at(-1)
  // A page's data is stored once the page is interactive.
  await expect.poll(() => placesOf(page, [`/topics/${id}/`])).not.toEqual([])
  return page.url()
}

const note = async (page: Page, words: string) => {
  await playerPage(page).tab('Notes').click()
  await page.getByRole('button', { name: 'Add a note' }).click()
  await page.keyboard.type(words)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText(words)).toBeVisible()
}

test('sends the offline notes of two closed tabs from a third tab', async ({ page, context, watch }) => {
  watch.allow(/net::ERR_INTERNET_DISCONNECTED/)
  test.setTimeout(90_000)
  await signIn(page, 'superadmin')
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  const lessons = [await visit(page, topics[0] ?? ''), await visit(page, topics[1] ?? '')]
  const mark = Date.now().toString(36)
  const other = await context.newPage()
  await context.setOffline(true)
  for (const [index, tab] of [page, other].entries()) {
    await tab.goto(lessons[index] ?? '')
    await note(tab, `${mark} of tab ${index}`)
  }
  // Each tab sees what the other one queued.
  await page.goto('/outbox')
  for (const index of lessons.keys())
    await expect(page.getByRole('listitem').filter({ hasText: `${mark} of tab ${index}` })).toBeVisible()
  const next = await context.newPage()
  await other.close()
  await page.close()
  const accepted = new Set<string>()
  context.on('response', (response) => {
    const body = response.request().postData() ?? ''
    if (response.url().includes('/notes/') && response.ok() && body.includes(mark)) accepted.add(body)
  })
  await context.setOffline(false)
  await next.goto('/')
  await expect.poll(() => accepted.size).toBe(2)
})
