/** Tabs of one browser before a server that deploys: what they loaded, which build they have, which one waits. */
import { expect, signIn } from '#e2e/fixtures.ts'
import { untilQuiet } from '#e2e/quiet.ts'
import type { Page } from '@playwright/test'

/** From now on; loads of frames within the page are none. */
export const countLoads = (page: Page) => {
  const loads = { count: 0 }
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) loads.count += 1
  })
  return loads
}

export const controlled = (page: Page) =>
  page.waitForFunction(() => navigator.serviceWorker.controller !== null)

export const shellsKept = (page: Page) =>
  page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('lms-shell-')).length)

export const openHome = async (page: Page, base: string) => {
  await page.goto(`${base}/`)
  await page.locator('#main h1').first().waitFor()
}

/** Signed in, with a worker that has the whole shell. */
export const asMember = async (page: Page, base: string, who: Parameters<typeof signIn>[1] = 'student') => {
  await page.goto(`${base}/login`)
  await signIn(page, who)
  await page.locator('#main h1').first().waitFor()
  await controlled(page)
  await expect.poll(() => shellsKept(page)).toBe(1)
}

/** A busy machine takes its time over two hundred files. */
const FOUND_MS = 60_000
/**
 * The worker of the newest build has installed and waits. Chromium starts no look for a newer worker while a tab of the
 * same browser is still being loaded: all of them are quiet first.
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

/** What a person presses. */
export const takeUpdate = (page: Page) =>
  page.getByRole('button', { name: 'Update', exact: true }).first().click()

/** A page that is just being loaded says nothing. */
export const builtFrom = (page: Page) =>
  page
    .evaluate(() => document.querySelector<HTMLScriptElement>('script[type="module"]')?.src ?? '')
    .catch(() => '')

/**
 * The control of a tab that must not be loaded again: how often it heard of another worker. A page that reloads at that,
 * as the specification's community worker does, would have been loaded as often.
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

/** The guard that keeps an update from looping falls ten seconds after a page stands; here it is let fall. */
export const letGuardFall = (page: Page) =>
  page.evaluate(() => sessionStorage.removeItem('pwa_update_reload'))
