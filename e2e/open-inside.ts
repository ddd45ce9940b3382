import type { Page } from '@playwright/test'

/** Belongs to no other page, so that the heading after it is a new element. */
const STEPPING_STONE = '/no/such/page'

const firstPart = (path: string) => path.split(/[/?#]/)[1]

/**
 * Opens a path by the app's own router and waits for the new page's heading. Returns the time at which it began, on the
 * page's clock.
 */
export const openInside = async (page: Page, path: string): Promise<number> => {
  // Pages of one kind keep their heading element, so it would not tell that the new page is there.
  if (firstPart(new URL(page.url()).pathname) === firstPart(path)) await changePath(page, STEPPING_STONE)
  return changePath(page, path)
}

const changePath = async (page: Page, path: string): Promise<number> => {
  const startedAt = await page.evaluate((address) => {
    const start = performance.now()
    document.querySelector('main h1, h1')?.setAttribute('data-before', '')
    history.pushState(null, '', address)
    window.dispatchEvent(new PopStateEvent('popstate'))
    return start
  }, path)
  await page.locator('h1:not([data-before])').first().waitFor()
  return startedAt
}
