/** A page opened again stands as soon as the loader goes: React shows nothing of its own in between (and no 300 ms pause). */
import type { Page } from '@playwright/test'
import { expect, signIn, test } from '../../fixtures.ts'

interface Seen {
  /** What React drew in the loader's place while something was missing. */
  fallbacks: number
  /** Whether the page's heading stood in the frame in which the loader was gone. */
  headingWithIt: boolean | null
}

const watchStart = () => {
  const seen: Seen = { fallbacks: 0, headingWithIt: null }
  Object.assign(window, { seen })
  new MutationObserver(() => {
    if (document.querySelector('#root .loader')) seen.fallbacks += 1
    if (document.getElementById('root') && !document.getElementById('loader'))
      seen.headingWithIt ??= document.querySelector('main h1') !== null
  }).observe(document, { childList: true, subtree: true })
}
const seenBy = (page: Page) =>
  page.evaluate(() => {
    const { seen } = window as unknown as { seen: Seen }
    return seen
  })

for (const [name, path] of [
  ['home', '/'],
  ['sign-in page', '/login'],
] as const)
  test(`given the ${name}, when it is opened again, then it stands with the loader’s end`, async ({
    page,
  }) => {
    if (path === '/') {
      await signIn(page)
      // The visit before lasted until the app had read who the client is.
      await page.waitForFunction(() => localStorage.getItem('client_info') !== null)
    } else await page.goto(path)
    await page.locator('main h1').first().waitFor()
    await page.addInitScript(watchStart)
    await page.goto(path)
    await page.locator('main h1').first().waitFor()
    await expect.poll(() => seenBy(page)).toEqual({ fallbacks: 0, headingWithIt: true })
    // The control: the same watch sees a loader of React's.
    await page.evaluate(() =>
      document
        .getElementById('root')
        ?.append(Object.assign(document.createElement('div'), { className: 'loader' })),
    )
    await expect.poll(async () => (await seenBy(page)).fallbacks).toBeGreaterThan(0)
  })
