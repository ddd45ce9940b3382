import type { Page } from '@playwright/test'
import { expect, signIn, test } from '#e2e/fixtures.ts'
import { coursesPage } from '#e2e/pages/courses.page.ts'
import { playerPage } from '#e2e/pages/player.page.ts'

const NARROW = { width: 320, height: 640 }
const SIDEWAYS = { width: 844, height: 390 }
const LONG = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft und mehr'

/** What the server calls anything is long, and has no place to break. */
const withLongNames = (page: Page) =>
  page.route(/\/api\/clients\/\d+\/(courses|student)\//, async (route) => {
    const answer = await route.fetch().catch(() => null)
    const text = await answer?.text().catch(() => null)
    // The page has gone on, and nobody waits for it.
    if (!answer || typeof text !== 'string') return route.abort().catch(() => undefined)
    const body = text.replace(
      /"((?:\w+_)?title|instructor)":"[^"]*"/g,
      (_, name: string) => `"${name}":"${LONG}"`,
    )
    await route.fulfill({ response: answer, body }).catch(() => undefined)
  })

/** How far the page can be pushed sideways. */
const sideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

const openVideo = async (page: Page) => {
  await coursesPage(page).open('?search=SQL')
  await page.getByRole('link', { name: 'SQL from First Query to Joins', exact: true }).click()
  await coursesPage(page).openTopic('How a join matches rows')
  await expect(playerPage(page).heading).toHaveText('How a join matches rows')
  await playerPage(page).step(/Video/).first().click()
  await expect(page.locator('video')).toBeVisible()
}

test('the narrowest phone with the longest names has nothing beside its edge, and one held sideways shows film and controls together', async ({
  page,
}) => {
  await page.setViewportSize(SIDEWAYS)
  await signIn(page)
  await openVideo(page)
  const lesson = page.url()
  const player = page.getByRole('region', { name: /^Video player/ })
  const box = await player.boundingBox()
  const bar = await page.getByRole('banner').boundingBox()
  expect(box?.height).toBeLessThanOrEqual(SIDEWAYS.height - (bar?.height ?? 0))

  // Whoever pressed the picture means the film with the arrow keys, and not the next lesson.
  const film = page.locator('video')
  const second = () => film.evaluate((video: HTMLVideoElement) => video.currentTime)
  await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.readyState)).toBeGreaterThan(0)
  await film.evaluate((video: HTMLVideoElement) => {
    video.muted = true
    video.currentTime = 1
  })
  await film.click()
  await page.keyboard.press('k')
  const before = await second()
  await page.keyboard.press('ArrowRight')
  await expect.poll(second).toBeGreaterThan(before + 4)
  expect(page.url()).toBe(lesson)

  // How far one has read stays in sight below the top bar.
  await playerPage(page)
    .step(/Article/)
    .first()
    .click()
  const progress = page.getByRole('progressbar', { name: /How much of the article/ })
  await expect(progress).toBeVisible()
  await page.mouse.wheel(0, 600)
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
    expect.soft(await sideways(page), path).toBe(0)
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
