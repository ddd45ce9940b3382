/** Tabs of one browser in front of a server that deploys: their loads, their build, the waiting update. */
import { expect, signIn } from '#e2e/fixtures.ts'
import { untilQuiet } from '#e2e/quiet.ts'
import type { Page } from '@playwright/test'

/** Counts page loads from now on, without loads of frames. */
export const countLoads = (page: Page) => {
  const loads = { count: 0 }
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) loads.count += 1
  })
  return loads
}

export const waitForController = (page: Page) =>
  page.waitForFunction(() => navigator.serviceWorker.controller !== null)

export const countCachedShells = (page: Page) =>
  page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('lms-shell-')).length)

/** The worker caches the page last, after the app's files and texts. */
export const untilOpensOffline = async (page: Page): Promise<void> => {
  await waitForController(page)
  await expect
    .poll(() => page.evaluate(async () => (await (await caches.open('lms-pages')).keys()).length), {
      timeout: 30_000,
    })
    .toBeGreaterThan(0)
}

export const openHome = async (page: Page, base: string) => {
  await page.goto(`${base}/`)
  await page.locator('#main h1').first().waitFor()
}

/** Signed in, with a worker that has cached the whole shell. */
export const asMember = async (page: Page, base: string, who: Parameters<typeof signIn>[1] = 'student') => {
  await page.goto(`${base}/login`)
  await signIn(page, who)
  await page.locator('#main h1').first().waitFor()
  await untilOpensOffline(page)
  expect(await countCachedShells(page)).toBe(1)
}

/** A busy machine needs this long to cache all files of a build. */
const FOUND_MS = 60_000
/**
 * Waits until the newest build's worker is installed and waiting. Chromium does not check for a new worker while a tab of
 * the same browser is loading, so all tabs become idle first.
 */
export const findUpdate = async (asking: Page, tabs: readonly Page[]) => {
  for (const tab of tabs) await untilQuiet(tab)
  await asking.bringToFront()
  await asking.evaluate(async () => {
    void (await navigator.serviceWorker.getRegistration())?.update()
  })
  await expect
    .poll(
      () => asking.evaluate(async () => Boolean((await navigator.serviceWorker.getRegistration())?.waiting)),
      { timeout: FOUND_MS },
    )
    .toBe(true)
}

/** Presses the button of the update offer. */
export const takeUpdate = (page: Page) =>
  page.getByRole('button', { name: 'Update', exact: true }).first().click()

/** The page's main script; empty while the page is loading. */
export const builtFrom = (page: Page) =>
  page
    .evaluate(() => document.querySelector<HTMLScriptElement>('script[type="module"]')?.src ?? '')
    .catch(() => '')

/**
 * The control for a tab that must not reload: how often its worker changed. A page that reloads on `controllerchange`, as
 * the specification's community worker does, would have reloaded as often.
 */
export const countChanges = async (page: Page) => {
  await page.evaluate(() => {
    document.body.dataset['changes'] = '0'
    navigator.serviceWorker.addEventListener('controllerchange', () => {
      document.body.dataset['changes'] = String(Number(document.body.dataset['changes']) + 1)
    })
  })
  return () => page.evaluate(() => Number(document.body.dataset['changes']))
}

/** The guard against reload loops is cleared ten seconds after a page has loaded; this clears it at once. */
export const clearReloadGuard = (page: Page) =>
  page.evaluate(() => sessionStorage.removeItem('pwa_update_reload'))
