import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TopicPage } from '#contract/courses/topic-page.ts'
import type { ProblemAnswer, RunOutput } from '#contract/problems/problems.ts'
import { addPerson } from '#tests/support/server/people.ts'
import { CLIENT, topicOf } from '#tests/server/courses/world.ts'
import {
  HINT_CANARY,
  KEY_CANARY,
  SOLUTION_CANARY,
  startProblemWorld,
  TEST,
  type ProblemWorld,
} from './world.ts'

let world: ProblemWorld
let learner: number
let learners = 0
beforeAll(async () => {
  world = await startProblemWorld()
})
afterAll(() => world.server.close())
beforeEach(async () => {
  learners += 1
  learner = await world.learner(`Learner ${learners}`)
})

const code = (text: string): ProblemAnswer => ({ kind: 'javascript', code: text })
const outputsOf = (open: string, hidden: string): RunOutput[] => [
  { test_id: TEST.open, outcome: 'output', output: open, error: '' },
  { test_id: TEST.hidden, outcome: 'output', output: hidden, error: '' },
]
const RIGHT = outputsOf('4', `"${KEY_CANARY}"`)
/** Takes the tests and submits these outputs. */
const solve = async (outputs: RunOutput[], answer = code('one')) => {
  const { body } = await world.take(learner, 'Code', answer)
  return world.submit(learner, 'Code', { answer, ticket: body.ticket, outputs })
}

describe('hidden tests', () => {
  test('never reveals what hidden tests expect before submitting', async () => {
    const topic = topicOf(world.detail, 'Problems').id
    const page = await world.call<TopicPage>(learner, 'GET', `/courses/${world.detail.id}/topics/${topic}/`)
    const problem = await world.page(learner, 'Code')
    const tests = await world.take(learner, 'Code', code('one'))
    const seen = JSON.stringify([page.body, problem.body, tests.body])
    expect(seen).not.toContain(KEY_CANARY)
    expect(problem.body.problem).toMatchObject({ hidden_tests: 1 })
    expect(JSON.stringify(problem.body)).not.toContain(TEST.hidden)
    expect(tests.body.tests.map((each) => each.hidden)).toEqual([false, true])
  })

  test('control: finds the key in the table', async () => {
    const rows = await world.server.db.asSuperuser<{ found: boolean }>(
      `select authored::text like '%${KEY_CANARY}%' as found, shown::text like '%${KEY_CANARY}%' as leaked
       from item_problem where item_id = $1`,
      [world.id('Code')],
    )
    expect(rows).toEqual([{ found: true, leaked: false }])
  })

  test('shows outputs of visible tests only after a wrong answer', async () => {
    const { status, body } = await solve(outputsOf('5', '"no"'))
    expect(status).toBe(201)
    expect(body.submission).toMatchObject({ state: 'failed', passed: 0, total: 2, points_earned: 0 })
    expect(body.submission.tests[0]).toMatchObject({ output: '5', expected: '4', passed: false })
    expect(body.submission.tests[1]).toMatchObject({ output: '', expected: '', passed: false, hidden: true })
    expect(JSON.stringify(body)).not.toContain(KEY_CANARY)
    expect(body.progress.item.state).toBe('in_progress')
  })
})

