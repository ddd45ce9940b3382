import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TopicPage } from '#contract/courses/topic-page.ts'
import type { ToGrade } from '#contract/problems/endpoints.ts'
import type { ProblemAnswer, RunOutput, Submission } from '#contract/problems/problems.ts'
import { addPerson } from '#tests/support/server/people.ts'
import { CLIENT, topicOf } from '#tests/server/courses/world.ts'
import { CRITERIA, KEY_CANARY, startProblemWorld, TEST, type ProblemWorld } from './world.ts'

let world: ProblemWorld
let me: number
let learners = 0
beforeAll(async () => {
  world = await startProblemWorld()
})
afterAll(() => world.server.close())
beforeEach(async () => {
  learners += 1
  me = await world.learner(`Learner ${learners}`)
})

const code = (text: string): ProblemAnswer => ({ kind: 'javascript', code: text })
const ran = (open: string, hidden: string): RunOutput[] => [
  { test_id: TEST.open, outcome: 'output', output: open, error: '' },
  { test_id: TEST.hidden, outcome: 'output', output: hidden, error: '' },
]
const RIGHT = ran('4', `"${KEY_CANARY}"`)
/** Takes the tests and hands in what came out of them. */
const solve = async (outputs: RunOutput[], answer = code('one')) => {
  const { body } = await world.take(me, 'Code', answer)
  return world.submit(me, 'Code', { answer, ticket: body.ticket, outputs })
}

describe('hidden tests', () => {
  test('given a problem, when a learner reads everything before handing in, then nothing tells what hidden tests expect', async () => {
    const topic = topicOf(world.detail, 'Problems').id
    const page = await world.call<TopicPage>(me, 'GET', `/courses/${world.detail.id}/topics/${topic}/`)
    const problem = await world.page(me, 'Code')
    const tests = await world.take(me, 'Code', code('one'))
    const heard = JSON.stringify([page.body, problem.body, tests.body])
    expect(heard).not.toContain(KEY_CANARY)
    expect(problem.body.problem).toMatchObject({ hidden_tests: 1 })
    expect(JSON.stringify(problem.body)).not.toContain(TEST.hidden)
    expect(tests.body.tests.map((each) => each.hidden)).toEqual([false, true])
  })

  test('given the key in the table, when it is looked for, then it is there: the control', async () => {
    const rows = await world.server.db.asSuperuser<{ found: boolean }>(
      `select authored::text like '%${KEY_CANARY}%' as found, shown::text like '%${KEY_CANARY}%' as leaked
       from item_problem where item_id = $1`,
      [world.id('Code')],
    )
    expect(rows).toEqual([{ found: true, leaked: false }])
  })

  test('given a wrong answer, when handed in, then the result shows outputs of visible tests only', async () => {
    const { status, body } = await solve(ran('5', '"no"'))
    expect(status).toBe(201)
    expect(body.submission).toMatchObject({ state: 'failed', passed: 0, total: 2, points_earned: 0 })
    expect(body.submission.tests[0]).toMatchObject({ output: '5', expected: '4', passed: false })
    expect(body.submission.tests[1]).toMatchObject({ output: '', expected: '', passed: false, hidden: true })
    expect(JSON.stringify(body)).not.toContain(KEY_CANARY)
    expect(body.progress.item.state).toBe('in_progress')
  })
})

describe('tickets', () => {
  test('given one ticket, when used twice, then the second hand-in is refused', async () => {
    const answer = code('one')
    const { body } = await world.take(me, 'Code', answer)
    const hand = () => world.submit(me, 'Code', { answer, ticket: body.ticket, outputs: RIGHT })
    expect((await hand()).status).toBe(201)
    expect((await hand()).status).toBe(409)
  })

  test('given a ticket for one answer, when another answer is handed in, then it is refused', async () => {
    const { body } = await world.take(me, 'Code', code('one'))
    const { status } = await world.submit(me, 'Code', {
      answer: code('two'),
      ticket: body.ticket,
      outputs: RIGHT,
    })
    expect(status).toBe(409)
  })

  test('given no ticket, an old one or somebody else’s, when handed in, then it is refused', async () => {
    const answer = code('one')
    expect((await world.submit(me, 'Code', { answer, outputs: RIGHT })).status).toBe(409)
    const { body } = await world.take(me, 'Code', answer)
    const other = await world.learner('Other')
    expect((await world.submit(other, 'Code', { answer, ticket: body.ticket, outputs: RIGHT })).status).toBe(
      409,
    )
    world.server.clock.advance(16 * 60_000)
    expect((await world.submit(me, 'Code', { answer, ticket: body.ticket, outputs: RIGHT })).status).toBe(409)
  })
})

