/** A device whose clock is up to 26 hours wrong, and changes while the app is open, in a real browser (A11). */
import { chromium, expect, test, type Browser } from '@playwright/test'
import { chromiumArgs, chromiumPath } from '#e2e/browser.ts'
import { LIFETIME_S, startHarness } from '#e2e/support/session-harness/server.ts'

const HOUR = 3_600_000
/** How often the app checks its token. */
const CHECK_MS = 30_000
const FULL = process.env['FULL'] === '1'
/** Hours by which the device's clock is wrong, and the hours added to it half-way. */
const DEVICES: readonly (readonly [offset: number, adjustment: number])[] = [
  [-26, 0],
  [26, -52],
  ...(FULL
    ? ([
        [0, 26],
        [0, -26],
        [-14, 3],
        [5.5, 0],
        [26, 0],
        [-1, 25],
        [0.01, -0.02],
      ] as const)
    : []),
]

test.setTimeout(FULL ? 600_000 : 120_000)
let browser: Browser
test.beforeAll(async () => {
  browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumArgs })
})
test.afterAll(() => browser.close())

interface Journey {
  hours: number
  offset: number
  adjustment?: number
  deviceClock?: boolean
}

/** Advances page and server by some hours, half a minute at a time, and reports what happened. */
const passTime = async ({ hours, offset, adjustment = 0, deviceClock = false }: Journey) => {
  const harness = await startHarness()
  const context = await browser.newContext()
  try {
    let server = Math.floor(Date.now() / 1000) * 1000
    let clockError = offset * HOUR
    harness.setTime(server)
    const page = await context.newPage()
    await page.clock.install({ time: server + clockError - 60_000 })
    await page.goto(`${harness.url}/somewhere`)
    await page.waitForFunction(() => document.title === 'ready', null, { polling: 50 })
    await page.clock.pauseAt(server + clockError)
    // Rotate once, so that the tokens carry the server's time.
    harness.expire()
    await page.evaluate((answer) => window.harness.signIn(answer), harness.signedIn())
    await page.evaluate(() => window.harness.burst(1))
    await page.evaluate((options) => window.harness.startUpkeep(options), { deviceClock })
    await page.evaluate(() => window.harness.settled())
    const before = harness.state.refreshCalls
    let allAnswered = true
    const steps = (hours * HOUR) / CHECK_MS
    for (let step = 1; step <= steps; step += 1) {
      server += CHECK_MS
      harness.setTime(server)
      if (step === Math.floor(steps / 2) && adjustment !== 0) {
        clockError += adjustment * HOUR
        await page.clock.setSystemTime(server - CHECK_MS + clockError)
      }
      await page.clock.runFor(CHECK_MS)
      await page.evaluate(() => window.harness.settled())
      if (step % 60 === 0) allAnswered &&= (await page.evaluate(() => window.harness.burst(2))).ok === 2
    }
    const deviceTime = await page.evaluate(() => Date.now())
    return {
      calls: harness.state.refreshCalls - before,
      maximum: Math.ceil((hours * HOUR) / (0.9 * LIFETIME_S * 1000)) + 1,
      allAnswered,
      reuses: harness.state.reuses,
      path: new URL(page.url()).pathname,
      /** The device's real error in whole minutes. */
      offMinutes: Math.round((deviceTime - server) / 60_000),
    }
  } finally {
    await context.close()
    await harness.close()
  }
}

for (const [offset, adjustment] of DEVICES)
  test(`A11: refreshes rarely for 8 h with a clock ${offset} h wrong that moves by ${adjustment} h`, async () => {
    const result = await passTime({ hours: 8, offset, adjustment })
    expect(result).toMatchObject({ allAnswered: true, reuses: 0, path: '/somewhere' })
    expect(result.offMinutes).toBe(Math.round((offset + adjustment) * 60))
    expect(result.calls).toBeGreaterThan(0)
    expect(result.calls).toBeLessThanOrEqual(result.maximum)
  })

test('A11 control: never stops refreshing when the device’s clock decides and is 26 h ahead', async () => {
  const result = await passTime({ hours: 1, offset: 26, deviceClock: true })
  expect(result.calls).toBeGreaterThan(result.maximum)
})
