/**
 * TRUST D1, D2, D5, D7, D8, D9, D11: the product's tracker in a real browser under a virtual clock, credited by the
 * real server. True time comes from the schedule. FULL=1 runs every case, the gate a few of each.
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
 * Longest piece of virtual time at once: page and server clock are never further apart. Below the 10 s within which the
 * server puts stretches of one page behind each other.
 */
const PIECE_SECONDS = 8
const SETTLE_MS = 12
/** What never ends (a report whose page went away) holds nothing up for longer. */
const LANDED_WITHIN_MS = 300

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

/** `blind` is the control: a page that believes it is always looked at. */
const dress = async (context: BrowserContext, blind = false) => {
  await context.addInitScript((isBlind) => {
    let now = { visible: true, focused: true }
    Object.defineProperty(document, 'visibilityState', {
      get: () => (isBlind || now.visible ? 'visible' : 'hidden'),
    })
    document.hasFocus = () => isBlind || now.focused
    window.setPresence = (next) => {
      const before = now
      now = next
      if (before.visible !== next.visible) document.dispatchEvent(new Event('visibilitychange'))
      if (before.focused !== next.focused) window.dispatchEvent(new Event(next.focused ? 'focus' : 'blur'))
    }
  }, blind)
}

/** `naive` counts as one would write it first: each control shows that it does not pass. */
type Tracker = 'product' | 'naive'

/** Reports on their way: the server's time must not leap over them, however slow the machine is. */
const onTheWay = new WeakMap<Page, Set<Request>>()
const watchReports = (page: Page) => {
  const open = new Set<Request>()
  onTheWay.set(page, open)
  page.on('request', (request) => {
    if (request.url().includes('/track-time/')) open.add(request)
  })
  page.on('requestfinished', (request) => void open.delete(request))
  page.on('requestfailed', (request) => void open.delete(request))
}
const landed = async (page: Page) => {
  await sleep(SETTLE_MS)
  const open = onTheWay.get(page)
  const until = performance.now() + LANDED_WITHIN_MS
  while (open && open.size > 0 && performance.now() < until) await sleep(5)
  open?.clear()
}

/** One tab under the virtual clock; `spend` lets time pass for page and server alike. */
const openTab = async (context: BrowserContext, tracker: Tracker = 'product'): Promise<Page> => {
  const page = await context.newPage()
  watchReports(page)
  await page.clock.install({ time: harness.now() })
  await page.goto(`${harness.url}/lab${tracker === 'naive' ? '?naive' : ''}`)
  await isReady(page)
  harness.setNow(await standStill(page))
  return page
}
/** Time stands from here on and moves by `spend` alone. A busy browser may be past the moment named: then a later one. */
const standStill = async (page: Page, aheadMs = 100): Promise<number> => {
  const paused = (await page.evaluate(() => Date.now())) + aheadMs
  try {
    await page.clock.pauseAt(paused)
    return paused
  } catch (error) {
    if (aheadMs > 1000) throw error
    return await standStill(page, aheadMs * 3)
  }
}
/** Asked from outside: a page whose time stands draws no frames. */
const isReady = (page: Page) => expect.poll(() => page.title()).toBe('ready')
const spend = async (pages: readonly Page[], seconds: number) => {
  for (let left = seconds; left > 0; left -= PIECE_SECONDS) {
    const piece = Math.min(left, PIECE_SECONDS)
    for (const page of pages) await page.clock.runFor(piece * 1000)
    for (const page of pages) await landed(page)
    harness.setNow(harness.now() + piece * 1000)
  }
}
/** The browser itself stops the page and wakes it: nothing of it runs meanwhile, and its clocks have leapt. */
const frozen = async (page: Page, seconds: number) => {
  const lifecycle = await page.context().newCDPSession(page)
  await lifecycle.send('Page.setWebLifecycleState', { state: 'frozen' })
  harness.setNow(harness.now() + seconds * 1000)
  await sleep(SETTLE_MS)
  await lifecycle.send('Page.setWebLifecycleState', { state: 'active' })
  await page.clock.fastForward(seconds * 1000)
  await lifecycle.detach()
}
const present = (page: Page, presence: Partial<Presence>) =>
  page.evaluate((next) => window.setPresence(next), { visible: true, focused: true, ...presence })

/**
 * Everything that waits is sent: the tab is left and comes round again each minute. Stretches that merely look alike
 * (same session, same length) go one a round (spec §5, TRUST reading 4).
 */