describe('verdicts', () => {
  test('given all tests pass, when handed in, then the problem is accepted, completed, and counts for badges and marks', async () => {
    const { body } = await solve(RIGHT)
    expect(body.submission).toMatchObject({ state: 'accepted', passed: 2, points_earned: 10 })
    expect(body.progress.item.state).toBe('completed')
    expect(body.standing).toMatchObject({ attempts: 1, solved: true, best_points: 10 })
    const badges = await world.call<{ badges: { badge: string; earned_at: string | null; value: number }[] }>(
      me,
      'GET',
      '/student/badges/',
    )
    expect(badges.body.badges.find((each) => each.badge === 'first_problem')?.earned_at).not.toBeNull()
    const rows = await world.server.db.asSuperuser(
      'select earned_points, attempts from item_progress where user_id = $1',
      [me],
    )
    expect(rows).toEqual([{ earned_points: 10, attempts: 1 }])
  })

  test('given a solved problem, when a worse answer follows, then it stays completed with its best points', async () => {
    await solve(RIGHT)
    const { body } = await solve(ran('0', '0'), code('worse'))
    expect(body.submission.state).toBe('failed')
    expect(body.progress.item.state).toBe('completed')
    expect(body.standing).toMatchObject({ attempts: 2, solved: true, best_points: 10 })
  })

  test('given a run that timed out or was left out, when handed in, then that test is not passed', async () => {
    const { body } = await solve([{ test_id: TEST.open, outcome: 'time', output: '4', error: '' }])
    expect(body.submission.tests.map(({ passed, outcome }) => [passed, outcome])).toEqual([
      [false, 'time'],
      [false, 'stopped'],
    ])
  })

  test('given the same key again, when sent, then the first answer comes back and one submission stands', async () => {
    const answer = code('one')
    const key = randomUUID()
    const { body: tests } = await world.take(me, 'Code', answer)
    const hand = () =>
      world.submit(me, 'Code', { idempotency_key: key, answer, ticket: tests.ticket, outputs: RIGHT })
    const first = await hand()
    const second = await hand()
    expect(second.body.submission).toEqual(first.body.submission)
    expect((await world.page(me, 'Code')).body.submissions).toHaveLength(1)
  })

  test('given a limit of two attempts, when a third is asked for, then it is refused', async () => {
    const answer: ProblemAnswer = { kind: 'python', code: 'print()' }
    for (const expected of [201, 201]) {
      const { body } = await world.take(me, 'Few tries', answer)
      const { status } = await world.submit(me, 'Few tries', { answer, ticket: body.ticket, outputs: [] })
      expect(status).toBe(expected)
    }
    expect((await world.take(me, 'Few tries', answer)).status).toBe(409)
    expect((await world.page(me, 'Few tries')).body.standing.attempts_left).toBe(0)
  })

  test('given an answer of another kind or a person who is not enrolled, when handed in, then it is refused', async () => {
    expect((await world.take(me, 'Code', { kind: 'python', code: 'x' })).status).toBe(422)
    const stranger = await addPerson(world.server.db, { clientId: CLIENT, name: 'Stranger' })
    expect((await world.take(stranger, 'Code', code('x'))).status).toBe(403)
    expect((await world.page(stranger, 'Code')).status).toBe(403)
  })

  test('given hostile HTML in a statement, when read, then only the allow-list is left', async () => {
    expect((await world.page(me, 'Code')).body.problem.statement).toBe('<p>Double it.</p>')
  })
})

describe('spreadsheets', () => {
  const sheet = (value: string, more: { cell: string; value: string }[] = []): ProblemAnswer => ({
    kind: 'spreadsheet',
    cells: [{ cell: 'B1', value }, ...more],
  })
  test('given a formula, when handed in, then the server works it out, also with other numbers', async () => {
    const { body } = await world.submit(me, 'Sheet', { answer: sheet('=SUM(A1:A2)') })
    expect(body.submission).toMatchObject({ state: 'accepted', passed: 2, points_earned: 8 })
  })
  test('given a typed-in result, when handed in, then it does not count', async () => {
    const { body } = await world.submit(me, 'Sheet', { answer: sheet('5') })
    expect(body.submission).toMatchObject({ state: 'failed', passed: 0 })
  })
  test('given a formula with a fixed number or changed given cells, when handed in, then the hidden check finds it', async () => {
    const fixed = await world.submit(me, 'Sheet', { answer: sheet('=2+3') })
    expect(fixed.body.submission).toMatchObject({ state: 'failed', passed: 1 })
    const bent = await world.submit(me, 'Sheet', { answer: sheet('=A1', [{ cell: 'A1', value: '5' }]) })
    expect(bent.body.submission.passed).toBe(0)
    expect(bent.body.submission.answer).toEqual(sheet('=A1'))
  })
})

describe('drafts', () => {
  const save = (answer: ProblemAnswer, revision: number) =>
    world.call<{ revision: number }>(me, 'PUT', `/items/${world.id('Code')}/problem/draft/`, {
      answer,
      revision,
    })

  test('given a kept draft, when the page is read on another device, then it is there', async () => {
    expect((await save(code('half'), 0)).body.revision).toBe(1)
    expect((await world.page(me, 'Code')).body.draft).toMatchObject({ answer: code('half'), revision: 1 })
  })
  test('given two devices, when one writes on top of what it never saw, then it is told and nothing is lost', async () => {
    await save(code('first'), 0)
    expect((await save(code('second'), 0)).status).toBe(409)
    expect((await world.page(me, 'Code')).body.draft).toMatchObject({ answer: code('first') })
    expect((await save(code('second'), 1)).body.revision).toBe(2)
  })
  test('given a call whose answer got lost, when it is repeated, then it is no conflict', async () => {
    await save(code('same'), 0)
    expect(await save(code('same'), 0)).toMatchObject({ status: 200, body: { revision: 1 } })
  })
})

