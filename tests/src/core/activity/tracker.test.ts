import fc from '#tests/support/property.ts'
import { describe, expect, it } from 'vitest'
import { startTracker } from '#src/core/activity/tracker.ts'
import { createWorld, type World } from './world.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const near = (actual: number, wanted: number, allowed: number) =>
  expect(Math.abs(actual - wanted)).toBeLessThanOrEqual(allowed)

describe('tracker in a visible tab', () => {
  it('sends and restarts the current session every two minutes', async () => {
    const world = createWorld()
    await world.pass(2 * MINUTE + 5 * SECOND)
    expect(world.received).toHaveLength(1)
    expect(world.received[0]).toMatchObject({
      time_spent_seconds: 120,
      date: '2026-01-15',
      session_only: true,
      device_type: 'desktop',
    })
    expect(world.tracker().state().interval?.elapsedMs).toBe(5 * SECOND)
  })

  it('ends and sends the session when hidden, and starts a new one when shown again', async () => {
    const world = createWorld()
    await world.pass(42 * SECOND)
    await world.show(false)
    expect(world.received.map((payload) => payload.time_spent_seconds)).toEqual([42])
    await world.pass(10 * MINUTE)
    await world.show(true)
    await world.pass(7 * SECOND)
    await world.show(false)
    expect(world.received.map((payload) => payload.time_spent_seconds)).toEqual([42, 7])
    expect(new Set(world.received.map((payload) => payload.segment_id)).size).toBe(2)
  })

  it('ends nothing when the window loses focus to a frame for less than a task', async () => {
    const world = createWorld()
    await world.pass(30 * SECOND)
    // The blur event fires, but by the next task the document has its focus back.
    await world.focus(true)
    expect(world.received).toEqual([])
    expect(world.tracker().state().interval?.elapsedMs).toBe(30 * SECOND)
  })

  it('counts the time once when the tab is hidden and then frozen', async () => {
    const world = createWorld()
    await world.pass(20 * SECOND)
    await world.show(false)
    await world.leave('freeze')
    await world.leave('page_unload')
    expect(world.creditedMs()).toBe(20 * SECOND)
  })
})

describe('tracker that starts after its page', () => {
  it('counts four seconds for which the page was visible before', async () => {
    const world = createWorld(undefined, { presentFor: 4 * SECOND })
    await world.pass(20 * SECOND)
    await world.show(false)
    expect(world.creditedMs()).toBe(24 * SECOND)
  })

  it('counts no more than a step from before its start, which may have been sleep', async () => {
    const world = createWorld(undefined, { presentFor: 60 * MINUTE })
    await world.pass(20 * SECOND)
    await world.show(false)
    expect(world.creditedMs()).toBe(30 * SECOND)
  })

  it('counts from its own start when nothing is known from before', async () => {
    const world = createWorld()
    await world.pass(20 * SECOND)
    await world.show(false)
    expect(world.creditedMs()).toBe(20 * SECOND)
  })
})

describe('time that is no study', () => {
  it('counts nothing of eight hours of sleep', async () => {
    const world = createWorld()
    await world.pass(60 * SECOND)
    world.sleep(8 * 60 * MINUTE)
    await world.pass(60 * SECOND)
    await world.show(false)
    near(world.creditedMs(), 120 * SECOND, 2 * SECOND)
  })

  it('gains and loses nothing when the clock is set by an hour', async () => {
    const world = createWorld()
    await world.pass(60 * SECOND)
    world.setClock(60 * MINUTE)
    await world.pass(60 * SECOND)
    world.setClock(-60 * MINUTE)
    await world.pass(60 * SECOND)
    await world.show(false)
    near(world.creditedMs(), 180 * SECOND, 2 * SECOND)
  })
})

