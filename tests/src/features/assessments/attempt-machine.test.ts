import fc from '#tests/support/property.ts'
import { describe, expect, it } from 'vitest'
import { letters, type Letter } from '#contract/assessments/shapes.ts'
import type { Attempt } from '#src/features/assessments/attempt/machine.ts'
import {
  createDisk,
  createNetwork,
  createServer,
  createTime,
  openAttempt,
  type Fate,
  type Weather,
} from './exam-world.ts'

const MINUTE = 60_000
const RUNS = process.env['FULL'] ? 2_000 : 120

const world = (options: { lengthMs?: number; knowsSeq?: boolean; keeps?: boolean; works?: boolean } = {}) => {
  const time = createTime()
  const server = createServer(time, options)
  const weather: Weather = { offline: false, fates: [] }
  const transport = createNetwork(time, server, weather)
  const disk = createDisk(time, options)
  const open = (wallOffsetMs = 0, on = disk) => openAttempt(time, transport, on, { wallOffsetMs })
  return { time, server, weather, disk, open, transport }
}
const begun = async (options: Parameters<typeof world>[0] = {}) => {
  const all = world(options)
  const exam = all.open()
  void exam.start()
  await all.time.pass(2_000)
  return { ...all, exam }
}
const saveOf = (exam: Attempt, position: number) => exam.view().questions[position - 1]?.save
const choiceOf = (exam: Attempt, position: number) => exam.view().questions[position - 1]?.choice

describe('an answer of the running attempt', () => {
  it('stores an answer on the device, sends it, and shows it as saved, in this order', async () => {
    const { time, server, disk, exam } = await begun()
    void exam.choose(1, 'B')
    expect(choiceOf(exam, 1)).toBe('B')
    expect(saveOf(exam, 1)).toEqual({ kind: 'keeping' })
    await time.pass(10)
    expect(disk.written()?.entries).toMatchObject([{ position: 1, choice: 'B' }])
    expect(saveOf(exam, 1)).toEqual({ kind: 'waiting' })
    expect(server.answer(1).choice).toBeNull()
    await time.pass(1_000)
    expect(server.answer(1).choice).toBe('B')
    expect(saveOf(exam, 1)?.kind).toBe('saved')
    expect(disk.written()?.entries).toEqual([])
  })

  it('accepts no answer after the submission', async () => {
    const { time, server, exam } = await begun()
    await Promise.all([exam.choose(1, 'B'), time.pass(500)])
    await Promise.all([exam.finish(1), time.pass(500)])
    await Promise.all([exam.choose(1, 'C'), time.pass(500)])
    expect(choiceOf(exam, 1)).toBe('B')
    expect(server.answer(1)).toMatchObject({ choice: 'B', final: true })
  })

  it('sends waiting answers when the connection is back', async () => {
    const { time, server, weather, exam } = await begun()
    weather.offline = true
    void exam.choose(1, 'A')
    void exam.choose(2, 'D')
    await time.pass(5 * MINUTE)
    expect(exam.view()).toMatchObject({ waiting: 2, reached: false, phase: 'running' })
    weather.offline = false
    exam.resync()
    await time.pass(2_000)
    expect(exam.view()).toMatchObject({ waiting: 0, reached: true })
    expect(server.answers().map((answer) => answer.choice)).toEqual(['A', 'D', null, null, null])
  })

  it('restores answers, marks and time after the page was killed offline', async () => {
    const { time, weather, disk, exam, open, server } = await begun()
    weather.offline = true
    void exam.choose(3, 'C')
    void exam.mark(4, true)
    await time.pass(MINUTE)
    exam.close()
    disk.kill()
    const next = open()
    void next.start()
    await time.pass(100)
    expect(next.view().phase).toBe('running')
    expect(next.view().questions[2]).toMatchObject({ choice: 'C', save: { kind: 'waiting' } })
    expect(next.view().questions[3]?.marked).toBe(true)
    expect(next.timeLeftMs()).toBeCloseTo(server.deadline() - time.now(), -3)
    weather.offline = false
    next.resync()
    await time.pass(2_000)
    expect(server.answer(3).choice).toBe('C')
    expect(server.answer(4).marked).toBe(true)
  })

  it('says that nothing is stored on the device, and still sends the answer', async () => {
    const { time, server, exam } = await begun({ works: false })
    void exam.choose(1, 'A')
    await time.pass(1_000)
    expect(exam.view().durable).toBe(false)
    expect(server.answer(1).choice).toBe('A')
    expect(saveOf(exam, 1)?.kind).toBe('saved')
  })
})