describe('hints and solution', () => {
  const tryOnce = async (output: string) => {
    const answer = code('one')
    const { body } = await world.take(learner, 'Helped', answer)
    const outputs = [{ test_id: TEST.open, outcome: 'output', output, error: '' }]
    const sent = await world.submit(learner, 'Helped', { answer, ticket: body.ticket, outputs })
    return { sent, everything: JSON.stringify([body, sent.body, await world.page(learner, 'Helped')]) }
  }

  test('keeps both on the server until the learner has tried often enough', async () => {
    const topic = topicOf(world.detail, 'Problems').id
    const page = await world.call<TopicPage>(learner, 'GET', `/courses/${world.detail.id}/topics/${topic}/`)
    const before = await world.page(learner, 'Helped')
    const seen = JSON.stringify([page.body, before.body])
    expect(seen).not.toContain(SOLUTION_CANARY)
    expect(seen).not.toContain(HINT_CANARY)
    expect(before.body.help).toMatchObject({
      hints: [{ text: 'Think of adding.' }],
      next_hint_in: 1,
      solution: null,
      solution_in: 2,
    })

    const first = await tryOnce('5')
    expect(first.everything).not.toContain(SOLUTION_CANARY)
    expect(first.sent.body.help).toMatchObject({ next_hint_in: null, solution: null, solution_in: 1 })
    expect(first.sent.body.help?.hints.map(({ text }) => text)).toEqual(['Think of adding.', HINT_CANARY])

    const second = await tryOnce('5')
    expect(second.sent.body.help?.solution).toContain(SOLUTION_CANARY)
    expect((await world.page(learner, 'Helped')).body.help?.solution).toContain(SOLUTION_CANARY)
  })

  test('opens both for a learner who has solved the problem', async () => {
    const { sent } = await tryOnce('4')
    expect(sent.body.submission.state).toBe('accepted')
    expect(sent.body.help).toMatchObject({ next_hint_in: null, solution_in: null })
    expect(sent.body.help?.solution).toContain(SOLUTION_CANARY)
  })

  test('sends no help with a problem whose author gave none', async () => {
    expect((await world.page(learner, 'Code')).body).not.toHaveProperty('help')
  })

  test('reads a problem that was stored before there was help', async () => {
    await world.server.db.asSuperuser(
      `update item_problem set authored = authored - 'hints' - 'solution_after' where item_id = $1`,
      [world.id('Few tries')],
    )
    expect(await world.page(learner, 'Few tries')).toMatchObject({ status: 200 })
  })
})

describe('tickets', () => {
  test('rejects a ticket that was used before', async () => {
    const answer = code('one')
    const { body } = await world.take(learner, 'Code', answer)
    const submit = () => world.submit(learner, 'Code', { answer, ticket: body.ticket, outputs: RIGHT })
    expect((await submit()).status).toBe(201)
    expect((await submit()).status).toBe(409)
  })

  test('rejects a ticket that was issued for another answer', async () => {
    const { body } = await world.take(learner, 'Code', code('one'))
    const { status } = await world.submit(learner, 'Code', {
      answer: code('two'),
      ticket: body.ticket,
      outputs: RIGHT,
    })
    expect(status).toBe(409)
  })

  test("rejects a missing or expired ticket and somebody else's", async () => {
    const answer = code('one')
    expect((await world.submit(learner, 'Code', { answer, outputs: RIGHT })).status).toBe(409)
    const { body } = await world.take(learner, 'Code', answer)
    const other = await world.learner('Other')
    expect((await world.submit(other, 'Code', { answer, ticket: body.ticket, outputs: RIGHT })).status).toBe(
      409,
    )
    world.server.clock.advance(16 * 60_000)
    expect(
      (await world.submit(learner, 'Code', { answer, ticket: body.ticket, outputs: RIGHT })).status,
    ).toBe(409)
  })
})

describe('grading by tests', () => {
  test('completes the problem, and counts badge and points, when all tests pass', async () => {
    const { body } = await solve(RIGHT)
    expect(body.submission).toMatchObject({ state: 'accepted', passed: 2, points_earned: 10 })
    expect(body.progress.item.state).toBe('completed')
    expect(body.standing).toMatchObject({ attempts: 1, solved: true, best_points: 10 })
    const badges = await world.call<{ badges: { badge: string; earned_at: string | null; value: number }[] }>(
      learner,
      'GET',
      '/student/badges/',
    )
    expect(badges.body.badges.find((each) => each.badge === 'first_problem')?.earned_at).not.toBeNull()
    const rows = await world.server.db.asSuperuser(
      'select earned_points, attempts from item_progress where user_id = $1',
      [learner],
    )
    expect(rows).toEqual([{ earned_points: 10, attempts: 1 }])
  })

  test('keeps a solved problem completed with its best points after a worse answer', async () => {
    await solve(RIGHT)
    const { body } = await solve(outputsOf('0', '0'), code('worse'))
    expect(body.submission.state).toBe('failed')
    expect(body.progress.item.state).toBe('completed')
    expect(body.standing).toMatchObject({ attempts: 2, solved: true, best_points: 10 })
  })

  test('fails tests that timed out or were left out', async () => {
    const { body } = await solve([{ test_id: TEST.open, outcome: 'time', output: '4', error: '' }])
    expect(body.submission.tests.map(({ passed, outcome }) => [passed, outcome])).toEqual([
      [false, 'time'],
      [false, 'stopped'],
    ])
  })

  test('returns the first submission when its key is repeated', async () => {
    const answer = code('one')
    const key = randomUUID()
    const { body: tests } = await world.take(learner, 'Code', answer)
    const submit = () =>
      world.submit(learner, 'Code', { idempotency_key: key, answer, ticket: tests.ticket, outputs: RIGHT })
    const first = await submit()
    const second = await submit()
    expect(second.body.submission).toEqual(first.body.submission)
    expect((await world.page(learner, 'Code')).body.submissions).toHaveLength(1)
  })

  test('rejects a third attempt when the limit is two', async () => {
    const answer: ProblemAnswer = { kind: 'python', code: 'print()' }
    for (const expected of [201, 201]) {
      const { body } = await world.take(learner, 'Few tries', answer)
      const { status } = await world.submit(learner, 'Few tries', {
        answer,
        ticket: body.ticket,
        outputs: [],
      })
      expect(status).toBe(expected)
    }
    expect((await world.take(learner, 'Few tries', answer)).status).toBe(409)
    expect((await world.page(learner, 'Few tries')).body.standing.attempts_left).toBe(0)
  })

  test('rejects the wrong kind of answer and people who are not enrolled', async () => {
    expect((await world.take(learner, 'Code', { kind: 'python', code: 'x' })).status).toBe(422)
    const stranger = await addPerson(world.server.db, { clientId: CLIENT, name: 'Stranger' })
    expect((await world.take(stranger, 'Code', code('x'))).status).toBe(403)
    expect((await world.page(stranger, 'Code')).status).toBe(403)
  })

  test('removes hostile HTML from a statement', async () => {
    expect((await world.page(learner, 'Code')).body.problem.statement).toBe('<p>Double it.</p>')
  })
})

