import type { Page } from '@playwright/test'
import { expect, expectAccessible, haveSession, test } from '#e2e/fixtures.ts'
import { threadPage } from '#e2e/pages/community.page.ts'
import { aCommentOf, aThreadOf, somebodyElse } from '#e2e/support/community.ts'

/** Marks all notifications of this person as read. */
const readAll = (page: Page) =>
  page.evaluate(async () => {
    const answer = await fetch('/api/clients/7/notifications/read/', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${localStorage.getItem('token') ?? ''}`,
      },
      body: JSON.stringify({ up_to: 2_000_000_000 }),
    })
    if (!answer.ok) throw new Error(`read all: ${answer.status}`)
  })

const STREAM = /\/notifications\/stream\/$/

test('shows a mention in the bell of both tabs over one stream and opens the comment', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  let streams = 0
  context.on('request', (request) => {
    if (STREAM.test(request.url())) streams += 1
  })
  await haveSession(page, 'student')
  // Earlier stories may have notified the same person.
  await readAll(page)
  await page.goto('/')
  const bell = page.getByRole('banner').getByRole('button', { name: /^Notifications/ })
  await expect(bell).toHaveAccessibleName('Notifications')
  await expect.poll(() => streams).toBe(1)
  const username = await page.evaluate(
    () => (JSON.parse(localStorage.getItem('user') ?? '{}') as { username: string }).username,
  )
  const second = await context.newPage()
  await second.goto('/courses')
  await second.getByRole('heading', { level: 1 }).waitFor()

  const other = await somebodyElse(browser, baseURL, 'instructor')
  const thread = await aThreadOf(other, 'Seen in the bell')
  const { id } = await aCommentOf(other, thread.id, `this is for you, @${username}`)

  // Without a reload the number appears in both tabs.
  await expect(bell).toHaveAccessibleName('Notifications: 1 unread notification')
  await expect(
    second.getByRole('banner').getByRole('button', { name: 'Notifications: 1 unread notification' }),
  ).toBeVisible()
  expect(streams).toBe(1)

  await bell.click()
  const entry = page
    .getByRole('group', { name: 'Notifications' })
    .getByRole('link', { name: /mentioned you/ })
  await expect(entry).toContainText(thread.title)
  if (process.env['FULL'] === '1') await expectAccessible(page, 'the open bell')
  await entry.click()
  await expect(page).toHaveURL(`${thread.path}#comment-${id}`)
  await expect(threadPage(page).post('this is for you')).toBeInViewport()
  // Reading it in one tab clears the bell in the other.
  await expect(
    second.getByRole('banner').getByRole('button', { name: 'Notifications', exact: true }),
  ).toBeVisible()
  await other.context().close()
})