describe('the end of a day', () => {
  it('closes the day at midnight: history, total 0 and a new session id', async () => {
    const world = createWorld(Date.UTC(2026, 0, 15, 23, 58))
    const before = world.tracker().state().sessionId
    await world.pass(4 * MINUTE)
    await world.show(false)
    expect(world.tracker().state().sessionId).not.toBe(before)
    const history = world.notes.read('history') as Record<string, number>
    near(history['2026-01-15'] ?? 0, 120, 61)
    near(world.creditedMs(), 4 * MINUTE, 2 * SECOND)
  })

  it('takes a new session id after more than 30 minutes away only', async () => {
    const world = createWorld()
    await world.pass(10 * SECOND)
    const first = world.tracker().state().sessionId
    await world.show(false)
    await world.pass(29 * MINUTE)
    await world.show(true)
    expect(world.tracker().state().sessionId).toBe(first)
    await world.pass(10 * SECOND)
    await world.show(false)
    world.sleep(31 * MINUTE)
    await world.show(true)
    expect(world.tracker().state().sessionId).not.toBe(first)
  })
})

describe('a network that fails', () => {
  it('stores time after three failed retries and sends it once when online again', async () => {
    const world = createWorld()
    world.network(() => 'lost request')
    await world.pass(50 * SECOND)
    await world.show(false)
    await world.pass(10 * MINUTE)
    expect(world.creditedMs()).toBe(0)
    world.network(() => 'ok')
    await world.goOnline()
    await world.pass(SECOND)
    expect(world.creditedMs()).toBe(50 * SECOND)
    expect(await world.store.all('user-1')).toEqual([])
  })

  it('repeats with the same id when answers are lost, so that nothing counts twice', async () => {
    const world = createWorld()
    let calls = 0
    world.network(() => (++calls % 3 === 0 ? 'ok' : 'lost answer'))
    await world.pass(130 * SECOND)
    await world.show(false)
    await world.pass(10 * MINUTE)
    expect(world.received.length).toBeGreaterThan(2)
    expect(world.creditedMs()).toBe(130 * SECOND)
  })

  it('sends an interval that looks like one of the last 30 s later instead of losing it', async () => {
    const world = createWorld()
    for (let round = 0; round < 2; round += 1) {
      await world.show(true)
      await world.pass(7 * SECOND)
      await world.focus(false)
      await world.focus(true)
    }
    await world.show(false)
    await world.pass(3 * MINUTE)
    expect(world.creditedMs()).toBe(14 * SECOND)
  })
})

describe('a crash', () => {
  it('loses at most the time since the last backup when the browser dies', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 200 }), async (seconds) => {
        const world = createWorld()
        await world.pass(seconds * SECOND)
        await world.crash()
        await world.show(false)
        await world.pass(3 * MINUTE)
        const lost = seconds * SECOND - world.creditedMs()
        expect(lost).toBeGreaterThanOrEqual(0)
        expect(lost).toBeLessThanOrEqual(11 * SECOND)
      }),
      { numRuns: 40 },
    )
  })

  it('sends a person’s unsent time only after that person is back', async () => {
    const world = createWorld()
    world.network(() => 'lost request')
    await world.pass(600 * SECOND)
    await world.show(false)
    world.network(() => 'ok')
    world.signInAs('user-2')
    await world.goOnline()
    await world.pass(5 * MINUTE)
    expect(world.creditedMs('user-2')).toBe(0)
    world.signInAs('user-1')
    await world.goOnline()
    await world.pass(5 * MINUTE)
    near(world.creditedMs('user-1'), 600 * SECOND, SECOND)
  })
})

/** As one would write it first: from showing to hiding, by the wall clock. */
const wallClockTracker: typeof startTracker = (parts) => {
  const { page } = parts
  let began: number | null = parts.now().wall
  let seq = 0
  const end = () => {
    if (began === null) return
    const { wall, mono, day } = parts.now()
    const segment = {
      id: `${parts.pageLife}.${seq}`,
      sessionId: 'naive',
      seq,
      startedAtWall: began,
      endedMono: mono,
      elapsedMs: wall - began,
      day,
    }
    const { pageLife } = parts
    const owner = parts.owner() ?? ''
    began = null
    seq += 1
    void parts.delivery.deliver(
      { segment, owner, phase: 'finished', how: null, emergency: false, pageLife, writtenAt: wall },
      true,
    )
  }
  const stop = page.onPresence(() => {
    if (page.visible() && page.focused()) began ??= parts.now().wall
    else end()
  })
  return {
    stop,
    finish: () => Promise.resolve(end()),
    state: () => {
      throw new Error('it has none')
    },
  }
}

