/** Films of lessons: for the session that opened the lesson only, and renewed when an address is refused. */
import type { Page } from '@playwright/test'
import type { CourseDetail } from '#contract/courses/outline.ts'
import type { CourseSummary } from '#contract/courses/shapes.ts'
import { expect, signIn, test } from '#e2e/fixtures.ts'
import { playerPage } from '#e2e/pages/player.page.ts'
import { signOut } from '#e2e/support/sign-out.ts'

// Requests of a worker cannot be changed by a story; its part is tested with saved courses.
test.use({ serviceWorkers: 'block' })

const NO_WORKER = /Service Worker registration blocked/
const SIGNED_FILM = /\/files\/7\/signed\/[\w.-]+\/[\w.-]+\.webm$/

const callAs = <T>(page: Page, path: string): Promise<T> =>
  page.evaluate(async (address) => {
    const answer = await fetch(`/api/clients/7${address}`, {
      headers: { authorization: `Bearer ${localStorage.getItem('token') ?? ''}` },
    })
    return (await answer.json()) as never
  }, path)

const openFilm = async (page: Page) => {
  await signIn(page, 'superadmin')
  const { results } = await callAs<{ results: CourseSummary[] }>(page, '/courses/?search=Excel')
  const { id, sections } = await callAs<CourseDetail>(page, `/courses/${results[0]?.id}/`)
  const topic = sections
    .flatMap(({ topics }) => topics)
    .find(({ items }) => items.some(({ type }) => type === 'video'))
  await page.goto(`/learn/course/${id}/${topic?.id}`)
  await playerPage(page).step(/Video/).first().click()
  await expect(page.locator('video')).toBeVisible()
}
const currentTime = (page: Page) =>
  page.locator('video').evaluate((element: HTMLVideoElement) => element.currentTime)

test('plays a video for its session only, and for nobody after signing out', async ({
  page,
  browser,
  baseURL,
  watch,
}) => {
  watch.allow(NO_WORKER)
  await openFilm(page)
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await expect.poll(() => currentTime(page)).toBeGreaterThan(1)
  const source = (await page.locator('video source').first().getAttribute('src')) ?? ''
  expect(source).toMatch(SIGNED_FILM)
  const poster = (await page.locator('video').getAttribute('poster')) ?? ''
  const captions = (await page.locator('video track').first().getAttribute('src')) ?? ''
  const stable = source.replace(/signed\/[\w.-]+\//, '')
  const fetchFrom = async (one: Page, url: string) =>
    one.evaluate(async (address) => (await fetch(address, { headers: { range: 'bytes=0-9' } })).status, url)
  for (const url of [source, poster, captions]) expect(await fetchFrom(page, url)).toBe(206)

  const elsewhere = await browser.newContext({ ...(baseURL !== undefined && { baseURL }) })
  const stranger = await elsewhere.newPage()
  await stranger.goto('/login')
  for (const url of [source, stable]) expect(await fetchFrom(stranger, url)).toBe(404)
  await signIn(stranger, 'student')
  await callAs(stranger, '/courses/')
  for (const url of [source, stable]) expect(await fetchFrom(stranger, url)).toBe(404)
  await elsewhere.close()

  await signOut(page)
  await page.waitForURL('**/login')
  for (const url of [source, poster, captions, stable]) expect(await fetchFrom(page, url)).toBe(404)
})

test('requests new addresses when those of a video are refused, and plays it', async ({ page, watch }) => {
  watch.allow(NO_WORKER)
  let [refused, topics] = [0, 0]
  page.on('request', (call) => {
    if (refused > 0 && /\/topics\/\d+\/$/.test(call.url())) topics += 1
  })
  await page.route(/\/files\/7\/signed\/[\w.-]+\/[\w.-]+\.(?:webm|mp4)$/, async (route) => {
    if (topics > 0) return route.continue()
    refused += 1
    return route.fulfill({ status: 404, body: '{}' })
  })
  await openFilm(page)
  await expect.poll(() => topics).toBe(1)
  expect(refused).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await expect.poll(() => currentTime(page)).toBeGreaterThan(1)
  await expect(page.getByText('This video could not be played.')).toHaveCount(0)
  expect(topics).toBe(1)
})
