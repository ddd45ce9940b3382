/** E1, E3 and E6: many random actions compared with small independent models. FULL=1 runs the long series. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { LATE_GRACE_MS, type Letter } from '#contract/assessments/shapes.ts'
import type { AttemptPage } from '#contract/assessments/assessments.ts'
import { createAttemptSweep } from '#server/features/assessments/index.ts'
import { answer, START, startExamWorld, type Answer, type Device, type ExamWorld } from './world.ts'

const FULL = process.env.FULL === '1'
const MINUTE = 60_000
const LETTERS: readonly Letter[] = ['A', 'B', 'C', 'D']
let world: ExamWorld
beforeAll(async () => {
  world = await startExamWorld()
})
afterAll(() => world.server.close())
beforeEach(() => world.server.clock.set(START))

const randomFrom = (seed: number) => {
  let state = seed
  const next = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
  return {
    share: next,
    upTo: (max: number) => Math.floor(next() * (max + 1)),
    pick: <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)]!,
  }
}

const SENT = FULL ? 1_000 : 120
test(`E1: counts none of ${SENT} random answers that are late and loses none in time`, async () => {
  const random = randomFrom(3)
  const assessment = await world.assessment({ duration_minutes: 10, attempts_allowed: 20 })
  const deadline = Date.parse(START) + 10 * MINUTE
  const tally = { kept: 0, late: 0, wrong: [] as string[] }
  for (let sent = 0; sent < SENT; sent += 6) {
    world.server.clock.set(START)
    const learner = await world.learner()
    const { page, device } = await world.begin(learner, assessment)
    const arrivals = Array.from({ length: 6 }, () => deadline - 10_000 + random.upTo(30_000))
    const expected: number[] = []
    for (const [index, arrivedAt] of arrivals.toSorted((a, b) => a - b).entries()) {
      world.server.clock.set(new Date(arrivedAt))
      const inTime = arrivedAt <= deadline + LATE_GRACE_MS
      if (inTime) expected.push(index + 1)
      const { body } = await world.save(learner, page.id, device, [
        answer(index + 1, random.pick(LETTERS), {
          age_ms: random.upTo(2 * 60 * MINUTE),
          final: random.share() < 0.5,
        }),
      ])
      const outcome = body.items[0]?.outcome
      tally[inTime ? 'kept' : 'late'] += 1
      if (outcome !== (inTime ? 'kept' : 'late')) tally.wrong.push(`${arrivedAt - deadline} ms: ${outcome}`)
    }
    const stored = await world.stored(page.id)
    if (JSON.stringify(stored.map((each) => each.position)) !== JSON.stringify(expected))
      tally.wrong.push(`stored ${JSON.stringify(stored)}`)
  }
  expect(tally.wrong).toEqual([])
  // Control: both kinds occurred.
  expect(tally.kept).toBeGreaterThan(SENT / 4)
  expect(tally.late).toBeGreaterThan(SENT / 4)
})

const WRITES = FULL ? 1_000 : 120
test(`E3: keeps checksum and answers of a submission through ${WRITES} random writes`, async () => {
  const random = randomFrom(5)
  const assessment = await world.assessment()
  const learner = await world.learner()
  const other = await world.learner()
  const { page, device } = await world.begin(learner, assessment)
  await world.save(
    learner,
    page.id,
    device,
    [1, 2, 3].map((position) => answer(position, 'A', { final: position === 1 })),
  )
  await world.submit(learner, page.id, device)
  const receipt = async () =>
    JSON.stringify(
      (await world.call<{ canonical: string }>(learner, 'GET', `/attempts/${page.id}/receipt/`)).body
        .canonical,
    )
  const before = [
    await receipt(),
    (await world.row(page.id)).answers_hash,
    JSON.stringify(await world.stored(page.id)),
  ]
  const staleDevice: Device = { holder: randomUUID(), version: 1 }
  const randomAnswer = (): Answer =>
    answer(1 + random.upTo(5), random.pick([...LETTERS, null]), {
      final: random.share() < 0.5,
      seq: 1 + random.upTo(2_000),
      age_ms: random.upTo(60 * MINUTE),
    })
  const attempt = `/attempts/${page.id}`
  const actions: (() => Promise<unknown>)[] = [
    () => world.save(learner, page.id, device, [randomAnswer(), randomAnswer()]),
    () => world.save(learner, page.id, staleDevice, [randomAnswer()]),
    () => world.save(other, page.id, device, [randomAnswer()]),
    () => world.submit(learner, page.id, device, [randomAnswer()]),
    () => world.submit(learner, page.id, staleDevice, [randomAnswer()]),
    () => world.call(learner, 'POST', `${attempt}/hold/`, { holder: randomUUID() }),
    () =>
      world.call(learner, 'POST', `${attempt}/beat/`, {
        ...device,
        position: 1 + random.upTo(5),
        events: [],
      }),
    () => world.start(learner, assessment),
    // Without permission.
    () =>
      world.call(learner, 'POST', `/admin/assessments/${assessment}/regrade/`, {
        dry_run: false,
        reason: 'Mine.',
        keys: [],
      }),
    () =>
      world.call(other, 'POST', `/admin${attempt}/extra-time/`, {
        idempotency_key: randomUUID(),
        minutes: 5,
        reason: 'Mine.',
      }),
    // With permission, but too late.
    () =>
      world.call(world.teacher, 'POST', `/admin${attempt}/extra-time/`, {
        idempotency_key: randomUUID(),
        minutes: 5,
        reason: 'Late.',
      }),
    () => createAttemptSweep(world.server.core).look(),
  ]
  for (let write = 0; write < WRITES; write += 1) {
    world.server.clock.advance(random.upTo(20_000))
    await random.pick(actions)()
  }
  const after = [
    await receipt(),
    (await world.row(page.id)).answers_hash,
    JSON.stringify(await world.stored(page.id)),
  ]
  expect(after).toEqual(before)
  const versions = await world.server.db.asSuperuser('select 1 from attempt_result where attempt_id = $1', [
    page.id,
  ])
  expect(versions).toHaveLength(1)
})

describe('two devices (E6)', () => {
  interface ModelAnswer {
    choice: Letter | null
    final: boolean
    touched: boolean
  }
  const INTERLEAVINGS = FULL ? 200 : 24
  test(`E6: stores only what the model allows in ${INTERLEAVINGS} interleavings of two devices`, async () => {
    const random = randomFrom(9)
    const assessment = await world.assessment()
    const differences: string[] = []
    let staleWrites = 0
    for (let run = 0; run < INTERLEAVINGS; run += 1) {
      world.server.clock.set(START)
      const learner = await world.learner()
      const { page, device: first } = await world.begin(learner, assessment)
      const devices: Device[] = [first, { holder: randomUUID(), version: 0 }]
      const model = new Map<number, ModelAnswer>()
      let leaseIndex = 0
      let leaseSince = Date.parse(START)
      for (let step = 0; step < 14; step += 1) {
        world.server.clock.advance(1_000 + random.upTo(3_000))
        const deviceIndex = random.upTo(1)
        const device = devices[deviceIndex]!
        if (random.share() < 0.2) {
          const newLease = { ...device, holder: randomUUID() }
          const { body } = await world.call<AttemptPage>(learner, 'POST', `/attempts/${page.id}/hold/`, {
            holder: newLease.holder,
          })
          devices[deviceIndex] = { ...newLease, version: body.version }
          leaseIndex = deviceIndex
          leaseSince = world.server.clock.now().getTime()
          continue
        }
        const sent = answer(1 + random.upTo(5), random.pick([...LETTERS, null]), {
          final: random.share() < 0.3,
          age_ms: random.upTo(8_000),
        })
        const final = sent.final && sent.choice !== null
        const givenAt = Math.max(Date.parse(START), world.server.clock.now().getTime() - sent.age_ms)
        const { status, body } = await world.save(learner, page.id, device, [
          sent,
          { ...answer(6, null), marked: true },
        ])
        const before = model.get(sent.position)
        const hasLease = deviceIndex === leaseIndex
        if (status !== 200 || body.held !== hasLease) differences.push(`run ${run}: told held ${body.held}`)
        if (!hasLease) staleWrites += 1
        const isAccepted = hasLease
          ? !before?.final
          : sent.choice !== null && givenAt <= leaseSince && !before?.touched
        if (isAccepted)
          model.set(sent.position, {
            choice: sent.choice,
            final,
            touched: sent.choice !== null || (before?.touched ?? false),
          })
      }
      const stored = new Map((await world.stored(page.id)).map((row) => [row.position, row]))
      for (let position = 1; position <= 5; position += 1) {
        const actual = stored.get(position)
        const expected = model.get(position)
        if (
          (actual?.choice ?? null) !== (expected?.choice ?? null) ||
          (actual?.final ?? false) !== (expected?.final ?? false)
        )
          differences.push(
            `run ${run}, ${position}: ${JSON.stringify(actual)} for ${JSON.stringify(expected)}`,
          )
      }
    }
    expect(differences).toEqual([])
    // Control: the stale device did write.
    expect(staleWrites).toBeGreaterThan(INTERLEAVINGS)
  })
})

test('E9: accepts sixty simultaneous submissions and grades each once', async () => {
  const assessment = await world.assessment()
  const attempts = []
  for (let index = 0; index < 60; index += 1) {
    const learner = await world.learner()
    const { page, device } = await world.begin(learner, assessment)
    const right = await world.rightLetters(page.id)
    const hits = index % 7
    const answers = right.map((letter, index) =>
      answer(index + 1, index < hits ? letter : letter === 'A' ? 'B' : 'A'),
    )
    attempts.push({ learner, page, device, answers, hits: Math.min(6, hits) })
  }
  const replies = await Promise.all(
    attempts.flatMap(({ learner, page, device, answers }) =>
      // Each is sent twice.
      [1, 2].map(() => world.submit(learner, page.id, device, answers)),
    ),
  )
  expect(replies.filter((each) => each.status !== 200)).toEqual([])
  const rows = await world.server.db.asSuperuser<{ id: string; version: number; right_answers: number }>(
    `select r.attempt_id as id, r.version, r.right_answers from attempt_result r
     join assessment_attempt a on a.client_id = r.client_id and a.id = r.attempt_id where a.assessment_id = $1`,
    [assessment],
  )
  expect(rows).toHaveLength(60)
  const byId = new Map(rows.map((row) => [row.id, row]))
  for (const { page, hits } of attempts)
    expect(byId.get(page.id)).toMatchObject({ version: 1, right_answers: hits })
})