const settle = async (page: Page, tracker: Tracker = 'product') => {
  await present(page, { visible: false })
  await spend([page], tracker === 'naive' ? PIECE_SECONDS : 10 * MINUTE)
  await sleep(150)
}

/** Runs a schedule; [what the product counted, what it truly was]. */
const live = async (seed: number, blind = false): Promise<[number, number]> => {
  const answer = await harness.person()
  const context = await browser.newContext({ timezoneId: 'UTC', bypassCSP: true })
  await dress(context, blind)
  let page = await openTab(context)
  await page.evaluate((who) => window.activityHarness.signIn(who), answer)
  let truth = 0
  const here = async (seconds: number) => {
    await spend([page], seconds)
    truth += seconds
  }
  await here(30)
  for (const { act, seconds } of schedule(seed)) {
    if (act === 'stay') await here(seconds)
    if (act === 'blur' || act === 'hide' || act === 'freeze') {
      await present(page, act === 'blur' ? { focused: false } : { visible: false })
      await (act === 'freeze' ? frozen(page, seconds) : spend([page], seconds))
      await present(page, {})
    }
    if (act === 'offline') {
      await context.setOffline(true)
      await here(seconds)
      await context.setOffline(false)
    }
    if (act === 'reload' || act === 'close') {
      if (act === 'reload') await page.reload()
      else await page.close({ runBeforeUnload: true })
      if (act === 'close') page = await openTab(context)
      await isReady(page)
    }
    await here(10)
  }
  await settle(page)
  const counted = await harness.counted(answer.id)
  await context.close()
  return [counted, truth]
}
/** TRUST D1: within 1 % or 2 s, and never more than a second too much. */
const isFair = ([counted, truth]: [number, number]) =>
  Math.abs(counted - truth) <= Math.max(0.01 * truth, 2) && counted <= truth + 1

test('given random schedules of a tab, when lived through, then what counts is what was spent (D1)', async () => {
  const unfair: unknown[] = []
  for (let seed = 1; seed <= (FULL ? 50 : 3); seed += 1) {
    const result = await live(seed)
    if (!isFair(result)) unfair.push({ seed, result, steps: schedule(seed) })
  }
  expect(unfair).toEqual([])
})

test('control: given a tracker that never notices an absence, when judged the same way, then it is unfair', async () => {
  const away = [1, 2, 3, 4, 5, 6].find((seed) =>
    schedule(seed).some(({ act, seconds }) => (act === 'hide' || act === 'blur') && seconds > 30),
  )
  expect(isFair(await live(away ?? 1, true))).toBe(false)
})

