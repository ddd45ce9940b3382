/**
 * The product's tracker in a real browser under a virtual clock, credited by the real server (D1, D2, D5, D7, D8, D9, D11).
 * The schedule gives the true time. FULL=1 runs every case, the gate a few of each.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  chromium,
  expect,
  test,
  type Browser,
  type BrowserContext,
  type Page,
  type Request,
} from '@playwright/test'
import { chromiumArgs, chromiumPath } from '#e2e/browser.ts'
import { schedule } from '#e2e/support/activity-harness/schedule.ts'
import { startActivityHarness, type ActivityHarnessServer } from '#e2e/support/activity-harness/server.ts'

const FULL = process.env['FULL'] === '1'
test.setTimeout(900_000)

const MINUTE = 60
/**
 * Longest step of virtual time, so that page and server clock are never further apart. Below the 10 s within which the
 * server appends intervals of one page to each other.
 */
const STEP_SECONDS = 8
const SETTLE_MS = 12
/** Longest wait for a report in flight: one whose page was reloaded never ends. */
const REPORT_TIMEOUT_MS = 3_000

let harness: ActivityHarnessServer
let browser: Browser
test.beforeAll(async () => {
  harness = await startActivityHarness(Date.UTC(2026, 10, 2, 9))
  browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumArgs })
})
test.afterAll(async () => {
  await browser.close()
  await harness.stop()
})

interface Presence {
  visible: boolean
  focused: boolean
}
declare global {
  interface Window {
    setPresence: (presence: Presence) => void
  }
}

/** `alwaysPresent` is the control: a page that is always visible and focused. */
const fakePresence = async (context: BrowserContext, alwaysPresent = false) => {
  await context.addInitScript((isAlwaysPresent) => {
    let current = { visible: true, focused: true }
    Object.defineProperty(document, 'visibilityState', {
      get: () => (isAlwaysPresent || current.visible ? 'visible' : 'hidden'),
    })
    document.hasFocus = () => isAlwaysPresent || current.focused
    window.setPresence = (next) => {
      const before = current
      current = next
      if (before.visible !== next.visible) document.dispatchEvent(new Event('visibilitychange'))
      if (before.focused !== next.focused) window.dispatchEvent(new Event(next.focused ? 'focus' : 'blur'))
    }
  }, alwaysPresent)
}

/** `naive` is a simple tracker for the controls, which show that it fails. */
type Tracker = 'product' | 'naive'

/** Reports in flight: the server's clock must not pass them, however slow the machine is. */
const inFlight = new WeakMap<Page, Set<Request>>()
const watchReports = (page: Page) => {
  const open = new Set<Request>()
  inFlight.set(page, open)
  page.on('request', (request) => {
    if (request.url().includes('/track-time/')) open.add(request)
  })
  page.on('requestfinished', (request) => void open.delete(request))
  page.on('requestfailed', (request) => void open.delete(request))
}
const waitForReports = async (page: Page) => {
  await sleep(SETTLE_MS)
  // A busy page answers only after it has sent what it had to send.
  await page.evaluate(() => undefined)
  const open = inFlight.get(page)
  const deadline = performance.now() + REPORT_TIMEOUT_MS
  while (open && open.size > 0 && performance.now() < deadline) await sleep(5)
  open?.clear()
}

