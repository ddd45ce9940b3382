/**
 * Results of attempts: an independent grading model, receipts, release, percentiles, roadmap, and the sweep (E7).
 */
import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AssessmentCard } from '#contract/assessments/assessments.ts'
import type { Letter } from '#contract/assessments/shapes.ts'
import type { OwnResult, Receipt, ResultPage, Review, Roadmap } from '#contract/assessments/results.ts'
import type { Programme } from '#contract/money/programmes.ts'
import { createAttemptSweep } from '#server/features/assessments/index.ts'
import { addCourse } from '#server/features/courses/index.ts'
import { addProgramme } from '#server/features/money/index.ts'
import { sampleCourse } from '#tests/server/courses/world.ts'
import { assessmentSettings } from '#tests/support/content/assessments.ts'
import { answer, CLIENT, START, startExamWorld, type ExamWorld } from './world.ts'

const MINUTE = 60_000
const LETTERS: readonly Letter[] = ['A', 'B', 'C', 'D']
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

const resultOf = async (user: number, attempt: string) =>
  world.call<ResultPage>(user, 'GET', `/attempts/${attempt}/result/`)
const wrong = (letter: Letter | undefined): Letter => (letter === 'A' ? 'B' : 'A')

/** A finished attempt with the first `hits` answers right and the others wrong. */
const finish = async (user: number, assessment: number, hits: number): Promise<string> => {
  const { page, device } = await world.begin(user, assessment)
  const right = await world.rightLetters(page.id)
  const answers = right.map((letter, index) => answer(index + 1, index < hits ? letter : wrong(letter)))
  const { status } = await world.submit(user, page.id, device, answers)
  expect(status).toBe(200)
  return page.id
}

describe('an independent model', () => {
  /** Small, seeded, and independent of the code under test. */
  const randomFrom = (seed: number) => () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed / 2_147_483_648
  }
  const ATTEMPTS = process.env.FULL === '1' ? 10_000 : 600
  test(`grades ${ATTEMPTS} random attempts like the model`, async () => {
    const assessment = await world.assessment({ pass_percent: 50, attempts_allowed: 20 })
    const learner = await world.learner()
    const questions = await world.server.db.asSuperuser<{ id: number; topic_id: number; answer: Letter }>(
      `select q.id, q.topic_id, v.answer from bank_question q
       join bank_question_version v on v.client_id = q.client_id and v.question_id = q.id and v.version = q.version
       where q.client_id = ${CLIENT} order by q.id`,
    )
    const random = randomFrom(7)
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
    const bands = [
      { from_percent: 90, scholarship_percent: 100 },
      { from_percent: 66, scholarship_percent: 40 },
      { from_percent: 50, scholarship_percent: 10 },
    ]
    const expectedById = new Map<string, object>()
    const attempts: object[] = []
    const questionRows: object[] = []
    const answerRows: object[] = []
    for (let number = 1; number <= ATTEMPTS; number += 1) {
      const id = randomUUID()
      const drawn = questions
        .toSorted(() => random() - 0.5)
        .slice(0, 1 + Math.floor(random() * questions.length))
      const topics = new Map<number, [number, number]>()
      for (const [index, question] of drawn.entries()) {
        const shown = LETTERS.toSorted(() => random() - 0.5)
        const choice = random() < 0.15 ? null : pick(LETTERS)
        const isRight = choice !== null && shown[LETTERS.indexOf(choice)] === question.answer
        const [hits, total] = topics.get(question.topic_id) ?? [0, 0]
        topics.set(question.topic_id, [hits + (isRight ? 1 : 0), total + 1])
        const position = index + 1
        questionRows.push({
          id,
          position,
          question_id: question.id,
          topic_id: question.topic_id,
          order: shown.join(''),
        })
        if (choice !== null || random() < 0.5)
          answerRows.push({ id, position, choice, final: choice !== null && random() < 0.5 })
      }
      const hits = [...topics.values()].reduce((sum, [each]) => sum + each, 0)
      const share = hits / drawn.length
      const band = bands.find((each) => share >= each.from_percent / 100 - 1e-12)
      expectedById.set(id, {
        right_answers: hits,
        percent: Math.round(share * 10_000 + 1e-7) / 100,
        passed: share >= 0.5,
        scholarship_percent: band?.scholarship_percent ?? 0,
        topics: [...topics]
          .toSorted(([a], [b]) => a - b)
          .map(([topic_id, [right, all]]) => ({ right, topic_id, questions: all })),
      })
      attempts.push({ id, number, questions: drawn.length })
    }
    const timestamp = START
    const holder = randomUUID()
    const insertRows = (text: string, rows: object[]) =>
      world.server.db.asSuperuser(text, [JSON.stringify(rows)])
    // One learner cannot have several open attempts: drop the index, which concerns starts and not grading.
    await world.server.db.asSuperuser('drop index assessment_attempt_one_open')
    await insertRows(
      `insert into assessment_attempt (client_id, id, assessment_id, user_id, number, duration_minutes, bands, pass_percent,
         questions, started_at, deadline_at, holder, held_at, last_seen_at)
       select ${CLIENT}, r.id, ${assessment}, ${learner}, r.number, 30, '${JSON.stringify(bands)}', 50, r.questions,
         '${timestamp}', '2026-11-21T09:30:00Z', '${holder}', '${timestamp}', '${timestamp}'
       from jsonb_to_recordset($1) as r(id uuid, number integer, questions integer)`,
      attempts,
    )
    await insertRows(
      `insert into attempt_question (client_id, attempt_id, position, question_id, version, topic_id, option_order)
       select ${CLIENT}, r.id, r.position, r.question_id, 1, r.topic_id, r."order"
       from jsonb_to_recordset($1) as r(id uuid, position integer, question_id integer, topic_id integer, "order" text)`,
      questionRows,
    )
    // The trigger needs the tenant of the transaction.
    await insertRows(
      `with bound as (select set_config('app.client_id', '${CLIENT}', true))
       insert into attempt_answer (client_id, attempt_id, position, choice, final, seq, holder)
       select ${CLIENT}, r.id, r.position, r.choice, r.final, 1, '${holder}' from bound,
         jsonb_to_recordset($1) as r(id uuid, position integer, choice text, final boolean)`,
      answerRows,
    )
    await world.server.core.db.withTenant(CLIENT, (db) =>
      db.executeQuery({
        sql: `select finish_attempt(${CLIENT}, id, 'learner', '${timestamp}', '${timestamp}') from assessment_attempt
              where assessment_id = ${assessment}`,
        parameters: [],
        query: { kind: 'RawNode' } as never,
        queryId: { queryId: randomUUID() },
      }),
    )
    const rows = await world.server.db.asSuperuser<{ attempt_id: string }>(
      `select r.attempt_id, r.right_answers, r.percent::float8 as percent, r.passed, r.scholarship_percent, r.topics
       from attempt_result r join assessment_attempt a on a.client_id = r.client_id and a.id = r.attempt_id
       where a.assessment_id = ${assessment}`,
    )
    expect(rows).toHaveLength(ATTEMPTS)
    const differing = rows.filter(({ attempt_id, ...row }) => {
      try {
        expect(row).toEqual(expectedById.get(attempt_id))
        return false
      } catch {
        return true
      }
    })
    expect(differing).toEqual([])
    await world.server.db.asSuperuser('delete from assessment_attempt where assessment_id = $1', [assessment])
    await world.server.db.asSuperuser(
      `create unique index assessment_attempt_one_open on assessment_attempt (client_id, assessment_id, user_id) where state = 'open'`,
    )
  })
})

describe('result', () => {
  test('contains score, topics and scholarship band', async () => {
    const attempt = await finish(me, await world.assessment(), 4)
    const { body } = await resultOf(me, attempt)
    expect(body.result).toMatchObject({
      version: 1,
      right: 4,
      questions: 6,
      percent: 66.67,
      scholarship_percent: 25,
    })
    expect(body.result?.topics.map((each) => [each.topic.key, each.questions])).toEqual([
      ['logic', 3],
      ['numbers', 3],
    ])
    expect(body.percentile).toBeNull()
  })

  test('counts equal scores half in percentiles', async () => {
    const assessment = await world.assessment()
    const attempts: [number, string][] = []
    for (const hits of [0, 2, 2, 4, 6, 6]) {
      const user = await world.learner()
      attempts.push([user, await finish(user, assessment, hits)])
    }
    const percentiles = []
    for (const [user, attempt] of attempts) percentiles.push((await resultOf(user, attempt)).body.percentile)
    expect(percentiles).toEqual([8.33, 33.33, 33.33, 58.33, 83.33, 83.33])
  })

  test('hides score and review before the release, for each kind of release', async () => {
    const byHand = await finish(me, await world.assessment({ release: 'by_hand' }), 3)
    const afterEnd = await world.assessment({ release: 'after_end', closes_at: '2026-11-21T12:00:00.000Z' })
    const afterEndAttempt = await finish(me, afterEnd, 3)
    const other = await world.learner()
    world.server.clock.set('2026-11-21T11:50:00.000Z')
    await world.begin(other, afterEnd)
    for (const attempt of [byHand, afterEndAttempt]) {
      const { body } = await resultOf(me, attempt)
      expect(body).toMatchObject({ result: null, percentile: null, earlier: [], answered: 6 })
      expect((await world.call(me, 'GET', `/attempts/${attempt}/review/`)).status).toBe(404)
    }
    // The window has closed, but somebody is still taking the assessment: the keys stay hidden.
    world.server.clock.set('2026-11-21T12:10:00.000Z')
    expect((await resultOf(me, afterEndAttempt)).body.result).toBeNull()
    world.server.clock.set('2026-11-21T12:30:00.000Z')
    await createAttemptSweep(world.server.core).look()
    expect((await resultOf(me, afterEndAttempt)).body.result).toMatchObject({ right: 3 })
    expect((await world.call(me, 'GET', `/attempts/${afterEndAttempt}/review/`)).status).toBe(200)
  })

  test('reviews own and right letters as the learner saw them', async () => {
    const attempt = await finish(me, await world.assessment(), 2)
    const right = await world.rightLetters(attempt)
    const { body } = await world.call<Review>(me, 'GET', `/attempts/${attempt}/review/`)
    expect(body.questions.map((each) => each.right)).toEqual(right.map((letter) => [letter]))
    expect(body.questions.map((each) => each.correct)).toEqual([true, true, false, false, false, false])
    expect(body.questions[0]?.texts.en?.explanation).toContain('canary')
  })

  test('has a receipt whose SHA-256 is the checksum', async () => {
    const attempt = await finish(me, await world.assessment(), 1)
    const { body } = await world.call<Receipt>(me, 'GET', `/attempts/${attempt}/receipt/`)
    const sum = (text: string) => createHash('sha256').update(text).digest('hex')
    expect(sum(body.canonical)).toBe(body.answers_hash)
    expect(body.answers_hash).toBe((await resultOf(me, attempt)).body.answers_hash)
    expect(sum(body.canonical.replace('kept', 'none'))).not.toBe(body.answers_hash)
    expect(body.answers).toHaveLength(6)
    for (const each of body.answers)
      expect(body.canonical).toContain(`${each.position} ${each.question_id} v${each.version} `)
  })

  test('answers 409 while the attempt is running', async () => {
    const { page } = await world.begin(me, await world.assessment())
    expect((await resultOf(me, page.id)).status).toBe(409)
    expect((await world.call(me, 'GET', `/attempts/${page.id}/review/`)).status).toBe(409)
  })
})

describe('roadmap', () => {
  test('suggests courses for weak topics, and answers 404 without a result', async () => {
    const assessment = await world.assessment({
      roadmap: {
        weak_below_percent: 60,
        foundation: [
          { topic_id: world.topics.logic, course_ids: [9001] },
          { topic_id: world.topics.numbers, course_ids: [] },
        ],
        core: [],
        projects: [],
        interview: [],
        placement: [],
        placement_pages: ['/jobs'],
      },
    })
    expect((await world.call(me, 'GET', `/assessments/${assessment}/roadmap/`)).status).toBe(404)
    await finish(me, assessment, 0)
    const { body } = await world.call<Roadmap>(me, 'GET', `/assessments/${assessment}/roadmap/`)
    expect(body.stages.map((each) => each.kind)).toEqual([
      'foundation',
      'core',
      'projects',
      'interview',
      'placement',
    ])
    // The course does not exist, so no stage lists it.
    expect(body.stages.flatMap((each) => each.courses)).toEqual([])
    expect(body.stages[4]?.pages).toEqual(['/jobs'])
    expect(body.scholarship_percent).toBe(0)
    expect(body).toMatchObject({ bands: assessmentSettings().bands, pass_percent: null })
  })

  test('names the programmes whose price the scholarship lowers, and a full one opens the place', async () => {
    const learner = await world.learner()
    const assessment = await world.assessment({
      release: 'now',
      bands: [
        { from_percent: 90, scholarship_percent: 100 },
        { from_percent: 50, scholarship_percent: 25 },
      ],
    })
    await world.server.core.db.withTenant(CLIENT, (db) =>
      addProgramme(
        db,
        {
          client_id: CLIENT,
          slug: 'flagship',
          title: { en: 'Data Career Programme' },
          summary: { en: '' },
          total_minor: 10_001,
          currency: 'INR',
          assessment_id: assessment,
          minimum_minor: 100,
        },
        [],
      ),
    )
    const programme = async () => (await world.call<Programme>(learner, 'GET', '/programmes/flagship/')).body
    expect(await programme()).toMatchObject({
      assessment: { has_result: false },
      price: { owed_minor: 10_001 },
    })
    expect((await world.call(learner, 'POST', '/programmes/flagship/place/')).status).toBe(409)
    await finish(learner, assessment, 6)
    const { body } = await world.call<Roadmap>(learner, 'GET', `/assessments/${assessment}/roadmap/`)
    expect(body.programmes).toEqual([{ slug: 'flagship', title: { en: 'Data Career Programme' } }])
    expect(await programme()).toMatchObject({
      assessment: { has_result: true },
      price: { scholarship_percent: 100, scholarship_minor: 10_001, owed_minor: 0 },
      payable: null,
      order: null,
    })
    for (let round = 0; round < 2; round += 1)
      expect((await world.call(learner, 'POST', '/programmes/flagship/place/')).body).toMatchObject({
        order: { state: 'paid', parts: [], open_minor: 0 },
      })
    const sales = await world.server.db.asSuperuser<{ account: string; amount_minor: string }>(
      'select account, amount_minor::text from ledger_entry where person_id = $1 order by account',
      [learner],
    )
    expect(sales).toEqual([
      { account: 'discount', amount_minor: '10001' },
      { account: 'revenue', amount_minor: '-10001' },
    ])
  })

  test('never suggests a course that is sold out, except to those who have a seat', async () => {
    const { core } = world.server
    const courseWithSeats = (title: string, capacity: number) =>
      core.db.withTenant(CLIENT, async (db) => {
        const id = await addCourse(db, CLIENT, sampleCourse({ title }))
        await core.changes.announce(db, { kind: 'courses', clientId: CLIENT })
        return { id, offer: { capacity, opens_at: null, price_minor: null, booking_minor: null } }
      })
    const [scarce, roomy] = [await courseWithSeats('One seat', 1), await courseWithSeats('Many seats', 9)]
    for (const { id, offer } of [scarce, roomy])
      expect((await world.call(world.admin, 'PUT', `/courses/${id}/offer/`, offer)).status).toBe(200)
    const assessment = await world.assessment({
      roadmap: { ...assessmentSettings().roadmap, core: [scarce.id, roomy.id] },
    })
    const other = await world.learner()
    for (const learner of [me, other]) await finish(learner, assessment, 6)
    const coreCourses = async (learner: number) => {
      const { body } = await world.call<Roadmap>(learner, 'GET', `/assessments/${assessment}/roadmap/`)
      return body.stages.find(({ kind }) => kind === 'core')?.courses.map(({ title }) => title)
    }
    expect(await coreCourses(me)).toEqual(['One seat', 'Many seats'])
    expect((await world.call(other, 'POST', `/courses/${scarce.id}/seat/`)).status).toBe(200)
    await expect.poll(() => coreCourses(me)).toEqual(['Many seats'])
    expect(await coreCourses(other)).toEqual(['One seat', 'Many seats'])
  })
})

describe('own results', () => {
  const own = async (learner: number) =>
    (await world.call<{ results: OwnResult[] }>(learner, 'GET', '/student/assessment-results/')).body.results

  test('carry the score once released and nothing before, newest first', async () => {
    const learner = await world.learner()
    const bands = [{ from_percent: 50, scholarship_percent: 40 }]
    const settings = { bands, pass_percent: 80 }
    const open = await world.assessment({ ...settings, release: 'now' })
    await finish(learner, open, 3)
    world.server.clock.advance(MINUTE)
    const closed = await world.assessment({ ...settings, release: 'by_hand' })
    await finish(learner, closed, 3)
    await world.begin(learner, await world.assessment())
    expect(await own(learner)).toMatchObject([
      {
        assessment: { id: closed },
        attempt: { released: false, percent: null, passed: null, scholarship_percent: null },
        is_one_of_several: false,
      },
      {
        assessment: { id: open },
        attempt: { percent: 50, passed: false, scholarship_percent: 40, bounds: [50, 80] },
      },
    ])
    expect(await own(me)).toEqual([])
  })

  test('are not part of the list of assessments, which is read during an attempt (E8)', async () => {
    const assessment = await world.assessment({ release: 'now' })
    await finish(me, assessment, 3)
    const { body } = await world.call<{ results: AssessmentCard[] }>(me, 'GET', '/assessments/')
    expect(JSON.stringify(body)).not.toMatch(/percent|passed|right/)
    // Control: the same words stand in the own results.
    expect(JSON.stringify(await own(me))).toMatch(/percent.*passed/)
  })
})

describe('the sweep (E7)', () => {
  test('E7: ends each expired attempt once, at its deadline, with two sweeps at once', async () => {
    const assessment = await world.assessment({ duration_minutes: 10 })
    const expired: string[] = []
    for (let index = 0; index < 45; index += 1) {
      const user = await world.learner()
      const { page, device } = await world.begin(user, assessment)
      if (index % 3 === 0)
        await world.save(user, page.id, device, [answer(1, 'A'), answer(2, 'B', { final: true })])
      expired.push(page.id)
    }
    world.server.clock.advance(5 * MINUTE)
    const { page: running } = await world.begin(await world.learner(), assessment)
    const sweeps = [createAttemptSweep(world.server.core), createAttemptSweep(world.server.core)]
    // Control: within the grace period nothing ends.
    world.server.clock.set(new Date(Date.parse(START) + 10 * MINUTE + 5_000))
    expect(await sweeps[0]?.look()).toBe(0)
    world.server.clock.advance(1_000)
    const ended = await Promise.all(sweeps.map((sweep) => sweep.look()))
    expect(ended[0]! + ended[1]!).toBe(45)
    const rows = await world.server.db.asSuperuser<{ finished_at: Date; answered: number }>(
      `select a.finished_at, a.answered from assessment_attempt a
       where a.id = any($1) and a.state = 'submitted' and a.ended_by = 'deadline'
         and (select count(*) from attempt_result r where r.attempt_id = a.id) = 1`,
      [expired],
    )
    expect(rows).toHaveLength(45)
    expect(new Set(rows.map((row) => row.finished_at.toISOString()))).toEqual(
      new Set([new Date(Date.parse(START) + 10 * MINUTE).toISOString()]),
    )
    expect(rows.filter((row) => row.answered === 2)).toHaveLength(15)
    expect(await world.row(running.id)).toMatchObject({ state: 'open' })
    const audits = await world.server.db.asSuperuser(
      `select 1 from audit_event where action = 'assessments.submit' and object = any($1)`,
      [expired.map((id) => `attempt:${id}`)],
    )
    expect(audits).toHaveLength(45)
  })
})
