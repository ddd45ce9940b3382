/** TRUST F2: an open tab of an older build, whose files are gone from the server. */
import type { BrowserContext, Page } from '@playwright/test'
import { expect, signIn, test } from '../fixtures.ts'

const COURSES = /\/assets\/CourseListPage-[^/]+\.js$/

const countLoads = (page: Page) => {
  const loads = { count: 0 }
  page.on('request', (request) => (loads.count += Number(request.isNavigationRequest())))
  return loads
}

/** The file is gone until `back` is called. */
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
    /dynamically imported module|blocked by Playwright|Failed to load resource|CourseListPage|error occurred in/,
  )
})

test('given a chunk of an older build, when its page is opened, then one reload brings the new build', async ({
  page,
  context,
}) => {
  await openHome(page)
  const back = await loseCourses(context)
  const loads = countLoads(page)
  page.on('request', (request) => {
    if (request.isNavigationRequest()) back()
  })
  await openCourses(page)
  // The home links to courses too: only after the reload are they the list's.
  await expect.poll(() => loads.count).toBe(1)
  await page.waitForURL('**/courses')
  await expect(page.locator('main a[href^="/courses/"]').first()).toBeVisible()
  expect(loads.count).toBe(1)
})

test('given a chunk that is really missing, when its page is opened, then one reload and an error inside the shell', async ({
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

test('given somebody offline, when a page’s chunk cannot be had, then nothing is loaded again', async ({
  page,
  context,
  watch,
}) => {
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

test('given a file that does not exist, when it is asked for, then it is 404 and never a page', async ({
  request,
}) => {
  const answer = await request.get('/assets/CourseListPage-gone.js', { headers: { accept: 'text/html' } })
  expect(answer.status()).toBe(404)
  expect(answer.headers()['content-type']).not.toContain('text/html')
})
