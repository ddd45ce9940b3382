/**
 * What staff see and decide: filtered results, item analysis against an independent model, regrading, extra time,
 * late answers.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ItemAnalysis, RegradeResult } from '#contract/assessments/admin/item-analysis.ts'
import type {
  AssessmentTotals,
  AttemptDetail,
  LearnerLine,
  Monitor,
  ResultsPage,
} from '#contract/assessments/admin/results.ts'
import type { Letter } from '#contract/assessments/shapes.ts'
import type { AttemptClock } from '#contract/assessments/assessments.ts'
import type { ResultPage, Review } from '#contract/assessments/results.ts'
import { addQuestion } from '#server/features/question-bank/index.ts'
import { bankQuestion } from '#tests/support/content/assessments.ts'
import { answer, CLIENT, START, startExamWorld, type Device, type ExamWorld } from './world.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const LETTERS: readonly Letter[] = ['A', 'B', 'C', 'D']
let world: ExamWorld
beforeAll(async () => {
  world = await startExamWorld()
})
afterAll(() => world.server.close())
beforeEach(() => world.server.clock.set(START))

const staff = <T>(method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown) =>
  world.call<T>(world.teacher, method, `/admin${path}`, body)
const wrong = (letter: Letter | undefined): Letter => (letter === 'A' ? 'B' : 'A')
const startAs = async (assessment: number, name?: string) => {
  const user = await world.learner(name)
  const { page, device } = await world.begin(user, assessment)
  return { user, attempt: page.id, device, page }
}
/** A finished attempt with the first `hits` answers right and the others wrong. */
const finishAs = async (assessment: number, hits: number, name?: string) => {
  const started = await startAs(assessment, name)
  const right = await world.rightLetters(started.attempt)
  const answers = right.map((letter, index) => answer(index + 1, index < hits ? letter : wrong(letter)))
  await world.submit(started.user, started.attempt, started.device, answers)
  return started
}
const report = (user: number, attempt: string, device: Device, kinds: number) =>
  world.call<AttemptClock>(user, 'POST', `/attempts/${attempt}/beat/`, {
    ...device,
    position: 1,
    events: Array.from({ length: kinds }, (_, index) => ({
      id: randomUUID(),
      kind: 'left_tab',
      age_ms: index * 5_000,
      lasted_ms: 0,
      position: 1,
    })),
  })

describe('results', () => {
  test('filters rows, counts, chart and averages', async () => {
    const assessment = await world.assessment()
    for (const [hits, name] of [
      [0, 'Zoe Zero'],
      [3, 'Tom Three'],
      [6, 'Sue Six'],
      [6, 'Sam Six'],
    ] as const)
      await finishAs(assessment, hits, name)
    const running = await startAs(assessment, 'Otto Open')
    world.server.clock.advance(MINUTE)
    await report(running.user, running.attempt, running.device, 3)
    const list = (query = '') => staff<ResultsPage>('GET', `/assessments/${assessment}/results/${query}`)
    const unfiltered = (await list()).body
    expect(unfiltered.count).toBe(5)
    expect(unfiltered.summary).toMatchObject({
      finished: 4,
      average: 62.5,
      median: 75,
      distribution: [1, 0, 0, 0, 0, 1, 0, 0, 0, 2],
      bands: [
        { scholarship_percent: 100, attempts: 2 },
        { scholarship_percent: 0, attempts: 2 },
      ],
    })
    expect(unfiltered.assessment).toMatchObject({ open: 1, submitted: 4, flagged: 1 })
    const names = async (query: string) => (await list(query)).body.results.map((row) => row.learner.name)
    expect(await names('?ordering=name')).toEqual([
      'Otto Open',
      'Sam Six',
      'Sue Six',
      'Tom Three',
      'Zoe Zero',
    ])
    expect(await names('?search=six&ordering=name')).toEqual(['Sam Six', 'Sue Six'])
    expect(await names('?state=open')).toEqual(['Otto Open'])
    expect(await names('?flagged=true')).toEqual(['Otto Open'])
    expect(await names('?band=100&ordering=name')).toEqual(['Sam Six', 'Sue Six'])
    expect(await names('?min_percent=10&max_percent=60')).toEqual(['Tom Three'])
    expect(await names('?to=2026-11-20')).toEqual([])
    expect(await names('?from=2026-11-21&to=2026-11-21&ordering=-percent')).toHaveLength(5)
    const secondPage = (await list('?page=2&page_size=2')).body
    expect(secondPage.results).toHaveLength(2)
    expect(secondPage.next).toContain('page=3')
    expect(secondPage.previous).toContain('page=1')
    const totals = await staff<{ results: AssessmentTotals[] }>('GET', '/assessment-results/')
    expect(totals.body.results.find((row) => row.id === assessment)).toMatchObject({ submitted: 4 })
  })

  test('escapes a name that a spreadsheet would run as a formula', async () => {
    const assessment = await world.assessment()
    await finishAs(assessment, 1, '=HYPERLINK("http://x")')
    const { body } = await staff<{ csv: string; rows: number; file_name: string }>(
      'GET',
      `/assessments/${assessment}/results/export/`,
    )
    expect(body.rows).toBe(1)
    expect(body.file_name).toBe('Entrance-test-2026-11-21.csv')
    expect(body.csv).toContain(`,"'=HYPERLINK(""http://x"")",`)
    expect(body.csv).toContain(',16.67,')
  })

  test('shows progress, time left and silence of a running attempt', async () => {
    const assessment = await world.assessment()
    const { user, attempt, device } = await startAs(assessment)
    await world.save(user, attempt, device, [answer(1, 'A', { final: true }), answer(2, 'B')])
    world.server.clock.advance(10_000)
    const monitorRow = async () =>
      (await staff<Monitor>('GET', `/assessments/${assessment}/monitor/`)).body.rows[0]
    expect(await monitorRow()).toMatchObject({
      answered: 2,
      final: 1,
      time_left_ms: 30 * MINUTE - 10_000,
      offline_since: null,
      moves: 0,
    })
    world.server.clock.advance(MINUTE)
    expect((await monitorRow())?.offline_since).toBe(START)
  })
})