/** One tab under the virtual clock; `spend` advances page and server. */
const openTab = async (context: BrowserContext, tracker: Tracker = 'product'): Promise<Page> => {
  const page = await context.newPage()
  watchReports(page)
  await page.clock.install({ time: harness.now() })
  await page.goto(`${harness.url}/harness${tracker === 'naive' ? '?naive' : ''}`)
  await waitUntilReady(page)
  harness.setNow(await pauseClock(page))
  return page
}
/** Pauses the clock; only `spend` moves it. A busy browser may be past the given moment: then try a later one. */
const pauseClock = async (page: Page, aheadMs = 100): Promise<number> => {
  const paused = (await page.evaluate(() => Date.now())) + aheadMs
  try {
    await page.clock.pauseAt(paused)
    return paused
  } catch (error) {
    if (aheadMs > 1000) throw error
    return await pauseClock(page, aheadMs * 3)
  }
}
/** Polled from outside: a page with a paused clock draws no frames. */
const waitUntilReady = (page: Page) => expect.poll(() => page.title()).toBe('ready')
const spend = async (pages: readonly Page[], seconds: number) => {
  for (let left = seconds; left > 0; left -= STEP_SECONDS) {
    const step = Math.min(left, STEP_SECONDS)
    for (const page of pages) await page.clock.runFor(step * 1000)
    for (const page of pages) await waitForReports(page)
    harness.setNow(harness.now() + step * 1000)
  }
}
/** The browser freezes and resumes the page: no script runs meanwhile, and its clocks jump. */
const freeze = async (page: Page, seconds: number) => {
  const lifecycle = await page.context().newCDPSession(page)
  await lifecycle.send('Page.setWebLifecycleState', { state: 'frozen' })
  harness.setNow(harness.now() + seconds * 1000)
  await sleep(SETTLE_MS)
  await lifecycle.send('Page.setWebLifecycleState', { state: 'active' })
  await page.clock.fastForward(seconds * 1000)
  await lifecycle.detach()
}
const setPresence = (page: Page, presence: Partial<Presence>) =>
  page.evaluate((next) => window.setPresence(next), { visible: true, focused: true, ...presence })

/**
 * Sends every pending report: a hidden tab tries again each minute. Intervals with the same session and length go one at
 * a time (spec 5; trust reading 4).
 */
const settle = async (page: Page, tracker: Tracker = 'product') => {
  await setPresence(page, { visible: false })
  await spend([page], tracker === 'naive' ? STEP_SECONDS : 10 * MINUTE)
  await sleep(150)
}

/** Runs a schedule. Returns [the seconds that the product counted, the true seconds]. */
const runSchedule = async (seed: number, alwaysPresent = false): Promise<[number, number]> => {
  const answer = await harness.person()
  const context = await browser.newContext({ timezoneId: 'UTC', bypassCSP: true })
  await fakePresence(context, alwaysPresent)
  let page = await openTab(context)
  await page.evaluate((who) => window.activityHarness.signIn(who), answer)
  let truth = 0
  const spendPresent = async (seconds: number) => {
    await spend([page], seconds)
    truth += seconds
  }
  await spendPresent(30)
  for (const { act, seconds } of schedule(seed)) {
    if (act === 'stay') await spendPresent(seconds)
    if (act === 'blur' || act === 'hide' || act === 'freeze') {
      await setPresence(page, act === 'blur' ? { focused: false } : { visible: false })
      await (act === 'freeze' ? freeze(page, seconds) : spend([page], seconds))
      await setPresence(page, {})
    }
    if (act === 'offline') {
      await context.setOffline(true)
      await spendPresent(seconds)
      await context.setOffline(false)
    }
    if (act === 'reload' || act === 'close') {
      if (act === 'reload') await page.reload()
      else await page.close({ runBeforeUnload: true })
      if (act === 'close') page = await openTab(context)
      await waitUntilReady(page)
    }
    await spendPresent(10)
  }
  await settle(page)
  const counted = await harness.counted(answer.id)
  await context.close()
  return [counted, truth]
}
/** Within 1 % or 2 s, and at most one second too much (D1). */
const isFair = ([counted, truth]: [number, number]) =>
  Math.abs(counted - truth) <= Math.max(0.01 * truth, 2) && counted <= truth + 1

test('D1: credits the time that was spent over random schedules of a tab', async () => {
  const unfair: unknown[] = []
  for (let seed = 1; seed <= (FULL ? 50 : 2); seed += 1) {
    const result = await runSchedule(seed)
    if (!isFair(result)) unfair.push({ seed, result, steps: schedule(seed) })
  }
  expect(unfair).toEqual([])
})

test('D1 control: finds a tracker that counts absences', async () => {
  const seedWithAbsence = [1, 2, 3, 4, 5, 6].find((seed) =>
    schedule(seed).some(({ act, seconds }) => (act === 'hide' || act === 'blur') && seconds > 30),
  )
  expect(isFair(await runSchedule(seedWithAbsence ?? 1, true))).toBe(false)
})

