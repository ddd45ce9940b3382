import { expect, signIn, test } from '#e2e/fixtures.ts'
import { completedItems, homePage } from '#e2e/pages/home.page.ts'
import { coursesPage } from '#e2e/pages/courses.page.ts'
import { playerPage } from '#e2e/pages/player.page.ts'
import { readOutbox } from '#e2e/support/outbox.ts'

test('counts a finished topic on the home, after a reload and on a second device', async ({
  page,
  browser,
}) => {
  await signIn(page)
  const home = homePage(page)
  await expect(home.overall).toBeVisible()
  const before = await completedItems(page)

  // A course of articles and quizzes from its start.
  await coursesPage(page).open('?search=Python')
  await page.getByRole('link', { name: 'Python Foundations' }).click()
  await coursesPage(page).start.click()
  const player = playerPage(page)
  const topic = new URL(page.url()).pathname
  await player.complete.click()
  await expect(page).toHaveURL(new RegExp(`${topic}\\?item=\\d+$`))
  await expect(player.submit).toBeVisible()
  await expect(player.saved).toBeVisible()
  await player.previous.click()
  await expect(player.completed).toBeVisible()

  await page.goto('/')
  await expect.poll(() => completedItems(page)).toBe(before + 1)
  await page.reload()
  await expect(home.overall).toBeVisible()
  expect(await completedItems(page)).toBe(before + 1)

  const otherDevice = await browser.newContext()
  const other = await otherDevice.newPage()
  await signIn(other)
  await expect(homePage(other).overall).toBeVisible()
  expect(await completedItems(other)).toBe(before + 1)
  // The exact next item: the second step of the same topic, not its beginning.
  await homePage(other).continueLink.click()
  await expect(other).toHaveURL(new RegExp(`${topic}\\?item=\\d+$`))
  await expect(playerPage(other).submit).toBeVisible()
  await otherDevice.close()
})

test('keeps quiz answers over a reload, warns of open questions and submits once', async ({ page }) => {
  await signIn(page)
  await coursesPage(page).open('?search=SQL')
  await page.getByRole('link', { name: 'SQL from First Query to Joins' }).click()
  await coursesPage(page).openTopic('What a table is')
  const player = playerPage(page)
  await player.step(/Quiz/).first().click()
  await expect(player.submit).toBeVisible()
  const first = player.questions.first().getByRole('radio').first()
  await first.check()
  await expect.poll(() => readOutbox(page)).toContain('"draft"')
  await page.reload()
  await expect(first).toBeChecked()

  await player.submit.click()
  await expect(page.getByText('still open')).toBeVisible()
  const sent = page.waitForRequest((request) => request.url().includes('/quiz-attempts/'))
  await player.submitAnyway.click()
  expect((await sent).postDataJSON()).toMatchObject({ idempotency_key: expect.any(String) })
  await expect(page.getByRole('heading', { name: /Passed|Not passed yet/ })).toBeFocused()
  await page.reload()
  await expect(page.getByText(/Best result so far/)).toBeVisible()
  await expect(first).not.toBeChecked()
})

test('saves the position of a video, queues it offline and resumes there', async ({ page, watch }) => {
  watch.allow(/net::ERR_INTERNET_DISCONNECTED/)
  await signIn(page)
  await coursesPage(page).open('?search=SQL')
  await page.getByRole('link', { name: 'SQL from First Query to Joins' }).click()
  await coursesPage(page).openTopic('How a join matches rows')
  const player = playerPage(page)
  await expect(player.video).toBeVisible()
  const playing = page.getByRole('button', { name: 'Pause' })
  await page.getByRole('button', { name: 'Play' }).click()
  await expect(playing).toBeVisible()
  const shownCaptions = () =>
    player.video.evaluate((video: HTMLVideoElement) =>
      [...video.textTracks].filter((track) => track.mode === 'showing').map((track) => track.language),
    )
  await expect.poll(shownCaptions).toEqual(['en'])
  const position = () => player.video.evaluate((video: HTMLVideoElement) => video.currentTime)
  await expect.poll(position).toBeGreaterThan(3)
  const saved = page.waitForResponse((response) => response.url().includes('/video-progress/'))
  await playing.click()
  expect((await saved).status()).toBe(200)
  await expect(player.saved).toBeVisible()

  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Play' }).click()
  await expect.poll(position).toBeGreaterThan(5)
  await playing.click()
  await expect(player.waiting).toBeVisible()
  const left = await position()
  const sentLater = page.waitForResponse(
    (response) => response.url().includes('/video-progress/') && response.ok(),
  )
  await page.context().setOffline(false)
  await sentLater
  await expect(player.saved).toBeVisible()

  await page.reload()
  await expect.poll(position).toBeGreaterThan(left - 1)
})
