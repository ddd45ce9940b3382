/** Learners hear of results that they may see: once, of corrections too, and never of what they have before them. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createResultTelling } from '#server/features/assessments/index.ts'
import { notifier } from '#server/features/notifications/index.ts'
import { answer, CLIENT, startExamWorld, type ExamWorld } from './world.ts'

const MINUTE = 60_000
let world: ExamWorld
beforeAll(async () => {
  world = await startExamWorld()
})
afterAll(() => world.server.close())

const look = () => createResultTelling(world.server.core, notifier(world.server.core).notify).look()
const told = async (user: number) =>
  (
    await world.server.db.asSuperuser<{ kind: string; link: string }>(
      `select kind, link from notification where client_id = ${CLIENT} and user_id = $1 order by id`,
      [user],
    )
  ).map(({ kind, link }) => `${kind} ${link}`)
const released = (attempt: string) => `result_released /assessments/results/${attempt}`

const sit = async (assessment: number, user?: number) => {
  const learner = user ?? (await world.learner())
  const { page, device } = await world.begin(learner, assessment)
  // Wrong on purpose: a mended key changes it.
  const [right] = await world.rightLetters(page.id)
  await world.save(learner, page.id, device, [answer(1, right === 'A' ? 'B' : 'A')])
  await world.submit(learner, page.id, device)
  return { learner, attempt: page.id }
}
const result = (learner: number, attempt: string) =>
  world.call<{ result: unknown }>(learner, 'GET', `/attempts/${attempt}/result/`)
const mend = (assessment: number, attempt: string) =>
  world.server.db
    .asSuperuser<{
      question_id: number
      version: number
    }>('select question_id, version from attempt_question where attempt_id = $1 and position = 1', [attempt])
    .then(([key]) =>
      world.call(world.teacher, 'POST', `/admin/assessments/${assessment}/regrade/`, {
        dry_run: false,
        keys: [{ ...key, right: ['A', 'B', 'C', 'D'] }],
        reason: 'Every option holds.',
      }),
    )

test('given a result at once, when the learner comes not to look, then a minute later they are told, once', async () => {
  const assessment = await world.assessment()
  const away = await sit(assessment)
  const there = await sit(assessment)
  await result(there.learner, there.attempt)
  expect(await look()).toBe(0)
  world.server.clock.advance(MINUTE)
  expect(await look()).toBe(1)
  expect(await look()).toBe(0)
  expect(await told(away.learner)).toEqual([released(away.attempt)])
  expect(await told(there.learner)).toEqual([])
})

test('given results after the end, when it has come and nobody is in any more, then everybody is told of the newest', async () => {
  const closes = new Date(world.server.clock.now().getTime() + 10 * MINUTE).toISOString()
  const assessment = await world.assessment({
    release: 'after_end',
    closes_at: closes,
    attempts_allowed: 2,
  })
  const first = await sit(assessment)
  const second = await sit(assessment, first.learner)
  const last = await world.learner()
  const running = await world.begin(last, assessment)
  world.server.clock.advance(9 * MINUTE)
  await result(first.learner, second.attempt)
  expect(await look()).toBe(0)
  world.server.clock.advance(2 * MINUTE)
  expect(await look()).toBe(0)
  await world.submit(last, running.page.id, running.device)
  expect(await look()).toBe(2)
  expect(await told(first.learner)).toEqual([released(second.attempt)])
  expect(await told(last)).toEqual([released(running.page.id)])
})

test('given results by hand, when they are released, then learners are told; before, and of a repeat, they are not', async () => {
  const assessment = await world.assessment({ release: 'by_hand' })
  const { learner, attempt } = await sit(assessment)
  world.server.clock.advance(60 * MINUTE)
  expect(await look()).toBe(0)
  const release = (value: boolean) =>
    world.call(world.teacher, 'PUT', `/admin/assessments/${assessment}/release/`, { released: value })
  await release(true)
  expect(await look()).toBe(1)
  await release(false)
  await release(true)
  expect(await look()).toBe(0)
  expect(await told(learner)).toEqual([released(attempt)])
})

test('given a result that was seen, when it is graded anew, then the learner hears of the correction; who saw it does not', async () => {
  const assessment = await world.assessment()
  const { learner, attempt } = await sit(assessment)
  await result(learner, attempt)
  expect((await mend(assessment, attempt)).status).toBe(200)
  const seen = await sit(assessment)
  await mend(assessment, seen.attempt)
  await result(seen.learner, seen.attempt)
  expect(await look()).toBe(1)
  expect(await told(learner)).toEqual([`result_changed /assessments/results/${attempt}`])
  expect(await told(seen.learner)).toEqual([])
  expect(await look()).toBe(0)
})

test('given two servers that look at the same moment, when many wait, then each learner is told once', async () => {
  const assessment = await world.assessment()
  const all = []
  for (let nth = 0; nth < 12; nth += 1) all.push(await sit(assessment))
  world.server.clock.advance(2 * MINUTE)
  const counts = await Promise.all([look(), look(), look()])
  expect(counts.reduce((sum, each) => sum + each, 0)).toBe(12)
  for (const { learner, attempt } of all) expect(await told(learner)).toEqual([released(attempt)])
})