describe('the time of the running attempt', () => {
  it.each([7_200_000, -7_200_000])(
    'keeps the timer right within a second on a device clock that is %i ms off',
    async (offset) => {
      const { time, server, open } = world()
      const exam = open(offset)
      void exam.start()
      for (let step = 0; step < 20; step += 1) {
        await time.pass(MINUTE)
        void exam.choose((step % 5) + 1, letters[step % 4] as Letter)
        await time.pass(1_000)
        const wrong = (exam.timeLeftMs() ?? 0) - (server.deadline() - time.now())
        expect(Math.abs(wrong)).toBeLessThan(1_000)
      }
    },
  )

  it('moves the end and announces it when extra time is granted', async () => {
    const { time, server, exam } = await begun()
    const before = exam.timeLeftMs() ?? 0
    server.extend(10)
    await time.pass(25_000)
    expect(exam.timeLeftMs()).toBeGreaterThan(before + 9 * MINUTE)
    expect(exam.view().extra).toEqual({ minutes: 10, count: 1 })
  })

  it('submits the chosen answers once when the time is over', async () => {
    const { time, server, exam } = await begun({ lengthMs: 5 * MINUTE })
    void exam.choose(2, 'B')
    await time.pass(5 * MINUTE + 10_000)
    expect(exam.view()).toMatchObject({ phase: 'submitted', ending: 'time' })
    expect(server.submissions()).toBe(1)
    expect(server.answer(2).choice).toBe('B')
  })

  it('shows answers as late, not as counted, when the time ended offline', async () => {
    const { time, server, weather, exam } = await begun({ lengthMs: 5 * MINUTE })
    void exam.choose(1, 'A')
    await time.pass(MINUTE)
    weather.offline = true
    void exam.choose(2, 'B')
    await time.pass(5 * MINUTE)
    expect(exam.view()).toMatchObject({ phase: 'ending', ending: 'time' })
    void exam.choose(3, 'C')
    await time.pass(100)
    expect(choiceOf(exam, 3)).toBeNull()
    server.sweep()
    weather.offline = false
    exam.resync()
    await time.pass(20_000)
    expect(exam.view().phase).toBe('submitted')
    expect(saveOf(exam, 1)?.kind).toBe('saved')
    expect(saveOf(exam, 2)).toEqual({ kind: 'late' })
    expect(server.answer(2).choice).toBeNull()
  })
})

describe('the end of the running attempt', () => {
  it('submits once when the connection is lost during the submission', async () => {
    const { time, server, weather, exam } = await begun()
    void exam.choose(1, 'A')
    await time.pass(1_000)
    weather.fates = ['answer-lost', 'lost', 'answer-lost']
    void exam.submit()
    await time.pass(60_000)
    expect(exam.view().phase).toBe('submitted')
    expect(server.submissions()).toBe(1)
  })

  it('continues a waiting submission after the page was killed', async () => {
    const { time, server, weather, disk, exam, open } = await begun()
    void exam.choose(5, 'D')
    await time.pass(1_000)
    weather.offline = true
    void exam.submit()
    await time.pass(1_000)
    exam.close()
    disk.kill()
    weather.offline = false
    const next = open()
    void next.start()
    await time.pass(5_000)
    expect(next.view().phase).toBe('submitted')
    expect(server.submissions()).toBe(1)
    expect(disk.written()).toBeNull()
  })
})

describe('two devices', () => {
  it('makes the older device read-only until it takes the attempt back', async () => {
    const { time, server, exam, open } = await begun()
    void exam.choose(1, 'A')
    await time.pass(1_000)
    const other = open(0, createDisk(time))
    void other.start()
    await time.pass(1_000)
    void other.choose(1, 'C')
    await time.pass(1_000)
    // The older one does not know yet; its word must not overwrite the newer one.
    void exam.choose(1, 'B')
    await time.pass(1_000)
    expect(exam.view().phase).toBe('elsewhere')
    expect(server.answer(1).choice).toBe('C')
    expect(exam.view().questions[0]).toMatchObject({ choice: 'C', save: { kind: 'aside' } })
    void exam.choose(2, 'D')
    await time.pass(1_000)
    expect(server.answer(2).choice).toBeNull()
    void exam.takeOver()
    await time.pass(1_000)
    expect(exam.view().phase).toBe('running')
    void exam.choose(2, 'D')
    await time.pass(25_000)
    expect(server.answer(2).choice).toBe('D')
    expect(other.view().phase).toBe('elsewhere')
  })
})

describe('what is noted', () => {
  it('merges events within two seconds, and reports how long somebody was away', async () => {
    const { time, server, exam } = await begun()
    exam.note('blur')
    const back = exam.note('left_tab', true)
    await time.pass(9_000)
    back()
    await time.pass(1_000)
    exam.note('copy')
    await time.pass(1_000)
    expect(server.events()).toMatchObject([{ kind: 'left_tab', lasted_ms: 9_000 }, { kind: 'copy' }])
    expect(exam.view().events).toBe(2)
  })
})

/* ---- whatever happens ---- */