describe('grading', () => {
  const essay = (text: string) => world.submit(me, 'Essay', { answer: { kind: 'text', text } })
  const grade = (user: number, id: number, points: readonly number[], comment = '') =>
    world.call<Submission>(user, 'POST', `/admin/problem-submissions/${id}/grade/`, {
      marks: points.map((each, index) => ({
        criterion_id: CRITERIA[index],
        points: each,
        comment: 'Clear.',
      })),
      comment,
    })

  test('given a text, when handed in, then it waits; once graded the learner sees points and comments', async () => {
    const { body } = await essay('Because rows match.')
    expect(body.submission).toMatchObject({ state: 'waiting', points_earned: null })
    expect(body.progress.item.state).toBe('in_progress')
    const { body: work } = await world.call<ToGrade>(
      world.teacher,
      'GET',
      `/admin/problem-submissions/${body.submission.id}/`,
    )
    expect(work).toMatchObject({ item_title: 'Essay', learner: { id: me } })
    expect((await grade(world.teacher, body.submission.id, [5, 3], 'Well done.')).status).toBe(200)
    const own = await world.call<Submission>(me, 'GET', `/problem-submissions/${body.submission.id}/`)
    expect(own.body).toMatchObject({
      state: 'accepted',
      points_earned: 16,
      grade: { comment: 'Well done.', grader: 'Tara Teacher' },
    })
    expect((await world.page(me, 'Essay')).body.standing.solved).toBe(true)
  })

  test('given too few points, when graded, then it is not passed; graded anew it is', async () => {
    const { body } = await essay('Because rows match.')
    expect((await grade(world.teacher, body.submission.id, [3, 2])).body.state).toBe('failed')
    expect((await grade(world.teacher, body.submission.id, [4, 2])).body.state).toBe('accepted')
    // The learner hears of both, and not of the same grade again.
    await grade(world.teacher, body.submission.id, [4, 2])
    const told = await world.server.db.asSuperuser<{ points: number; link: string }>(
      `select (params ->> 'points')::int as points, link from notification
       where kind = 'graded' and dedupe_key like $1 order by id`,
      [`graded:${body.submission.id}:%`],
    )
    expect(told.map(({ points }) => points)).toEqual([10, 12])
    expect(told[0]?.link).toMatch(/^\/learn\/course\/\d+\/\d+$/)
  })

  test('given marks beyond the rubric, twice, or missing, when graded, then they are refused', async () => {
    const { body } = await essay('Because rows match.')
    expect((await grade(world.teacher, body.submission.id, [7, 2])).status).toBe(422)
    expect((await grade(world.teacher, body.submission.id, [3])).status).toBe(422)
  })

  test('given an instructor of other courses, when looking, then there is nothing; an admin sees it', async () => {
    const { body } = await essay('Because rows match.')
    const other = await addPerson(world.server.db, {
      clientId: CLIENT,
      name: 'Odd Teacher',
      role: 'instructor',
    })
    const admin = await addPerson(world.server.db, { clientId: CLIENT, name: 'Ada', role: 'admin' })
    const list = async (user: number) =>
      (
        await world.call<{ count: number; results: { id: number }[] }>(
          user,
          'GET',
          '/admin/problem-submissions/',
        )
      ).body
    expect(await list(other)).toMatchObject({ count: 0, results: [] })
    expect((await grade(other, body.submission.id, [5, 3])).status).toBe(404)
    expect((await list(admin)).results.map((each) => each.id)).toContain(body.submission.id)
    expect((await list(world.teacher)).results.map((each) => each.id)).toContain(body.submission.id)
  })

  test('given a newer answer, when the older one waited, then it is replaced and cannot be graded', async () => {
    const first = await essay('Because rows match.')
    await essay('Because all rows match.')
    expect((await grade(world.teacher, first.body.submission.id, [5, 3])).status).toBe(409)
  })

  test('given a text that is too short, when handed in, then its field is named', async () => {
    const reply = (await essay('No.')) as unknown as { status: number; body: { fields: object } }
    expect(reply.status).toBe(422)
    expect(Object.keys(reply.body.fields)).toEqual(['answer.text'])
  })

  test('given a learner who left, when graded, then the grade stands and no progress is written anew', async () => {
    const { body } = await essay('Because rows match.')
    await world.call(me, 'DELETE', `/courses/${world.detail.id}/enrolment/`)
    expect((await grade(world.teacher, body.submission.id, [6, 4])).body.state).toBe('accepted')
  })
})