describe('item analysis', () => {
  test('computes difficulty, discrimination and letters like a plain model', async () => {
    const assessment = await world.assessment({
      shuffle_options: true,
      rules: [
        { topic_id: world.topics.logic, difficulty: null, count: 4 },
        { topic_id: world.topics.numbers, difficulty: null, count: 4 },
      ],
    })
    let state = 11
    const random = () => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
      return state / 2_147_483_648
    }
    for (let index = 0; index < 60; index += 1) {
      const skill = index / 60
      const started = await startAs(assessment)
      const right = await world.rightLetters(started.attempt)
      const answers = right.flatMap((letter, index) => {
        if (random() < 0.1) return []
        const pick = LETTERS[Math.floor(random() * 4)] ?? 'A'
        return [answer(index + 1, random() < skill ? letter : pick)]
      })
      await world.submit(started.user, started.attempt, started.device, answers)
    }
    const rows = await world.server.db.asSuperuser<{
      attempt: string
      question: number
      picked: string | null
      hit: boolean
    }>(
      `select q.attempt_id as attempt, q.question_id as question,
         substr(q.option_order, strpos('ABCD', a.choice), 1) as picked,
         coalesce(substr(q.option_order, strpos('ABCD', a.choice), 1) = v.answer, false) as hit
       from attempt_question q
       join bank_question_version v using (client_id, question_id, version)
       left join attempt_answer a using (client_id, attempt_id, position)
       where q.attempt_id in (select id from assessment_attempt where assessment_id = $1)`,
      [assessment],
    )
    const byAttempt = Map.groupBy(rows, (row) => row.attempt)
    const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
    const { body } = await staff<{ attempts: number; results: ItemAnalysis[] }>(
      'GET',
      `/assessments/${assessment}/items/`,
    )
    expect(body.attempts).toBe(60)
    expect(body.results.length).toBe(new Set(rows.map((row) => row.question)).size)
    for (const item of body.results) {
      const itemRows = rows.filter((row) => row.question === item.question_id)
      const xs = itemRows.map((row) => (row.hit ? 1 : 0))
      const ys = itemRows.map((row) => {
        const attemptRows = byAttempt.get(row.attempt) ?? []
        const others = attemptRows.filter((each) => each !== row)
        return others.filter((each) => each.hit).length / others.length
      })
      const [mx, my] = [mean(xs), mean(ys)]
      const covariance = mean(xs.map((x, index) => (x - mx) * ((ys[index] ?? 0) - my)))
      const spread = Math.sqrt(mean(xs.map((x) => (x - mx) ** 2)) * mean(ys.map((y) => (y - my) ** 2)))
      expect(item.attempts).toBe(itemRows.length)
      expect(item.difficulty).toBeCloseTo(mx, 2)
      expect(item.discrimination ?? 0).toBeCloseTo(spread > 1e-6 ? covariance / spread : 0, 2)
      for (const letter of LETTERS)
        expect(item.chosen[letter]).toBe(itemRows.filter((row) => row.picked === letter).length)
      expect(item.chosen.none).toBe(itemRows.filter((row) => row.picked === null).length)
      const sum = (counts: ItemAnalysis['upper']) => Object.values(counts).reduce((a, b) => a + b, 0)
      expect(sum(item.upper) + sum(item.lower)).toBeLessThanOrEqual(itemRows.length)
    }
    const upper = body.results.reduce(
      (sum, item) => sum + Object.values(item.upper).reduce((a, b) => a + b, 0),
      0,
    )
    // 27 % of sixty, rounded up, with eight questions each.
    expect(upper).toBe(17 * 8)
  })
})

