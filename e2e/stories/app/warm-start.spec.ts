/** A page that is opened again is complete when the loader goes: React shows no fallback and adds no 300 ms pause. */
import type { Page } from '@playwright/test'
import { expect, signIn, test } from '../../fixtures.ts'

interface StartRecord {
  /** Fallbacks that React drew while something was missing. */
  fallbacks: number
  /** Whether the page's heading was present in the frame in which the loader went. */
  hasHeading: boolean | null
}

const watchStart = () => {
  const record: StartRecord = { fallbacks: 0, hasHeading: null }
  Object.assign(window, { startRecord: record })
  new MutationObserver(() => {
    if (document.querySelector('#root .loader')) record.fallbacks += 1
    if (document.getElementById('root') && !document.getElementById('loader'))
      record.hasHeading ??= document.querySelector('main h1') !== null
  }).observe(document, { childList: true, subtree: true })
}
const readRecord = (page: Page) =>
  page.evaluate(() => (window as unknown as { startRecord: StartRecord }).startRecord)

for (const [name, path] of [
  ['home', '/'],
  ['sign-in page', '/login'],
] as const)
  test(`shows the ${name} complete when the loader goes`, async ({ page }) => {
    if (path === '/') {
      await signIn(page)
      // Wait until the previous visit has stored the client's configuration.
      await page.waitForFunction(() => localStorage.getItem('client_info') !== null)
    } else await page.goto(path)
    await page.locator('main h1').first().waitFor()
    await page.addInitScript(watchStart)
    await page.goto(path)
    await page.locator('main h1').first().waitFor()
    await expect.poll(() => readRecord(page)).toEqual({ fallbacks: 0, hasHeading: true })
    // The control: the observer notices a fallback of React.
    await page.evaluate(() =>
      document
        .getElementById('root')
        ?.append(Object.assign(document.createElement('div'), { className: 'loader' })),
    )
    await expect.poll(async () => (await readRecord(page)).fallbacks).toBeGreaterThan(0)
  })
