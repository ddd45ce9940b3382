import { expect, signIn, test } from '../../fixtures.ts'
import { DEMO_PASSWORD } from '../../product.ts'
import { untilQuiet } from '../../quiet.ts'
import type { BrowserContext, Page } from '@playwright/test'

const token = (page: Page) => page.evaluate(() => localStorage.getItem('token'))

/** From now on every API call with the old token gets a 401. */
const expireTokens = async (context: BrowserContext, old: string | null) => {
  await context.route('**/api/**', async (route) => {
    const authorization = route.request().headers()['authorization']
    if (authorization === `Bearer ${old}`)
      await route.fulfill({ status: 401, json: { detail: 'old', message: 'old', code: 'unauthenticated' } })
    else await route.continue()
  })
}

/** Ends the session: the refresh call is refused as well. */
const endSession = async (context: BrowserContext, old: string | null) => {
  await expireTokens(context, old)
  await context.route('**/refresh-token/', (route) =>
    route.fulfill({ status: 401, json: { detail: 'ended', message: 'ended', code: 'refresh_failed' } }),
  )
}

const typeSomething = async (page: Page) => {
  await page.goto('/courses')
  const search = page.getByRole('searchbox').or(page.locator('main input[type="search"]')).first()
  await search.fill('half a tho')
  return search
}

test('refreshes once for two tabs with an expired token', async ({ page, context }) => {
  await signIn(page)
  await page.goto('/courses')
  const other = await context.newPage()
  await other.goto('/courses')
  await other.locator('main h1').waitFor()
  // A call of the pages before would refresh already, and the reload would interrupt it.
  await Promise.all([page, other].map((tab) => untilQuiet(tab)))
  const old = await token(page)
  let refreshCalls = 0
  context.on('request', (request) => (refreshCalls += Number(request.url().endsWith('/refresh-token/'))))
  await expireTokens(context, old)
  await Promise.all([page.reload(), other.reload()])
  await Promise.all([page, other].map((tab) => tab.locator('main a[href^="/courses/"]').first().waitFor()))
  // On a busy machine the list is first shown from the device, before the server has answered.
  for (const tab of [page, other]) await expect.poll(() => token(tab)).not.toBe(old)
  await Promise.all([page, other].map((tab) => untilQuiet(tab)))
  expect(refreshCalls).toBe(1)
  expect(await token(other)).toBe(await token(page))
  await other.close()
})

test('clears storage and opens sign-in when a session ends without unsaved work', async ({
  page,
  context,
}) => {
  await signIn(page)
  await page.goto('/courses')
  await page.locator('main h1').waitFor()
  await endSession(context, await token(page))
  await page.goto('/user-profile')
  await page.waitForURL('**/login')
  await page.locator('input[autocomplete="username"]').waitFor()
  expect(await token(page)).toBeNull()
})

test('keeps typed text when the session ends and the person signs in on the sheet', async ({
  page,
  context,
}) => {
  await signIn(page)
  const search = await typeSomething(page)
  // Wait for the pending calls, so that only the next letters cause the sheet.
  await expect(page).toHaveURL(/search=half/)
  await untilQuiet(page)
  await endSession(context, await token(page))
  await search.press('End')
  await search.pressSequentially('ught')
  const sheet = page.getByRole('dialog')
  await expect(sheet).toContainText('student@demo.test')
  await context.unroute('**/refresh-token/')
  await sheet.locator('input[autocomplete="current-password"]').fill(DEMO_PASSWORD)
  await sheet.locator('button[type="submit"]').click()
  await expect(sheet).toBeHidden()
  await expect(search).toHaveValue('half a thought')
  await expect(page).toHaveURL(/\/courses/)
})

test('clears storage and opens sign-in when the sheet is declined', async ({ page, context }) => {
  await signIn(page)
  const search = await typeSomething(page)
  await endSession(context, await token(page))
  await search.pressSequentially('x')
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('button').last().click()
  await page.waitForURL('**/login')
  expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull()
})

test('opens the requested page after sign-in', async ({ page }) => {
  await page.goto('/courses?search=excel')
  await page.waitForURL('**/login')
  await page.locator('input[autocomplete="username"]').fill('student@demo.test')
  await page.locator('input[autocomplete="current-password"]').fill(DEMO_PASSWORD)
  await page.locator('form button[type="submit"]').first().click()
  await page.waitForURL((url) => url.pathname === '/courses' && url.searchParams.get('search') === 'excel')
})

test('opens the home when a signed-in person opens /login', async ({ page }) => {
  await signIn(page)
  await page.goto('/login')
  await page.waitForURL((url) => url.pathname === '/')
  await page.locator('main h1').waitFor()
})

test('opens the nearest parent or the 404 page for unknown paths', async ({ page }) => {
  await signIn(page)
  await page.goto('/learn/course/3')
  await page.waitForURL((url) => url.pathname === '/learn')
  await page.goto('/courses/1/reviews')
  await page.waitForURL((url) => url.pathname === '/courses/1')
  await page.goto('/nowhere')
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await page.getByRole('button', { name: 'Return home' }).click()
  await page.waitForURL((url) => url.pathname === '/')
})

test('loads the whole page after sign-in on a phone', async ({ browser, baseURL }) => {
  const context = await browser.newContext({
    userAgent: 'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 Chrome/156 Mobile Safari/537.36',
    viewport: { width: 390, height: 844 },
    ...(baseURL ? { baseURL } : {}),
  })
  const page = await context.newPage()
  await page.goto('/login')
  let loads = 0
  page.on('request', (request) => (loads += Number(request.isNavigationRequest())))
  await page.locator('input[autocomplete="username"]').fill('student@demo.test')
  await page.locator('input[autocomplete="current-password"]').fill(DEMO_PASSWORD)
  await page.locator('form button[type="submit"]').first().click()
  await page.waitForURL((url) => url.pathname === '/')
  await page.locator('main h1').waitFor()
  expect(loads).toBe(1)
  await context.close()
})