describe('regrading', () => {
  test('lists changes in a dry run without writing, and adds a result version when applied', async () => {
    const assessment = await world.assessment({
      shuffle_questions: false,
      rules: [{ topic_id: world.topics.logic, difficulty: null, count: 12 }],
    })
    const rightLearner = await finishAs(assessment, 12)
    const wrongLearner = await finishAs(assessment, 0)
    const [question] = await world.server.db.asSuperuser<{
      question_id: number
      position: number
      picked: Letter
      answer: Letter
    }>(
      `select q.question_id, q.position, v.answer, substr(q.option_order, strpos('ABCD', a.choice), 1) as picked
       from attempt_question q join bank_question_version v using (client_id, question_id, version)
       join attempt_answer a using (client_id, attempt_id, position) where q.attempt_id = $1 limit 1`,
      [wrongLearner.attempt],
    )
    if (!question) throw new Error('no question')
    const regrade = (dryRun: boolean, right: Letter[]) =>
      staff<RegradeResult>('POST', `/assessments/${assessment}/regrade/`, {
        dry_run: dryRun,
        reason: 'The printed solution was wrong.',
        keys: [{ question_id: question.question_id, version: 1, right }],
      })
    const before = await world.call<ResultPage>(
      rightLearner.user,
      'GET',
      `/attempts/${rightLearner.attempt}/result/`,
    )
    const dryRun = (await regrade(true, [question.picked])).body
    expect(dryRun).toMatchObject({ applied: false, looked_at: 2, changed: 2 })
    expect(
      dryRun.changes
        .map((each) => `${each.before.right} to ${each.after.right}`)
        .toSorted((a, b) => a.localeCompare(b)),
    ).toEqual(['0 to 1', '12 to 11'])
    expect(
      (await world.call<ResultPage>(rightLearner.user, 'GET', `/attempts/${rightLearner.attempt}/result/`))
        .body,
    ).toEqual(before.body)
    const applied = (await regrade(false, [question.picked])).body
    expect({ ...applied, applied: false }).toEqual(dryRun)
    const after = (
      await world.call<ResultPage>(rightLearner.user, 'GET', `/attempts/${rightLearner.attempt}/result/`)
    ).body
    expect(after.result).toMatchObject({
      version: 2,
      right: 11,
      reason: 'The printed solution was wrong.',
    })
    expect(after.earlier).toHaveLength(1)
    expect(after.answers_hash).toBe(before.body.answers_hash)
    // A second regrade has nothing left to change.
    expect((await regrade(false, [question.picked])).body.changed).toBe(0)
    const review = (
      await world.call<Review>(wrongLearner.user, 'GET', `/attempts/${wrongLearner.attempt}/review/`)
    ).body
    expect(review.questions.find((each) => each.position === question.position)).toMatchObject({
      correct: true,
      key_corrected: true,
    })
    // With all four letters right everybody gets the point.
    expect((await regrade(false, ['A', 'B', 'C', 'D'])).body.changed).toBe(1)
    const unknownKey = await staff('POST', `/assessments/${assessment}/regrade/`, {
      dry_run: true,
      reason: 'x',
      keys: [{ question_id: 999_999, version: 1, right: ['A'] }],
    })
    expect(unknownKey.status).toBe(422)
  })

  test('applies a key corrected in the bank when no keys are named', async () => {
    const assessment = await world.assessment({
      rules: [{ topic_id: world.topics.numbers, difficulty: null, count: 12 }],
    })
    const { user, attempt } = await finishAs(assessment, 12)
    const [question] = await world.server.db.asSuperuser<{ question_id: number; answer: Letter }>(
      `select q.question_id, v.answer from attempt_question q
       join bank_question_version v using (client_id, question_id, version) where q.attempt_id = $1 limit 1`,
      [attempt],
    )
    if (!question) throw new Error('no question')
    await world.server.db.asSuperuser(
      `insert into bank_question_version (client_id, question_id, version, language, shown, answer, explanations, options_of, created_at)
       select client_id, question_id, 2, language, shown, $2, explanations, 1, now() from bank_question_version
       where question_id = $1 and version = 1`,
      [question.question_id, wrong(question.answer)],
    )
    const items = await staff<{ results: ItemAnalysis[] }>('GET', `/assessments/${assessment}/items/`)
    expect(items.body.results.filter((item) => item.newest_right !== null)).toMatchObject([
      { question_id: question.question_id, newest_right: [wrong(question.answer)] },
    ])
    const { body } = await staff<RegradeResult>('POST', `/assessments/${assessment}/regrade/`, {
      dry_run: false,
      reason: 'Corrected in the bank.',
      keys: [],
    })
    expect(body).toMatchObject({ applied: true, changed: 1 })
    expect(
      (await world.call<ResultPage>(user, 'GET', `/attempts/${attempt}/result/`)).body.result,
    ).toMatchObject({
      right: 11,
      version: 2,
    })
  })
})

