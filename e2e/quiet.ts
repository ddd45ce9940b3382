import type { Page } from '@playwright/test'

/** A page without a new resource for this long counts as loaded. */
const QUIET_MS = 500

/**
 * Waits until the page is loaded and no more resources arrive. Playwright's `networkidle` never happens, because the
 * notification stream stays open.
 */
export const untilQuiet = async (page: Page, quietMs = QUIET_MS): Promise<void> => {
  await page.waitForLoadState('load')
  await page.evaluate(
    (waitMs) =>
      new Promise<void>((resolve) => {
        const count = () => performance.getEntriesByType('resource').length
        let before = count()
        const timer = setInterval(() => {
          const current = count()
          if (current === before) {
            clearInterval(timer)
            resolve()
          }
          before = current
        }, waitMs)
      }),
    quietMs,
  )
}

/** Waits for animations that end: text that is fading in has too little contrast. */
export const untilStill = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    // An animation begins with the next frame.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })
