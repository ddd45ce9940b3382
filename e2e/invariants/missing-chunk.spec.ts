/** An open tab of an older build whose files the server no longer has (F2). */
import type { BrowserContext, Page } from '@playwright/test'
import { expect, signIn, test } from '../fixtures.ts'

const COURSES = /\/assets\/courses-[^/]+\.js$/

const countLoads = (page: Page) => {
  const loads = { count: 0 }
  page.on('request', (request) => (loads.count += Number(request.isNavigationRequest())))
  return loads
}

/** Answers 404 for the course list's script until the returned function is called. */
const loseCourses = async (context: BrowserContext) => {
  let gone = true
  await context.route(COURSES, (route) =>
    gone ? route.fulfill({ status: 404, body: 'gone' }) : route.continue(),
  )
  return () => {
    gone = false
  }
}

const openHome = async (page: Page) => {
  await signIn(page)
  await page.locator('#main h1').first().waitFor()
}
const openCourses = (page: Page) => page.locator('a[href="/courses"]').first().click()

test.use({ serviceWorkers: 'block' })
test.beforeEach(({ watch }) => {
  watch.allow(
    /dynamically imported module|blocked by Playwright|Failed to load resource|assets.courses-|error occurred in/,
  )
})

test('F2: reloads once to the new build when a page’s chunk is gone', async ({ page, context }) => {
  await openHome(page)
  const restore = await loseCourses(context)
  const loads = countLoads(page)
  page.on('request', (request) => {
    if (request.isNavigationRequest()) restore()
  })
  await openCourses(page)
  // The home has links to courses too, so wait for the reload first.
  await expect.poll(() => loads.count).toBe(1)
  await page.waitForURL('**/courses')
  await expect(page.locator('main a[href^="/courses/"]').first()).toBeVisible()
  expect(loads.count).toBe(1)
})

test('F2: reloads once and shows an error inside the shell when the chunk stays missing', async ({
  page,
  context,
}) => {
  await openHome(page)
  await loseCourses(context)
  const loads = countLoads(page)
  await openCourses(page)
  await expect(page.getByRole('heading', { name: 'This page has a problem' })).toBeVisible()
  await expect(page.getByRole('banner')).toBeVisible()
  expect(loads.count).toBe(1)
  await openHomeAgain(page)
  expect(loads.count).toBe(1)
})

const openHomeAgain = async (page: Page) => {
  await page.locator('a[href="/"]').first().click()
  await expect(page.locator('main h1').first()).toBeVisible()
}

test('F2: does not reload when a chunk cannot be fetched offline', async ({ page, context, watch }) => {
  watch.allow(/ERR_INTERNET_DISCONNECTED|Failed to fetch/)
  await openHome(page)
  await loseCourses(context)
  const loads = countLoads(page)
  await context.setOffline(true)
  await openCourses(page)
  await expect(page.getByRole('heading', { name: 'This page has a problem' })).toBeVisible()
  expect(loads.count).toBe(0)
  await context.setOffline(false)
})

test('F2: answers 404 and no page for a script that does not exist', async ({ request }) => {
  const answer = await request.get('/assets/courses-gone.js', { headers: { accept: 'text/html' } })
  expect(answer.status()).toBe(404)
  expect(answer.headers()['content-type']).not.toContain('text/html')
})