describe('staff decisions', () => {
  test('moves the deadline once for a repeated extra-time request', async () => {
    const assessment = await world.assessment({ duration_minutes: 10 })
    const { user, attempt, device } = await startAs(assessment)
    const body = { idempotency_key: randomUUID(), minutes: 5, reason: 'Screen reader.' }
    world.server.clock.advance(9 * MINUTE)
    for (const _ of [1, 2])
      expect((await staff('POST', `/attempts/${attempt}/extra-time/`, body)).body).toMatchObject({
        extra_minutes: 5,
      })
    world.server.clock.advance(3 * MINUTE)
    const saved = await world.save(user, attempt, device, [answer(1, 'A')])
    expect(saved.body).toMatchObject({ extra_minutes: 5, time_left_ms: 3 * MINUTE })
    expect(saved.body.items[0]?.outcome).toBe('kept')
    world.server.clock.advance(10 * MINUTE)
    const afterEnd = await staff('POST', `/attempts/${attempt}/extra-time/`, {
      ...body,
      idempotency_key: randomUUID(),
    })
    expect(afterEnd.status).toBe(409)
  })

  test('adds a result version for a counted late answer and keeps the submission', async () => {
    // A separate question: keys that other tests corrected apply everywhere.
    const question = await world.server.core.db.withTenant(CLIENT, (db) =>
      addQuestion(db, CLIENT, bankQuestion({ topic_id: world.topics.logic }), { now: new Date(), by: null }),
    )
    const assessment = await world.assessment({ duration_minutes: 10, rules: [], fixed: [question.id] })
    const { user, attempt, device } = await startAs(assessment)
    const right = await world.rightLetters(attempt)
    world.server.clock.advance(11 * MINUTE)
    await world.save(user, attempt, device, [answer(1, right[0] ?? 'A', { age_ms: 2 * MINUTE })])
    const hash = (await world.row(attempt)).answers_hash
    const detail = (await staff<AttemptDetail>('GET', `/attempts/${attempt}/`)).body
    expect(detail.late).toHaveLength(1)
    expect(detail.row).toMatchObject({ right: 0, late: 1 })
    const path = `/attempts/${attempt}/late-answers/${detail.late[0]?.id}/count/`
    for (const _ of [1, 2]) {
      const { body } = await staff<AttemptDetail>('POST', path, { reason: 'The network was down.' })
      expect(body.row).toMatchObject({ right: 1, result_version: 2, late: 0 })
      expect(body.answers_hash).toBe(hash)
      expect(body.results.map((each) => [each.version, each.reason, each.by])).toEqual([
        [2, 'The network was down.', 'Tara Teacher'],
        [1, null, null],
      ])
    }
    expect(await world.stored(attempt)).toEqual([])
  })

  test('allows one appeal within seven days of an upheld decision and one answer to it', async () => {
    const assessment = await world.assessment()
    const { user, attempt, device } = await startAs(assessment)
    world.server.clock.advance(MINUTE)
    await report(user, attempt, device, 4)
    await world.submit(user, attempt, device)
    const score = (await world.row(attempt)).percent
    const appeal = (text: string) => world.call(user, 'POST', `/attempts/${attempt}/appeal/`, { text })
    expect((await appeal('Too early.')).status).toBe(409)
    const decision = { decision: 'upheld', note: 'Four times away.' }
    expect((await staff('PUT', `/attempts/${attempt}/decision/`, decision)).status).toBe(200)
    world.server.clock.advance(7 * DAY + 1)
    expect((await appeal('Too late.')).status).toBe(409)
    world.server.clock.advance(-1)
    expect((await appeal('My phone rang.')).status).toBe(200)
    expect((await appeal('My phone rang.')).status).toBe(200)
    expect((await appeal('And once more.')).status).toBe(409)
    expect((await staff('PUT', `/attempts/${attempt}/decision/`, decision)).status).toBe(409)
    const settle = (outcome: string) =>
      staff<AttemptDetail>('POST', `/attempts/${attempt}/appeal/`, { outcome, text: 'Agreed.' })
    expect((await settle('accepted')).body).toMatchObject({
      decision: { decision: 'cleared' },
      appeal: { answer: { outcome: 'accepted', by: 'Tara Teacher' } },
    })
    expect((await settle('declined')).status).toBe(409)
    expect((await world.row(attempt)).percent).toBe(score)
    const resultPage = await world.call<ResultPage>(user, 'GET', `/attempts/${attempt}/result/`)
    expect(resultPage.body.timeline).toHaveLength(4)
    expect(resultPage.body.appeal?.answer?.text).toBe('Agreed.')
  })

  test('gives a learner extra time and a granted attempt', async () => {
    const assessment = await world.assessment()
    const user = await world.learner('Extra Eva')
    const learnerPath = `/assessments/${assessment}/learners/${user}`
    await staff('PUT', `${learnerPath}/accommodation/`, { extra_minutes: 15, reason: 'Reads slowly.' })
    const { page, device } = await world.begin(user, assessment)
    expect(page.time_left_ms).toBe(45 * MINUTE)
    await world.submit(user, page.id, device)
    expect((await world.start(user, assessment)).status).toBe(409)
    const grant = { idempotency_key: randomUUID(), reason: 'Power cut.' }
    for (const _ of [1, 2])
      expect((await staff('POST', `${learnerPath}/grants/`, grant)).body).toEqual({
        attempts_allowed: 2,
        attempts_used: 1,
      })
    const second = await world.begin(user, assessment)
    expect(second.page).toMatchObject({ number: 2, extra_minutes: 15 })
    const { body } = await staff<{ results: LearnerLine[] }>(
      'GET',
      `/assessments/${assessment}/learners/?special=true`,
    )
    expect(body.results).toMatchObject([
      { learner: { name: 'Extra Eva' }, extra_minutes: 15, attempts_allowed: 2, attempts_used: 2 },
    ])
    expect(body.results[0]?.grants).toMatchObject([{ reason: 'Power cut.', by: 'Tara Teacher' }])
  })

  test('shows results released by hand and hides them when the release is withdrawn', async () => {
    const assessment = await world.assessment({ release: 'by_hand' })
    const { user, attempt } = await finishAs(assessment, 2)
    const release = (released: boolean) =>
      staff<AssessmentTotals>('PUT', `/assessments/${assessment}/release/`, { released })
    const result = async () =>
      (await world.call<ResultPage>(user, 'GET', `/attempts/${attempt}/result/`)).body.result
    expect(await result()).toBeNull()
    expect((await release(true)).body.released).toBe(true)
    expect((await release(true)).body.released).toBe(true)
    expect(await result()).toMatchObject({ version: 1 })
    expect((await release(false)).body.released).toBe(false)
    expect(await result()).toBeNull()
  })
})
