/** TRUST A11: a device whose clock is up to 26 hours off, and set while the app is open, in a real browser. */
import { chromium, expect, test, type Browser } from '@playwright/test'
import { chromiumArgs, chromiumPath } from '#e2e/browser.ts'
import { LIFETIME_S, startHarness } from '#e2e/support/session-harness/server.ts'

const HOUR = 3_600_000
/** How often the app looks at its token. */
const CHECK_MS = 30_000
const FULL = process.env['FULL'] === '1'
/** Hours by which the device is off, and what somebody adds to its clock half-way. */
const DEVICES: readonly (readonly [offset: number, set: number])[] = [
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
  set?: number
  deviceClock?: boolean
}

/** What happens while so many hours pass on both sides, half a minute at a time. */
const travel = async ({ hours, offset, set = 0, deviceClock = false }: Journey) => {
  const harness = await startHarness()
  const context = await browser.newContext()
  try {
    let server = Math.floor(Date.now() / 1000) * 1000
    let off = offset * HOUR
    harness.setTime(server)
    const page = await context.newPage()
    await page.clock.install({ time: server + off - 60_000 })
    await page.goto(`${harness.url}/somewhere`)
    await page.waitForFunction(() => document.title === 'ready', null, { polling: 50 })
    await page.clock.pauseAt(server + off)
    // One rotation first, so that the tokens are of the back end's time.
    harness.expire()
    await page.evaluate((answer) => window.harness.signIn(answer), harness.signedIn())
    await page.evaluate(() => window.harness.burst(1))
    await page.evaluate((how) => window.harness.startUpkeep(how), { deviceClock })
    await page.evaluate(() => window.harness.settled())
    const before = harness.state.refreshCalls
    let answered = true
    const steps = (hours * HOUR) / CHECK_MS
    for (let step = 1; step <= steps; step += 1) {
      server += CHECK_MS
      harness.setTime(server)
      if (step === Math.floor(steps / 2) && set !== 0) {
        off += set * HOUR
        await page.clock.setSystemTime(server - CHECK_MS + off)
      }
      await page.clock.runFor(CHECK_MS)
      await page.evaluate(() => window.harness.settled())
      if (step % 60 === 0) answered &&= (await page.evaluate(() => window.harness.burst(2))).ok === 2
    }
    const shown = await page.evaluate(() => Date.now())
    return {
      calls: harness.state.refreshCalls - before,
      most: Math.ceil((hours * HOUR) / (0.9 * LIFETIME_S * 1000)) + 1,
      answered,
      reuses: harness.state.reuses,
      path: new URL(page.url()).pathname,
      /** That the device really was that wrong, in whole minutes. */
      offMinutes: Math.round((shown - server) / 60_000),
    }
  } finally {
    await context.close()
    await harness.close()
  }
}

for (const [offset, set] of DEVICES)
  test(`A11: given a device ${offset} h off and then set by ${set} h, when 8 hours pass, then renewals are few and nobody is out`, async () => {
    const seen = await travel({ hours: 8, offset, set })
    expect(seen).toMatchObject({ answered: true, reuses: 0, path: '/somewhere' })
    expect(seen.offMinutes).toBe(Math.round((offset + set) * 60))
    expect(seen.calls).toBeGreaterThan(0)
    expect(seen.calls).toBeLessThanOrEqual(seen.most)
  })

test('A11 control: given the device’s own clock is believed, when it is 26 h ahead, then renewals never stop', async () => {
  const seen = await travel({ hours: 1, offset: 26, deviceClock: true })
  expect(seen.calls).toBeGreaterThan(seen.most)
})