type Move =
  | { kind: 'look' | 'away' | 'blur' | 'focus'; seconds: number }
  | { kind: 'sleep'; seconds: number }
  | { kind: 'freeze'; seconds: number }

const move: fc.Arbitrary<Move> = fc.record({
  kind: fc.constantFrom('look', 'away', 'blur', 'focus', 'sleep', 'freeze'),
  seconds: fc.integer({ min: 1, max: 400 }),
})

/** Plays a schedule; answers the truth: seconds in which the tab was visible, focused and awake. */
const play = async (world: World, moves: readonly Move[]): Promise<number> => {
  let visible = true
  let focused = true
  let truth = 0
  for (const { kind, seconds } of moves) {
    if (kind === 'sleep') {
      // Short sleeps cannot be told from a busy page; the schedule's own truth leaves out only long ones.
      if (seconds > 10) world.sleep(seconds * SECOND)
      continue
    }
    if (kind === 'freeze') {
      await world.leave('freeze')
      world.sleep(seconds * SECOND)
      await world.show(visible)
      continue
    }
    if (kind === 'look' || kind === 'away') visible = kind === 'look'
    else focused = kind === 'focus'
    await world.show(visible)
    await world.focus(focused)
    await world.pass(seconds * SECOND)
    if (visible && focused) truth += seconds * SECOND
  }
  await world.show(false)
  await world.pass(5 * MINUTE)
  return truth
}

describe('random schedules of looking, leaving, sleeping and freezing', () => {
  it('delivers the true time within 1 % or 2 s, and never more than 1 s above it', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(move, { minLength: 1, maxLength: 25 }),
        fc.infiniteStream(fc.nat(9)),
        async (moves, dice) => {
          const world = createWorld()
          const fates = dice[Symbol.iterator]()
          world.network(() => ((fates.next().value ?? 9) < 3 ? 'lost answer' : 'ok'))
          const truth = await play(world, moves)
          world.network(() => 'ok')
          await world.goOnline()
          await world.pass(20 * MINUTE)
          const credited = world.creditedMs()
          expect(credited).toBeLessThanOrEqual(truth + SECOND)
          expect(truth - credited).toBeLessThanOrEqual(Math.max(0.01 * truth, 2 * SECOND))
        },
      ),
      { numRuns: 100 },
    )
  })

  /** Judged by the same rule as above. */
  const isFair = async (moves: readonly Move[], start: typeof startTracker) => {
    const world = createWorld(undefined, { start })
    const truth = await play(world, moves)
    const credited = world.creditedMs()
    return credited <= truth + SECOND && truth - credited <= Math.max(0.01 * truth, 2 * SECOND)
  }
  const looks: Move[] = [
    { kind: 'look', seconds: 60 },
    { kind: 'away', seconds: 200 },
    { kind: 'look', seconds: 30 },
  ]
  const sleeps: Move[] = [
    { kind: 'look', seconds: 60 },
    { kind: 'sleep', seconds: 300 },
    { kind: 'look', seconds: 60 },
  ]

  it('control: a tracker that always believes it is visible breaks the rule', async () => {
    const blind: typeof startTracker = (parts) =>
      startTracker({
        ...parts,
        page: { ...parts.page, visible: () => true, focused: () => true, onLeave: () => () => undefined },
      })
    expect(await isFair(looks, startTracker)).toBe(true)
    const world = createWorld(undefined, { start: blind })
    const truth = await play(world, looks)
    expect(world.creditedMs()).toBeGreaterThan(truth + SECOND)
  })

  it('control: a tracker that trusts the wall clock breaks the rule when the machine sleeps', async () => {
    expect(await isFair(sleeps, startTracker)).toBe(true)
    expect(await isFair(looks, wallClockTracker)).toBe(true)
    expect(await isFair(sleeps, wallClockTracker)).toBe(false)
  })

  it('control: a tracker that trusts the wall clock gains an hour when the clock is set', async () => {
    const world = createWorld(undefined, { start: wallClockTracker })
    await world.pass(60 * SECOND)
    world.setClock(60 * MINUTE)
    await world.pass(60 * SECOND)
    await world.show(false)
    expect(world.creditedMs()).toBeGreaterThan(60 * MINUTE)
  })
})
