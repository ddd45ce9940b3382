/** The running attempt: E1 to E4, E6 and E8 on the server, each with its control. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { LATE_GRACE_MS, type AnswerOutcome } from '#contract/assessments/shapes.ts'
import type { AssessmentCard, AssessmentPage, AttemptPage } from '#contract/assessments/assessments.ts'
import { answer, EXPLANATION_CANARY, START, startExamWorld, type Device, type ExamWorld } from './world.ts'

const MINUTE = 60_000
let world: ExamWorld
let me: number
beforeAll(async () => {
  world = await startExamWorld()
})
afterAll(() => world.server.close())
beforeEach(async () => {
  world.server.clock.set(START)
  me = await world.learner()
})

const card = async (user: number, id: number): Promise<AssessmentCard | undefined> => {
  const { body } = await world.call<{ results: AssessmentCard[] }>(user, 'GET', '/assessments/')
  return body.results.find((each) => each.id === id)
}
const outcomes = (items: { outcome: AnswerOutcome }[]) => items.map((each) => each.outcome)
const takeLease = async (user: number, attempt: string): Promise<Device> => {
  const holder = randomUUID()
  const { body } = await world.call<AttemptPage>(user, 'POST', `/attempts/${attempt}/hold/`, { holder })
  return { holder, version: body.version }
}

describe('starting once (E2)', () => {
  test('E2: creates one attempt with one order for a hundred simultaneous starts', async () => {
    const assessment = await world.assessment()
    // An overloaded server answers 503; the app retries, and so does this test.
    const start = async () => {
      for (;;) {
        const reply = await world.start(me, assessment)
        if (reply.status !== 503) return reply
      }
    }
    const replies = await Promise.all(Array.from({ length: 100 }, start))
    expect(replies.map((each) => each.status)).toEqual(Array.from({ length: 100 }, () => 200))
    expect(new Set(replies.map((each) => each.body.id)).size).toBe(1)
    expect(new Set(replies.map((each) => JSON.stringify(each.body.questions))).size).toBe(1)
    const rows = await world.server.db.asSuperuser('select id from assessment_attempt where user_id = $1', [
      me,
    ])
    expect(rows).toHaveLength(1)
  })

  test('control: shuffles differently for two learners', async () => {
    const assessment = await world.assessment({
      rules: [{ topic_id: world.topics.logic, difficulty: null, count: 12 }],
    })
    const orders = await Promise.all(
      [me, await world.learner()].map(async (user) =>
        JSON.stringify((await world.begin(user, assessment)).page.questions),
      ),
    )
    expect(orders[0]).not.toBe(orders[1])
  })
})

describe('starting', () => {
  test("lists the possible actions during an attempt's life", async () => {
    const assessment = await world.assessment()
    expect(await card(me, assessment)).toMatchObject({
      actions: ['start'],
      not_startable: null,
      questions: 6,
      duration_minutes: 30,
    })
    const { page, device } = await world.begin(me, assessment)
    expect(await card(me, assessment)).toMatchObject({ actions: ['resume'], attempts_used: 1 })
    await world.submit(me, page.id, device)
    expect(await card(me, assessment)).toMatchObject({
      actions: ['results'],
      not_startable: 'no_attempts_left',
    })
    const repeated = await world.start(me, assessment)
    expect(repeated.status).toBe(409)
  })

  test('refuses a start outside the window or when inactive, and lists the reason', async () => {
    const notOpenYet = await world.assessment({ opens_at: '2026-11-22T09:00:00.000Z' })
    const closed = await world.assessment({ closes_at: START })
    const inactive = await world.assessment()
    await world.server.db.asSuperuser(`update assessment set status = 'inactive' where id = $1`, [inactive])
    expect((await world.start(me, notOpenYet)).status).toBe(409)
    expect((await world.start(me, closed)).status).toBe(409)
    expect((await world.start(me, inactive)).status).toBe(404)
    expect(await card(me, notOpenYet)).toMatchObject({ not_startable: 'not_open_yet', actions: [] })
    expect(await card(me, closed)).toMatchObject({ not_startable: 'closed', actions: [] })
    expect(await card(me, inactive)).toBeUndefined()
  })

  test('returns the same questions, order, answers and position again', async () => {
    const { page, device } = await world.begin(me, await world.assessment())
    world.server.clock.advance(2 * MINUTE)
    await world.call(me, 'PUT', `/attempts/${page.id}/answers/`, {
      ...device,
      position: 4,
      answers: [answer(1, 'C', { final: true }), answer(4, 'A', { marked: true })],
    })
    const reread = await world.call<AttemptPage>(me, 'GET', `/attempts/${page.id}/?holder=${device.holder}`)
    expect(reread.body.questions).toEqual(page.questions)
    expect(reread.body).toMatchObject({ position: 4, time_left_ms: 28 * MINUTE, held: true })
    expect(reread.body.answers[0]).toMatchObject({ choice: 'C', final: true, marked: false, seen: true })
    expect(reread.body.answers[3]).toMatchObject({ choice: 'A', final: false, marked: true })
    expect(reread.body.answers[1]).toMatchObject({ choice: null, seen: false, saved_at: null })
  })

  test("answers 404 for somebody else's attempt", async () => {
    const { page, device } = await world.begin(me, await world.assessment())
    const other = await world.learner()
    expect((await world.call(other, 'GET', `/attempts/${page.id}/`)).status).toBe(404)
    expect((await world.save(other, page.id, device, [answer(1, 'A')])).status).toBe(404)
    expect((await world.submit(other, page.id, device)).status).toBe(404)
    expect(await world.stored(page.id)).toEqual([])
  })
})

describe("the server's clock decides (E1)", () => {
  test('E1: counts answers up to the grace period and none after it', async () => {
    const assessment = await world.assessment({ duration_minutes: 10 })
    const deadline = Date.parse(START) + 10 * MINUTE
    for (const [after, counts] of [
      [-1, true],
      [0, true],
      [LATE_GRACE_MS, true],
      [LATE_GRACE_MS + 1, false],
      [2 * 60 * MINUTE, false],
    ] as const) {
      world.server.clock.set(START)
      const learner = await world.learner()
      const { page, device } = await world.begin(learner, assessment)
      world.server.clock.set(new Date(deadline + after))
      // Whatever age the device claims.
      const sent = answer(1, 'B', { final: true, age_ms: 60 * MINUTE })
      const { body } = await world.save(learner, page.id, device, [sent])
      expect(outcomes(body.items), `${after} ms`).toEqual([counts ? 'kept' : 'late'])
      expect(await world.stored(page.id)).toHaveLength(counts ? 1 : 0)
      expect(body.state).toBe(counts ? 'open' : 'submitted')
      expect(body.time_left_ms).toBe(Math.max(0, -after))
    }
  })

  test("stores a late answer once, with the device's time, and does not count it", async () => {
    const { page, device } = await world.begin(me, await world.assessment({ duration_minutes: 10 }))
    world.server.clock.advance(20 * MINUTE)
    const sent = answer(2, 'A', { age_ms: 11 * MINUTE })
    await world.save(me, page.id, device, [sent])
    await world.save(me, page.id, device, [sent])
    const lateAnswers = await world.server.db.asSuperuser<{ given_at: Date; received_at: Date; why: string }>(
      'select given_at, received_at, why from attempt_late_answer where attempt_id = $1',
      [page.id],
    )
    expect(lateAnswers).toEqual([
      {
        given_at: new Date(Date.parse(START) + 9 * MINUTE),
        received_at: new Date(Date.parse(START) + 20 * MINUTE),
        why: 'late',
      },
    ])
    expect(await world.row(page.id)).toMatchObject({
      state: 'submitted',
      ended_by: 'deadline',
      finished_at: new Date(Date.parse(START) + 10 * MINUTE),
      answered: 0,
    })
  })
})

describe('final answers (E4)', () => {
  test('E4: accepts a repeated final answer and rejects a different one with 409', async () => {
    const { page, device } = await world.begin(me, await world.assessment())
    const sent = answer(1, 'A', { final: true })
    const first = await world.save(me, page.id, device, [sent])
    const repeated = await world.save(me, page.id, device, [sent])
    expect(repeated.body).toEqual(first.body)
    const other = await world.save(me, page.id, device, [answer(1, 'B', { final: true })])
    expect(other.status).toBe(409)
    expect(other.body).toMatchObject({ code: 'already_answered' })
    const back = await world.save(me, page.id, device, [answer(1, null), answer(2, 'C')])
    expect(outcomes(back.body.items)).toEqual(['conflict', 'kept'])
    expect(await world.stored(page.id)).toEqual([
      { position: 1, choice: 'A', final: true },
      { position: 2, choice: 'C', final: false },
    ])
  })

  test('control: changes a choice that is not final', async () => {
    const { page, device } = await world.begin(me, await world.assessment())
    await world.save(me, page.id, device, [answer(1, 'A')])
    await world.save(me, page.id, device, [answer(1, 'B')])
    await world.save(me, page.id, device, [answer(2, 'B'), answer(2, null)])
    expect(await world.stored(page.id)).toEqual([
      { position: 1, choice: 'B', final: false },
      { position: 2, choice: null, final: false },
    ])
  })

  const RACES = process.env.FULL === '1' ? 500 : 40
  test(`E4: lets exactly one of two simultaneous final answers win, ${RACES} times`, async () => {
    const assessment = await world.assessment()
    let races = 0
    while (races < RACES) {
      const learner = await world.learner()
      const { page, device } = await world.begin(learner, assessment)
      for (let position = 1; position <= 6 && races < RACES; position += 1, races += 1) {
        const replies = await Promise.all(
          (['A', 'B'] as const).map((choice) =>
            world.save(learner, page.id, device, [answer(position, choice, { final: true })]),
          ),
        )
        expect(replies.map((each) => each.status).toSorted((a, b) => a - b)).toEqual([200, 409])
        const winner = replies.find((each) => each.status === 200)?.body.items[0]?.kept.choice
        expect((await world.stored(page.id))[position - 1]?.choice).toBe(winner)
      }
    }
  })
})

describe('one device holds the lease (E6)', () => {
  test("E6: keeps the newer device's answers and fills gaps with the older device's", async () => {
    const { page, device: oldDevice } = await world.begin(me, await world.assessment())
    await world.save(me, page.id, oldDevice, [answer(1, 'A')])
    world.server.clock.advance(MINUTE)
    const newDevice = await takeLease(me, page.id)
    await world.save(me, page.id, newDevice, [answer(2, 'D'), answer(5, 'A'), answer(5, null)])
    world.server.clock.advance(MINUTE)
    const { body } = await world.save(me, page.id, oldDevice, [
      answer(1, 'B', { age_ms: 90_000 }),
      answer(2, 'A', { age_ms: 90_000 }),
      // Given before it lost the lease, and unanswered since: counts.
      answer(3, 'C', { age_ms: 90_000 }),
      // Given after it lost the lease.
      answer(4, 'C', { age_ms: 10_000 }),
      // Cleared on the newer device.
      answer(5, 'C', { age_ms: 90_000 }),
    ])
    expect(body.held).toBe(false)
    expect(outcomes(body.items)).toEqual(['elsewhere', 'elsewhere', 'kept', 'elsewhere', 'elsewhere'])
    expect((await world.stored(page.id)).map(({ position, choice }) => [position, choice])).toEqual([
      [1, 'A'],
      [2, 'D'],
      [3, 'C'],
      [5, null],
    ])
    const submit = await world.submit(me, page.id, oldDevice)
    expect(submit.status).toBe(409)
    expect(await world.row(page.id)).toMatchObject({ state: 'open' })
    const setAside = await world.server.db.asSuperuser(
      'select 1 from attempt_late_answer where attempt_id = $1',
      [page.id],
    )
    expect(setAside).toHaveLength(4)
  })

  test('ignores an older state of a question that arrives after a newer one', async () => {
    const { page, device } = await world.begin(me, await world.assessment())
    const [first, second] = [answer(1, 'A'), answer(1, 'B')]
    await world.save(me, page.id, device, [second])
    const { body } = await world.save(me, page.id, device, [first])
    expect(body.items[0]).toMatchObject({ outcome: 'already', kept: { choice: 'B' } })
  })

  test('changes nothing when the same device takes the lease again', async () => {
    const { page, device } = await world.begin(me, await world.assessment())
    const { body } = await world.call<AttemptPage>(me, 'POST', `/attempts/${page.id}/hold/`, {
      holder: device.holder,
    })
    expect(body.version).toBe(device.version)
    expect(body.held).toBe(true)
  })
})

describe('submission', () => {
  test('submits once with the last answers and repeats the same response', async () => {
    const { page, device } = await world.begin(me, await world.assessment())
    const right = await world.rightLetters(page.id)
    const lastAnswers = [answer(1, right[0] ?? 'A'), answer(2, right[1] ?? 'A', { final: true })]
    world.server.clock.advance(MINUTE)
    const first = await world.submit(me, page.id, device, lastAnswers)
    world.server.clock.advance(MINUTE)
    const repeated = await world.submit(me, page.id, device, lastAnswers)
    expect(repeated.body).toEqual(first.body)
    expect(first.body).toMatchObject({
      ended_by: 'learner',
      answered: 2,
      questions: 6,
      not_counted: [],
      finished_at: new Date(Date.parse(START) + MINUTE).toISOString(),
    })
    const results = await world.server.db.asSuperuser(
      'select right_answers, percent::float8 as percent from attempt_result where attempt_id = $1',
      [page.id],
    )
    expect(results).toEqual([{ right_answers: 2, percent: 33.33 }])
  })

  test('sets answers after the submission aside and keeps the hash', async () => {
    const { page, device } = await world.begin(me, await world.assessment())
    await world.save(me, page.id, device, [answer(1, 'A')])
    const { body: first } = await world.submit(me, page.id, device)
    const afterSubmit = await world.save(me, page.id, device, [answer(1, 'B'), answer(2, 'A')])
    expect(outcomes(afterSubmit.body.items)).toEqual(['late', 'late'])
    const { body: repeated } = await world.submit(me, page.id, device, [answer(3, 'A')])
    expect(repeated).toEqual({ ...first, not_counted: [3] })
    expect(await world.stored(page.id)).toEqual([{ position: 1, choice: 'A', final: false }])
  })

  test('is protected by the database after the submission', async () => {
    const { page, device } = await world.begin(me, await world.assessment())
    await world.save(me, page.id, device, [answer(1, 'A')])
    const write = (text: string) =>
      world.server.core.db.withTenant(7, (db) =>
        db.executeQuery({
          sql: text,
          parameters: [page.id],
          query: { kind: 'RawNode' } as never,
          queryId: { queryId: randomUUID() },
        }),
      )
    // Control: while the attempt is open, an answer may change.
    await write(`update attempt_answer set choice = 'C' where attempt_id = $1`)
    await world.submit(me, page.id, device)
    const forbidden = [
      `update attempt_answer set choice = 'B' where attempt_id = $1`,
      `delete from attempt_answer where attempt_id = $1`,
      `insert into attempt_answer (client_id, attempt_id, position, choice, seq, holder) values (7, $1, 2, 'A', 1, $1)`,
      `update assessment_attempt set answers_hash = repeat('0', 64) where id = $1`,
      `update assessment_attempt set state = 'open', finished_at = null, ended_by = null, answers_hash = null where id = $1`,
      `update assessment_attempt set finished_at = now() where id = $1`,
      `update attempt_question set option_order = 'DCBA' where attempt_id = $1`,
      `delete from attempt_question where attempt_id = $1`,
      `update attempt_result set percent = 100 where attempt_id = $1`,
      `delete from attempt_result where attempt_id = $1`,
    ]
    for (const text of forbidden) await expect(write(text), text).rejects.toThrow(/stay|append-only/)
    expect(await world.stored(page.id)).toEqual([{ position: 1, choice: 'C', final: false }])
  })
})

describe('integrity events', () => {
  test('merges reports within two seconds and counts repeated ones once', async () => {
    const { page, device } = await world.begin(me, await world.assessment())
    world.server.clock.advance(MINUTE)
    const report = (kind: string, age: number) => ({
      id: randomUUID(),
      kind,
      age_ms: age,
      lasted_ms: 0,
      position: 1,
    })
    const events = [
      report('left_fullscreen', 10_000),
      report('blur', 9_900),
      report('left_tab', 8_000),
      report('copy', 7_999),
      // Before the attempt started: ignored.
      report('paste', 2 * MINUTE),
    ]
    const beat = () =>
      world.call<{ events: number }>(me, 'POST', `/attempts/${page.id}/beat/`, {
        ...device,
        position: 3,
        events,
      })
    expect((await beat()).body).toMatchObject({ events: 2, held: true, time_left_ms: 29 * MINUTE })
    expect((await beat()).body.events).toBe(2)
    expect(await world.row(page.id)).toMatchObject({ events: 2, position: 3 })
  })
})

describe('the key stays secret (E8)', () => {
  test('E8: never sends keys or explanations during an attempt', async () => {
    const assessment = await world.assessment()
    const { page, device } = await world.begin(me, assessment)
    const bodies = [
      page,
      (await world.call<AssessmentPage>(me, 'GET', `/assessments/${assessment}/`)).body,
      (await world.call(me, 'GET', '/assessments/')).body,
      (await world.call(me, 'GET', `/attempts/${page.id}/`)).body,
      (await world.save(me, page.id, device, [answer(1, 'A', { final: true })])).body,
    ]
    const text = JSON.stringify(bodies)
    expect(text).not.toContain(EXPLANATION_CANARY)
    // A running attempt in the list has no score: null.
    expect(text).not.toMatch(/"(answer|right|correct|explanation|explanations|key_letter)":(?!null)/)
    expect(JSON.stringify({ right: 3 })).toMatch(/"(answer|right|correct)":(?!null)/)
    // Right and wrong answers get the same response.
    const right = await world.rightLetters(page.id)
    const wrong = (letter: string) => (letter === 'A' ? 'B' : 'A')
    const replies = [
      await world.save(me, page.id, device, [answer(2, right[1] ?? 'A', { seq: 900, final: true })]),
      await world.save(me, page.id, device, [answer(3, wrong(right[2] ?? 'A'), { seq: 900, final: true })]),
    ].map(({ body }) => JSON.stringify(body).replaceAll(/"(position|choice)":("\w"|\d)/g, ''))
    expect(replies[0]).toBe(replies[1])
  })

  test('control: finds the canary in the tables', async () => {
    const [row] = await world.server.db.asSuperuser<{ n: number }>(
      `select count(*)::int as n from bank_question_version where explanations::text like '%${EXPLANATION_CANARY}%'`,
    )
    expect(row?.n).toBe(24)
  })
})
