import type { Page } from '@playwright/test'
import { expect, signIn, test } from '../../fixtures.ts'

const cachedPaths = (page: Page) =>
  page.evaluate(async () => {
    const urls: string[] = []
    for (const name of await caches.keys())
      for (const request of await (await caches.open(name)).keys()) urls.push(new URL(request.url).pathname)
    return urls
  })

const workerReady = async (page: Page) => {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await expect.poll(() => cachedPaths(page)).toContain('/__page')
}

test('F3: registers the worker as specified and caches only the app’s files', async ({ page }) => {
  await signIn(page)
  await page.locator('#main h1').first().waitFor()
  await workerReady(page)
  const registration = await page.evaluate(async () => {
    const found = await navigator.serviceWorker.getRegistration()
    return { scope: found?.scope, cache: found?.updateViaCache, script: found?.active?.scriptURL }
  })
  expect(new URL(registration.scope ?? '').pathname).toBe('/')
  expect(new URL(registration.script ?? '').pathname).toBe('/sw-custom.js')
  expect(registration.cache).toBe('none')
  await page.goto('/courses')
  await page.locator('main a[href^="/courses/"]').first().waitFor()
  const paths = await cachedPaths(page)
  expect(paths.length).toBeGreaterThan(10)
  expect(paths.filter((path) => !path.startsWith('/assets/') && path !== '/__page')).toEqual([])
})

test('F3: clears its caches on CLEAR_CACHES and confirms it', async ({ page }) => {
  await signIn(page)
  await page.locator('#main h1').first().waitFor()
  await workerReady(page)
  const confirmation = await page.evaluate(
    () =>
      new Promise((resolve) => {
        navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<{ type: string }>) => {
          if (data.type === 'CACHE_CLEARED') resolve(data.type)
        })
        navigator.serviceWorker.controller?.postMessage({ type: 'CLEAR_CACHES' })
      }),
  )
  expect(confirmation).toBe('CACHE_CLEARED')
  expect(await cachedPaths(page)).not.toContain('/__page')
  await page.evaluate(() =>
    navigator.serviceWorker.controller?.postMessage({ type: 'PWA_CONFIG', config: { clientId: 7 } }),
  )
  await expect.poll(() => cachedPaths(page)).toContain('/__page')
})
