import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { startTracker } from '#src/core/activity/tracker.ts'
import { createWorld, type World } from './world.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const near = (actual: number, wanted: number, allowed: number) =>
  expect(Math.abs(actual - wanted)).toBeLessThanOrEqual(allowed)

describe('given a tab that is looked at', () => {
  it('when two minutes pass, then the current session time is sent and restarted', async () => {
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

  it('when it is hidden, then the session ends and its time is sent; when shown again, then a fresh one starts', async () => {
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

  it('when the window loses focus for less than a task (a frame took it), then nothing ends', async () => {
    const world = createWorld()
    await world.pass(30 * SECOND)
    // The blur event fires, but by the next task the document has its focus back.
    await world.focus(true)
    expect(world.received).toEqual([])
    expect(world.tracker().state().interval?.elapsedMs).toBe(30 * SECOND)
  })

  it('when it is left twice in a row (hidden, then frozen), then its time counts once', async () => {
    const world = createWorld()
    await world.pass(20 * SECOND)
    await world.show(false)
    await world.leave('freeze')
    await world.leave('page_unload')
    expect(world.creditedMs()).toBe(20 * SECOND)
  })
})

describe('given a tracker that starts after its page', () => {
  it('when the page had been looked at for four seconds, then those count', async () => {
    const world = createWorld(undefined, { presentFor: 4 * SECOND })
    await world.pass(20 * SECOND)
    await world.show(false)
    expect(world.creditedMs()).toBe(24 * SECOND)
  })

  it('when that is longer ago than a step, then no more than a step counts: it may have been sleep', async () => {
    const world = createWorld(undefined, { presentFor: 60 * MINUTE })
    await world.pass(20 * SECOND)
    await world.show(false)
    expect(world.creditedMs()).toBe(30 * SECOND)
  })

  it('when nobody knows, then it counts from its own start', async () => {
    const world = createWorld()
    await world.pass(20 * SECOND)
    await world.show(false)
    expect(world.creditedMs()).toBe(20 * SECOND)
  })
})

describe('given time that is no study', () => {
  it('when the machine sleeps eight hours, then none of it counts', async () => {
    const world = createWorld()
    await world.pass(60 * SECOND)
    world.sleep(8 * 60 * MINUTE)
    await world.pass(60 * SECOND)
    await world.show(false)
    near(world.creditedMs(), 120 * SECOND, 2 * SECOND)
  })

  it('when the clock is set an hour forth or back, then neither an hour is won nor lost', async () => {
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

describe('given the end of a day', () => {
  it('when midnight passes, then the day is closed into the history, the total starts at 0, and the session id is new', async () => {
    const world = createWorld(Date.UTC(2026, 0, 15, 23, 58))
    const before = world.tracker().state().sessionId
    await world.pass(4 * MINUTE)
    await world.show(false)
    expect(world.tracker().state().sessionId).not.toBe(before)
    const history = world.notes.read('history') as Record<string, number>
    near(history['2026-01-15'] ?? 0, 120, 61)
    near(world.creditedMs(), 4 * MINUTE, 2 * SECOND)
  })

  it('when one comes back after more than 30 minutes, then the session id is new; after less, it is the same', async () => {
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

describe('given a network that fails', () => {
  it('when three retries fail, then the time is kept and sent on coming online, once', async () => {
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

  it('when answers are lost, then repeats carry the same id, so nothing counts twice', async () => {
    const world = createWorld()
    let calls = 0
    world.network(() => (++calls % 3 === 0 ? 'ok' : 'lost answer'))
    await world.pass(130 * SECOND)
    await world.show(false)
    await world.pass(10 * MINUTE)
    expect(world.received.length).toBeGreaterThan(2)
    expect(world.creditedMs()).toBe(130 * SECOND)
  })

  it('when two stretches look alike within 30 s, then the second waits and is sent later, not lost', async () => {
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

describe('given a crash', () => {
  it('when the browser dies at any moment, then at most the time since the last backup is lost', async () => {
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

  it('when somebody else signs in with time of the first waiting, then it is not sent; the first gets it on return', async () => {
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

describe('given random schedules of looking, leaving, sleeping and freezing', () => {
  it('when played, then what arrives is the truth within 1 % or 2 s, and never more than 1 s above it', async () => {
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

  it('control: given a tracker that believes it is always looked at, when played, then the rule is broken', async () => {
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

  it('control: given a tracker that trusts the wall clock, when the machine sleeps, then the rule is broken', async () => {
    expect(await isFair(sleeps, startTracker)).toBe(true)
    expect(await isFair(looks, wallClockTracker)).toBe(true)
    expect(await isFair(sleeps, wallClockTracker)).toBe(false)
  })

  it('control: given a tracker that trusts the wall clock, when the clock is set an hour forth, then an hour is won', async () => {
    const world = createWorld(undefined, { start: wallClockTracker })
    await world.pass(60 * SECOND)
    world.setClock(60 * MINUTE)
    await world.pass(60 * SECOND)
    await world.show(false)
    expect(world.creditedMs()).toBeGreaterThan(60 * MINUTE)
  })
})