describe('spreadsheets', () => {
  const sheet = (value: string, more: { cell: string; value: string }[] = []): ProblemAnswer => ({
    kind: 'spreadsheet',
    cells: [{ cell: 'B1', value }, ...more],
  })
  test('calculates a formula on the server, also with other numbers', async () => {
    const { body } = await world.submit(learner, 'Sheet', { answer: sheet('=SUM(A1:A2)') })
    expect(body.submission).toMatchObject({ state: 'accepted', passed: 2, points_earned: 8 })
  })
  test('rejects a typed-in result where a formula is required', async () => {
    const { body } = await world.submit(learner, 'Sheet', { answer: sheet('5') })
    expect(body.submission).toMatchObject({ state: 'failed', passed: 0 })
  })
  test('catches fixed numbers and changed given cells with a hidden check', async () => {
    const fixed = await world.submit(learner, 'Sheet', { answer: sheet('=2+3') })
    expect(fixed.body.submission).toMatchObject({ state: 'failed', passed: 1 })
    const changed = await world.submit(learner, 'Sheet', {
      answer: sheet('=A1', [{ cell: 'A1', value: '5' }]),
    })
    expect(changed.body.submission.passed).toBe(0)
    expect(changed.body.submission.answer).toEqual(sheet('=A1'))
  })
})

describe('drafts', () => {
  const save = (answer: ProblemAnswer, revision: number) =>
    world.call<{ revision: number }>(learner, 'PUT', `/items/${world.id('Code')}/problem/draft/`, {
      answer,
      revision,
    })

  test('shows a saved draft on another device', async () => {
    expect((await save(code('half'), 0)).body.revision).toBe(1)
    expect((await world.page(learner, 'Code')).body.draft).toMatchObject({
      answer: code('half'),
      revision: 1,
    })
  })
  test('rejects a draft that does not know the newest one', async () => {
    await save(code('first'), 0)
    expect((await save(code('second'), 0)).status).toBe(409)
    expect((await world.page(learner, 'Code')).body.draft).toMatchObject({ answer: code('first') })
    expect((await save(code('second'), 1)).body.revision).toBe(2)
  })
  test('accepts the same draft again after a lost response', async () => {
    await save(code('same'), 0)
    expect(await save(code('same'), 0)).toMatchObject({ status: 200, body: { revision: 1 } })
  })
})

describe('texts', () => {
  test('names the field of a text that is too short', async () => {
    const reply = (await world.submit(learner, 'Essay', {
      answer: { kind: 'text', text: 'No.' },
    })) as unknown as { status: number; body: { fields: object } }
    expect(reply.status).toBe(422)
    expect(Object.keys(reply.body.fields)).toEqual(['answer.text'])
  })
})