test('D5: credits the union of two devices that are in use at once', async () => {
  const answer = await harness.person()
  const devices = []
  for (let index = 0; index < 2; index += 1) {
    const context = await browser.newContext({ timezoneId: 'UTC', bypassCSP: true })
    await fakePresence(context)
    devices.push(context)
  }
  const [first, second] = devices
  if (!first || !second) throw new Error('two devices are needed')
  const one = await openTab(first)
  await one.evaluate((who) => window.activityHarness.signIn(who), answer)
  await spend([one], 100)
  const two = await openTab(second)
  await two.evaluate((who) => window.activityHarness.signIn(who), answer)
  await spend([one, two], 200)
  await setPresence(one, { visible: false })
  await spend([one, two], 60)
  await settle(two)
  expect(Math.abs((await harness.counted(answer.id)) - 360)).toBeLessThanOrEqual(3)
  // Control: the plain sum of both devices would be too much.
  expect(await harness.claimed(answer.id)).toBeGreaterThan(360 + 100)
  for (const context of devices) await context.close()
})

/** Seconds by which the product is wrong after clock changes and a time asleep. */
const wrongAfterSleep = async (tracker: Tracker, asleepSeconds: number): Promise<number> => {
  const answer = await harness.person()
  const context = await browser.newContext({ timezoneId: 'UTC', bypassCSP: true })
  await fakePresence(context)
  const page = await openTab(context, tracker)
  await page.evaluate((who) => window.activityHarness.signIn(who), answer)
  await spend([page], 60)
  harness.followReports(false)
  for (const shift of [3_600_000, -86_400_000]) {
    await page.clock.setSystemTime(harness.now() + shift)
    await spend([page], 60)
  }
  await page.clock.setSystemTime(harness.now())
  await spend([page], 60)
  // Asleep: no timer runs, and each fires once on waking. The server's clock moves first, because the page's report on
  // waking must meet the later time.
  harness.setNow(harness.now() + asleepSeconds * 1000)
  await page.clock.fastForward(asleepSeconds * 1000)
  await spend([page], 60)
  await settle(page, tracker)
  harness.followReports(true)
  const counted = await harness.counted(answer.id)
  await context.close()
  return Math.abs(counted - 300)
}

test('D7: credits neither clock changes nor eight hours asleep', async () => {
  expect(await wrongAfterSleep('product', 8 * 3600)).toBeLessThanOrEqual(10)
})

test('D7 control: credits the sleep with a naive tracker', async () => {
  // Shorter than a token lives, so that the server accepts the claim.
  expect(await wrongAfterSleep('naive', 10 * MINUTE)).toBeGreaterThan(9 * MINUTE)
})

const moveFocus = async (tracker: Tracker) => {
  const answer = await harness.person()
  const context = await browser.newContext({ timezoneId: 'UTC', bypassCSP: true })
  await fakePresence(context)
  const page = await openTab(context, tracker)
  await page.evaluate((who) => window.activityHarness.signIn(who), answer)
  const session = () => page.evaluate(() => localStorage.getItem('session_id'))
  const before = await session()
  let reports = 0
  page.on('request', (request) => {
    if (request.url().includes('track-time')) reports += 1
  })
  // The window loses focus to a frame inside it: `blur` fires, `hasFocus()` stays true.
  for (let move = 0; move < (FULL ? 100 : 30); move += 1) {
    await page.evaluate(() => window.dispatchEvent(new Event('blur')))
    await spend([page], 3)
  }
  const seconds = (FULL ? 100 : 30) * 3
  const ended = reports > Math.floor(seconds / 120) || (await session()) !== before
  await settle(page, tracker)
  const wrong = Math.abs((await harness.counted(answer.id)) - seconds)
  await context.close()
  return { ended, fair: wrong <= Math.max(2, 0.01 * seconds) }
}

test('D8: does not end a session when focus moves into frames of the page', async () => {
  expect(await moveFocus('product')).toEqual({ ended: false, fair: true })
})

test('D8 control: ends the session and loses time with a naive tracker', async () => {
  expect(await moveFocus('naive')).toEqual({ ended: true, fair: false })
})

const runWithServerDown = async (tracker: Tracker) => {
  const answer = await harness.person()
  const context = await browser.newContext({ timezoneId: 'UTC', bypassCSP: true })
  await fakePresence(context)
  let page = await openTab(context, tracker)
  await page.evaluate((who) => window.activityHarness.signIn(who), answer)
  const sizes: number[] = []
  context.on('request', (request) => {
    if (request.url().includes('track-time')) sizes.push(request.postDataBuffer()?.length ?? 0)
  })
  harness.setDown(true)
  await spend([page], 5 * MINUTE)
  await page.close({ runBeforeUnload: true })
  expect(await harness.counted(answer.id)).toBe(0)
  harness.setDown(false)
  page = await openTab(context, tracker)
  await spend([page], 2 * MINUTE)
  await settle(page, tracker)
  const lost = 7 * MINUTE - (await harness.counted(answer.id))
  await context.close()
  return { lost, largest: Math.max(...sizes) }
}