type Step =
  | { do: 'choose'; position: number; letter: Letter }
  | { do: 'mark'; position: number }
  | { do: 'wait'; ms: number }
  | { do: 'kill' }
  | { do: 'offline'; ms: number }

const position = fc.integer({ min: 1, max: 5 })
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('choose' as const),
      position,
      letter: fc.constantFrom(...letters),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('mark' as const), position }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.nat(5_000) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('kill' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('offline' as const), ms: fc.nat(60_000) }) },
)
const fate = fc.constantFrom<Fate>('ok', 'ok', 'lost', 'answer-lost', 'twice', 'given-up')

interface Word {
  letter: Letter
  /** Its promise was kept: it is on the disk. */
  kept: boolean
  /** The screen called it saved. */
  saved: boolean
}

/** Plays the steps; gives for each question what was said and what the server has once the weather is good again. */
const play = async (steps: readonly Step[], fates: readonly Fate[], options = {}) => {
  const { time, server, weather, disk, open } = world(options)
  let exam = open()
  void exam.start()
  await time.pass(3_000)
  weather.fates = [...fates]
  const words = new Map<number, Word[]>()
  const look = () => {
    for (const { position: at, choice, save } of exam.view().questions) {
      const newest = words.get(at)?.at(-1)
      if (save.kind === 'saved' && newest && newest.letter === choice) newest.saved = true
    }
  }
  for (const each of steps) {
    if (each.do === 'choose' && exam.view().phase === 'running') {
      const word: Word = { letter: each.letter, kept: false, saved: false }
      if (choiceOf(exam, each.position) !== each.letter) {
        words.set(each.position, [...(words.get(each.position) ?? []), word])
        const mine = exam
        void exam.choose(each.position, each.letter).then(() => {
          // A page that is gone keeps no promises.
          if (mine === exam) word.kept = true
        })
      }
    } else if (each.do === 'mark') void exam.mark(each.position, true)
    else if (each.do === 'wait') await time.pass(each.ms)
    else if (each.do === 'offline') {
      weather.offline = true
      await time.pass(each.ms)
      weather.offline = false
    } else if (each.do === 'kill') {
      exam.close()
      disk.kill()
      exam = open()
      void exam.start()
      await time.pass(50)
    }
    look()
  }
  weather.fates = []
  exam.resync()
  await time.pass(2 * MINUTE)
  look()
  return { server, exam, words }
}

/** A word that was kept or called saved is on the server, or a later one is. */
const nothingLost = async (steps: readonly Step[], fates: readonly Fate[], options = {}) => {
  const { server, exam, words } = await play(steps, fates, options)
  for (const [at, said] of words) {
    const has = server.answer(at).choice
    const last = said.findLastIndex((word) => word.kept || word.saved)
    if (last === -1) continue
    if (!said.slice(last).some((word) => word.letter === has)) return false
  }
  // And the screen says what the server has.
  return exam
    .view()
    .questions.every(
      (question) =>
        question.choice === server.answer(question.position).choice &&
        (question.choice === null || question.save.kind === 'saved'),
    )
}
const scenario = fc.tuple(fc.array(step, { maxLength: 25 }), fc.array(fate, { maxLength: 25 }))

describe('whatever happens', () => {
  it('loses no stored answer after losses, repeats, reordering and kills', async () => {
    await fc.assert(
      fc.asyncProperty(scenario, ([steps, fates]) => nothingLost(steps, fates)),
      { numRuns: RUNS },
    )
  })

  it('loses an unsent answer if the disk forgets it (control)', async () => {
    const killed: Step[] = [
      { do: 'choose', position: 1, letter: 'A' },
      { do: 'wait', ms: 100 },
      { do: 'kill' },
    ]
    expect(await nothingLost(killed, ['lost'])).toBe(true)
    expect(await nothingLost(killed, ['lost'], { keeps: false })).toBe(false)
  })

  it('keeps the wrong answer if the server ignores the sequence (control)', async () => {
    const overtaken: Step[] = [
      { do: 'choose', position: 1, letter: 'A' },
      { do: 'wait', ms: 300 },
      { do: 'choose', position: 1, letter: 'B' },
      { do: 'wait', ms: 5_000 },
    ]
    expect(await nothingLost(overtaken, ['given-up'])).toBe(true)
    expect(await nothingLost(overtaken, ['given-up'], { knowsSeq: false })).toBe(false)
  })

  it('never shows an answer as saved that does not count, whenever the attempt ends', async () => {
    await fc.assert(
      fc.asyncProperty(scenario, fc.nat(60_000), async ([steps, fates], extraMs) => {
        const { server, exam } = await play(steps, fates, { lengthMs: 10_000 + extraMs })
        const saved = exam.view().questions.filter(({ save }) => save.kind === 'saved')
        expect(saved.map(({ choice }) => choice)).toEqual(
          saved.map(({ position: at }) => server.answer(at).choice),
        )
      }),
      { numRuns: RUNS },
    )
  })
})
