import type { Page } from '@playwright/test'

/** As long as nothing new has arrived, the page is taken to have what it asked for. */
const QUIET_MS = 500

/**
 * The page is loaded and nothing more arrives. Playwright's own `networkidle` never comes: the stream of notifications
 * stays open as long as the page does.
 */
export const untilQuiet = async (page: Page): Promise<void> => {
  await page.waitForLoadState('load')
  await page.evaluate(
    (quietMs) =>
      new Promise<void>((resolve) => {
        const count = () => performance.getEntriesByType('resource').length
        let before = count()
        const look = setInterval(() => {
          const now = count()
          if (now === before) {
            clearInterval(look)
            resolve()
          }
          before = now
        }, quietMs)
      }),
    QUIET_MS,
  )
}