test('D9: credits all time once when the server was down and the tab was closed', async () => {
  const { lost, largest } = await runWithServerDown('product')
  expect(Math.abs(lost)).toBeLessThanOrEqual(5)
  expect(largest).toBeLessThanOrEqual(4096)
})

test('D9 control: loses the minutes of the outage with a naive tracker', async () => {
  expect((await runWithServerDown('naive')).lost).toBeGreaterThan(4 * MINUTE)
})

const signOutWithUnsentTime = async (tracker: Tracker) => {
  const [owner, other] = [await harness.person(), await harness.person()]
  const context = await browser.newContext({ timezoneId: 'UTC', bypassCSP: true })
  await fakePresence(context)
  const page = await openTab(context, tracker)
  await page.evaluate((who) => window.activityHarness.signIn(who), owner)
  harness.setDown(true)
  await spend([page], 10 * MINUTE)
  await setPresence(page, { visible: false })
  await spend([page], 5)
  await page.evaluate(() => window.activityHarness.forget())
  harness.setDown(false)
  await page.evaluate((who) => window.activityHarness.signIn(who), other)
  await settle(page, tracker)
  const before = [await harness.counted(other.id), await harness.counted(owner.id)]
  await page.evaluate((who) => window.activityHarness.signIn(who), owner)
  await settle(page, tracker)
  const missing = 10 * MINUTE - (await harness.counted(owner.id))
  await context.close()
  return { before, missing }
}

test('D11: credits time unsent at a forced sign-out once, and only to its owner', async () => {
  const { before, missing } = await signOutWithUnsentTime('product')
  expect(before).toEqual([0, 0])
  expect(Math.abs(missing)).toBeLessThanOrEqual(3)
})

test('D11 control: credits unsent time to nobody with a naive tracker', async () => {
  expect((await signOutWithUnsentTime('naive')).missing).toBeGreaterThan(9 * MINUTE)
})

/** Kills only the processes with this profile in their command line. */
const kill = (profile: string) => {
  const found = execFileSync('ps', ['-eo', 'pid,args'], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(profile) && !line.includes('--type=') && !line.includes('ps -eo'))
  for (const line of found) process.kill(Number.parseInt(line, 10), 'SIGKILL')
}

/** Seconds that are missing after some kills, each after more than half a minute of counting. */
const missingAfterKills = async (kills: number, tracker: Tracker): Promise<number> => {
  const answer = await harness.person()
  const profile = mkdtempSync(join(tmpdir(), 'lms-study-'))
  const launch = () =>
    chromium.launchPersistentContext(profile, {
      executablePath: chromiumPath(),
      args: [...chromiumArgs, `--lms-profile=${profile}`],
      timezoneId: 'UTC',
      bypassCSP: true,
    })
  let truth = 0
  try {
    for (let round = 0; round <= kills; round += 1) {
      const context = await launch()
      await fakePresence(context)
      const page = await openTab(context, tracker)
      await page.evaluate((who) => window.activityHarness.signIn(who), answer)
      const seconds = 35 + 7 * round
      await spend([page], seconds)
      truth += seconds
      // Another tab takes over the interval of a dead tab after some silence.
      if (round === kills) {
        await settle(page, tracker)
        await context.close()
      } else {
        await sleep(300)
        const closed = context.waitForEvent('close')
        kill(profile)
        await closed
        harness.setNow(harness.now() + 60_000)
      }
    }
    return truth - (await harness.counted(answer.id))
  } finally {
    rmSync(profile, { recursive: true, force: true })
  }
}

test('D2: loses at most ten seconds a kill and counts none twice', async () => {
  const kills = FULL ? 20 : 2
  const missing = await missingAfterKills(kills, 'product')
  expect(missing).toBeGreaterThanOrEqual(-1)
  expect(missing).toBeLessThanOrEqual(kills * 11 + 2)
})

test('D2 control: loses the whole interval of a kill with a naive tracker', async () => {
  expect(await missingAfterKills(1, 'naive')).toBeGreaterThan(11 + 2)
})
