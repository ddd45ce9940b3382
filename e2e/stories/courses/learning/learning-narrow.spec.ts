import type { Page } from '@playwright/test'
import { expect, signIn, test } from '#e2e/fixtures.ts'
import { coursesPage } from '#e2e/pages/courses.page.ts'
import { playerPage } from '#e2e/pages/player.page.ts'

const NARROW = { width: 320, height: 640 }
const LANDSCAPE = { width: 844, height: 390 }
const LONG = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft und mehr'

/** Replaces every title from the server by a long one without spaces. */
const withLongNames = (page: Page) =>
  page.route(/\/api\/clients\/\d+\/(courses|student)\//, async (route) => {
    const answer = await route.fetch().catch(() => null)
    const text = await answer?.text().catch(() => null)
    // The page has navigated away meanwhile.
    if (!answer || typeof text !== 'string') return route.abort().catch(() => undefined)
    const body = text.replace(
      /"((?:\w+_)?title|instructor)":"[^"]*"/g,
      (_, name: string) => `"${name}":"${LONG}"`,
    )
    await route.fulfill({ response: answer, body }).catch(() => undefined)
  })

/** Pixels by which the page scrolls sideways. */
const horizontalOverflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

const openVideo = async (page: Page) => {
  await coursesPage(page).open('?search=SQL')
  await page.getByRole('link', { name: 'SQL from First Query to Joins', exact: true }).click()
  await coursesPage(page).openTopic('How a join matches rows')
  await expect(playerPage(page).topic).toHaveText('How a join matches rows')
  await playerPage(page).step(/Video/).first().click()
  await expect(page.locator('video')).toBeVisible()
}

test('fits long names on a narrow phone, and video with controls on a phone in landscape', async ({
  page,
}) => {
  await page.setViewportSize(LANDSCAPE)
  await signIn(page)
  await openVideo(page)
  const lesson = page.url()
  const player = page.getByRole('region', { name: /^Video player/ })
  const box = await player.boundingBox()
  const bar = await page.getByRole('banner').boundingBox()
  expect(box?.height).toBeLessThanOrEqual(LANDSCAPE.height - (bar?.height ?? 0))

  // After a click on the video the arrow keys seek instead of opening the next lesson.
  const video = page.locator('video')
  const currentTime = () => video.evaluate((element: HTMLVideoElement) => element.currentTime)
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => element.readyState))
    .toBeGreaterThan(0)
  await video.evaluate((element: HTMLVideoElement) => {
    element.muted = true
    element.currentTime = 1
  })
  await video.click()
  await page.keyboard.press('k')
  const before = await currentTime()
  await page.keyboard.press('ArrowRight')
  await expect.poll(currentTime).toBeGreaterThan(before + 4)
  expect(page.url()).toBe(lesson)

  // The reading progress stays visible below the top bar.
  await playerPage(page)
    .step(/Article/)
    .first()
    .click()
  const progress = page.getByRole('progressbar', { name: /How much of the article/ })
  await expect(progress).toBeVisible()
  await page.mouse.wheel(0, 300)
  const top = async () => (await progress.boundingBox())?.y ?? 0
  await expect
    .poll(async () => Math.round(await top()))
    .toBe(Math.round((bar?.y ?? 0) + (bar?.height ?? 0)) - 1)

  await page.setViewportSize(NARROW)
  await withLongNames(page)
  const [, course, topic] = /\/course\/(\d+)\/(\d+)/.exec(lesson) ?? []
  const others = ['/courses', '/continue-learning', '/recommended-learning', `/learn/course/${course}/notes`]
  const paths = [
    ...(process.env['FULL'] === '1' ? others : []),
    `/courses/${course}`,
    `/learn/course/${course}/${topic}`,
  ]
  for (const path of paths) {
    await page.goto(path)
    await expect(page.getByText(LONG).first()).toBeAttached()
    // The lower part of a course's page comes once the page can be used.
    if (path.startsWith('/courses/'))
      await page.getByRole('heading', { name: 'Related courses' }).waitFor({ state: 'attached' })
    expect.soft(await horizontalOverflow(page), path).toBe(0)
  }
  await page.getByRole('button', { name: 'Course outline' }).click()
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByText(LONG).first()).toBeVisible()
  const edges = await drawer
    .getByText(LONG)
    .evaluateAll((names) => names.map((name) => name.getBoundingClientRect().right))
  expect(Math.max(...edges)).toBeLessThanOrEqual(NARROW.width)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})