test('given two devices in use at once, when both count, then their union counts (D5)', async () => {
  const answer = await harness.person()
  const devices = []
  for (let index = 0; index < 2; index += 1) {
    const context = await browser.newContext({ timezoneId: 'UTC', bypassCSP: true })
    await dress(context)
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
  await present(one, { visible: false })
  await spend([one, two], 60)
  await settle(two)
  expect(Math.abs((await harness.counted(answer.id)) - 360)).toBeLessThanOrEqual(3)
  // Control: what the two devices say, simply added up, would have been too much.
  expect(await harness.claimed(answer.id)).toBeGreaterThan(360 + 100)
  for (const context of devices) await context.close()
})

/** Seconds by which the product is wrong after clocks that were set and a night's sleep. */
const wrongAfterSleep = async (tracker: Tracker, asleepSeconds: number): Promise<number> => {
  const answer = await harness.person()
  const context = await browser.newContext({ timezoneId: 'UTC', bypassCSP: true })
  await dress(context)
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
  // Asleep: no timer runs; on waking each fires once. The server's clock went on meanwhile, so it moves first: what the
  // page reports on waking must meet the later time.
  harness.setNow(harness.now() + asleepSeconds * 1000)
  await page.clock.fastForward(asleepSeconds * 1000)
  await spend([page], 60)
  await settle(page, tracker)
  harness.followReports(true)
  const counted = await harness.counted(answer.id)
  await context.close()
  return Math.abs(counted - 300)
}

test('given a device clock set by hours and a laptop asleep for eight, when back, then neither counts (D7)', async () => {
  expect(await wrongAfterSleep('product', 8 * 3600)).toBeLessThanOrEqual(10)
})

test('control: given a naive tracker, when the laptop sleeps, then that counts (D7)', async () => {
  // Shorter than a token lives, so that what it claims is heard.
  expect(await wrongAfterSleep('naive', 10 * MINUTE)).toBeGreaterThan(9 * MINUTE)
})

const moveFocus = async (tracker: Tracker) => {
  const answer = await harness.person()
  const context = await browser.newContext({ timezoneId: 'UTC', bypassCSP: true })
  await dress(context)
  const page = await openTab(context, tracker)
  await page.evaluate((who) => window.activityHarness.signIn(who), answer)
  const session = () => page.evaluate(() => localStorage.getItem('session_id'))
  const before = await session()
  let reports = 0
  page.on('request', (request) => {
    if (request.url().includes('track-time')) reports += 1
  })
  // The window loses focus to a frame inside it: `blur` is heard, `hasFocus()` stays true.
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

test('given focus moving into frames, videos and tools of the page, when it stays in front, then nothing ends (D8)', async () => {
  expect(await moveFocus('product')).toEqual({ ended: false, fair: true })
})

test('control: given a naive tracker, when focus moves into frames, then it ends and loses (D8)', async () => {
  expect(await moveFocus('naive')).toEqual({ ended: true, fair: false })
})

const whileServerAway = async (tracker: Tracker) => {
  const answer = await harness.person()
  const context = await browser.newContext({ timezoneId: 'UTC', bypassCSP: true })
  await dress(context)
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

test('given a server that is away, when the tab goes and comes again, then all of it counts once (D9)', async () => {
  const { lost, largest } = await whileServerAway('product')
  expect(Math.abs(lost)).toBeLessThanOrEqual(5)
  expect(largest).toBeLessThanOrEqual(4096)
})

test('control: given a naive tracker, when the server is away, then those minutes are lost (D9)', async () => {
  expect((await whileServerAway('naive')).lost).toBeGreaterThan(4 * MINUTE)
})

const signedOutWithMinutes = async (tracker: Tracker) => {
  const [owner, other] = [await harness.person(), await harness.person()]
  const context = await browser.newContext({ timezoneId: 'UTC', bypassCSP: true })
  await dress(context)
  const page = await openTab(context, tracker)
  await page.evaluate((who) => window.activityHarness.signIn(who), owner)
  harness.setDown(true)
  await spend([page], 10 * MINUTE)
  await present(page, { visible: false })
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

test('given minutes unsent at a forced sign-out, when somebody else or the same person signs in, then they count for their owner alone, once (D11)', async () => {
  const { before, missing } = await signedOutWithMinutes('product')
  expect(before).toEqual([0, 0])
  expect(Math.abs(missing)).toBeLessThanOrEqual(3)
})

test('control: given a naive tracker, when minutes are unsent at a sign-out, then nobody gets them (D11)', async () => {
  expect((await signedOutWithMinutes('naive')).missing).toBeGreaterThan(9 * MINUTE)
})

/** Only the processes of this profile: it is in their command lines. */
const kill = (profile: string) => {
  const found = execFileSync('ps', ['-eo', 'pid,args'], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(profile) && !line.includes('--type=') && !line.includes('ps -eo'))
  for (const line of found) process.kill(Number.parseInt(line, 10), 'SIGKILL')
}

/** Seconds that are missing after so many kills, each after more than half a minute of counting. */
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
      await dress(context)
      const page = await openTab(context, tracker)
      await page.evaluate((who) => window.activityHarness.signIn(who), answer)
      const seconds = 35 + 7 * round
      await spend([page], seconds)
      truth += seconds
      // The stretch of a tab that died is taken over when it has been silent for a while.
      if (round === kills) {
        await settle(page, tracker)
        await context.close()
      } else {
        await sleep(300)
        const gone = context.waitForEvent('close')
        kill(profile)
        await gone
        harness.setNow(harness.now() + 60_000)
      }
    }
    return truth - (await harness.counted(answer.id))
  } finally {
    rmSync(profile, { recursive: true, force: true })
  }
}

test('given browsers killed while counting, when opened again, then at most ten seconds a kill are lost and none counts twice (D2)', async () => {
  const kills = FULL ? 20 : 2
  const missing = await missingAfterKills(kills, 'product')
  expect(missing).toBeGreaterThanOrEqual(-1)
  expect(missing).toBeLessThanOrEqual(kills * 11 + 2)
})

test('control: given a naive tracker, when its browser is killed, then all of that stretch is lost (D2)', async () => {
  expect(await missingAfterKills(1, 'naive')).toBeGreaterThan(11 + 2)
})
