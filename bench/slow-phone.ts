/** A phone in a slow network, and how its times are told: what the benches in a browser share. */
import type { Page } from 'playwright'
import { DEMO_PASSWORD, demo } from '#e2e/product.ts'

export const ROUNDS = 5
export const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 } as const
/** Lighthouse's mobile profile: 1.6 Mbit/s down, 0.75 up, 150 ms there and back, a processor a quarter as fast. */
const SLOW = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (0.75 * 1024 * 1024) / 8,
}
const CPU_RATE = 4
export const SLOW_IN_WORDS = 'on a slow phone (1.6 Mbit/s, 150 ms, processor slowed 4 times)'

/** From here on the page runs as on that phone. */
export const slowDown = async (page: Page): Promise<void> => {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', SLOW)
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_RATE })
}

/** Signs the demo's student in (or somebody else of it); the first page stands behind. */
export const signIn = async (page: Page, base: string, who: keyof typeof demo = 'student'): Promise<void> => {
  await page.goto(`${base}/login`)
  await page.locator('input[autocomplete="username"]').fill(demo[who])
  await page.locator('input[autocomplete="current-password"]').fill(DEMO_PASSWORD)
  await page.locator('form button[type="submit"]').first().click()
  await page.waitForURL((url) => url.pathname !== '/login')
  await page.locator('main h1').first().waitFor()
}

/** The median. */
export const middle = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

export const verdict = (met: boolean): string => (met ? 'met' : 'MISSED')

/** The median of all times in ms, each of them, and the target when there is one. */
export const report = (name: string, times: readonly number[], target: number | null): void => {
  const found = middle(times)
  const judged = target === null ? '' : `≤ ${target}: ${verdict(found <= target)}`
  const all = times.map((time) => time.toFixed(0)).join(', ')
  console.log(`${name.padEnd(34)}${`${found.toFixed(0)} ms (${all})`.padEnd(44)}${judged}`)
}
