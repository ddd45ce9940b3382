/** One person learns in two tabs on a train; both are gone before the connection is back. */
import type { Page } from '@playwright/test'
import { expect, signIn, test } from '#e2e/fixtures.ts'
import { coursesPage } from '#e2e/pages/courses.page.ts'
import { playerPage } from '#e2e/pages/player.page.ts'
import { webCourse } from '#server/demo/content/kitewing/web.ts'

const topics = webCourse.sections[0]?.topics.slice(0, 2) ?? []
const articleOf = (index: number) => topics[index]?.items.find(({ type }) => type === 'article')?.title ?? ''

const openLesson = async (page: Page, topic: string, step: string) => {
  await coursesPage(page).open('?search=Web')
  await page.getByRole('link', { name: webCourse.title, exact: true }).click()
  const { enrol, leave } = coursesPage(page)
  await expect(enrol.or(leave)).toBeVisible()
  if (await enrol.isVisible()) await enrol.click()
  await expect(leave).toBeVisible()
  await coursesPage(page).openTopic(topic)
  const lesson = page.locator('#lesson-title')
  await lesson.waitFor()
  // A topic of one step has no way between steps.
  if ((await lesson.textContent()) !== step) await playerPage(page).step(new RegExp(step)).click()
  await expect(lesson).toHaveText(step)
  await expect(playerPage(page).markComplete).toBeVisible()
}

test('given articles read in two tabs without a connection, when both tabs are gone and another opens with it, then the server has both', async ({
  page,
  context,
  watch,
}) => {
  watch.allow(/net::ERR_INTERNET_DISCONNECTED/)
  await signIn(page, 'superadmin')
  const other = await context.newPage()
  await openLesson(page, topics[0]?.title ?? '', articleOf(0))
  await openLesson(other, topics[1]?.title ?? '', articleOf(1))
  await context.setOffline(true)
  for (const tab of [page, other]) {
    await playerPage(tab).markComplete.click()
    await expect(playerPage(tab).completed).toBeVisible()
    await expect(playerPage(tab).waiting).toBeVisible()
  }
  // Each tab knows of what the other one keeps.
  await page.goto('/outbox')
  const finished = page.getByRole('listitem').filter({ hasText: 'Lesson finished' })
  for (const article of [articleOf(0), articleOf(1)])
    await expect(finished.filter({ hasText: article })).toBeVisible()
  const next = await context.newPage()
  await other.close()
  await page.close()
  const taken = new Set<string>()
  context.on('response', (response) => {
    const item = /\/items\/(\d+)\/complete\/$/.exec(new URL(response.url()).pathname)?.[1]
    if (item && response.ok()) taken.add(item)
  })
  await context.setOffline(false)
  await next.goto('/')
  await expect.poll(() => taken.size).toBe(2)
  await next.goto('/outbox')
  await expect(next.getByText('Nothing waits')).toBeVisible()
})
