/** Learners are notified once of released and corrected results, but not of those they have seen. */
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

const runJob = () => createResultTelling(world.server.core, notifier(world.server.core).notify).look()
const notificationsOf = async (user: number) =>
  (
    await world.server.db.asSuperuser<{ kind: string; link: string }>(
      `select kind, link from notification where client_id = ${CLIENT} and user_id = $1 order by id`,
      [user],
    )
  ).map(({ kind, link }) => `${kind} ${link}`)
const releasedNotice = (attempt: string) => `result_released /assessments/results/${attempt}`

const finishAttempt = async (assessment: number, user?: number) => {
  const learner = user ?? (await world.learner())
  const { page, device } = await world.begin(learner, assessment)
  // Wrong on purpose, so that a corrected key changes the result.
  const [right] = await world.rightLetters(page.id)
  await world.save(learner, page.id, device, [answer(1, right === 'A' ? 'B' : 'A')])
  await world.submit(learner, page.id, device)
  return { learner, attempt: page.id }
}
const openResult = (learner: number, attempt: string) =>
  world.call<{ result: unknown }>(learner, 'GET', `/attempts/${attempt}/result/`)
const correctKey = (assessment: number, attempt: string) =>
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

test('notifies once, a minute later, a learner who has not opened an immediate result', async () => {
  const assessment = await world.assessment()
  const absent = await finishAttempt(assessment)
  const present = await finishAttempt(assessment)
  await openResult(present.learner, present.attempt)
  expect(await runJob()).toBe(0)
  world.server.clock.advance(MINUTE)
  expect(await runJob()).toBe(1)
  expect(await runJob()).toBe(0)
  expect(await notificationsOf(absent.learner)).toEqual([releasedNotice(absent.attempt)])
  expect(await notificationsOf(present.learner)).toEqual([])
})

test('notifies everybody of the newest result when the assessment has ended', async () => {
  const closes = new Date(world.server.clock.now().getTime() + 10 * MINUTE).toISOString()
  const assessment = await world.assessment({
    release: 'after_end',
    closes_at: closes,
    attempts_allowed: 2,
  })
  const first = await finishAttempt(assessment)
  const second = await finishAttempt(assessment, first.learner)
  const lastLearner = await world.learner()
  const running = await world.begin(lastLearner, assessment)
  world.server.clock.advance(9 * MINUTE)
  await openResult(first.learner, second.attempt)
  expect(await runJob()).toBe(0)
  world.server.clock.advance(2 * MINUTE)
  expect(await runJob()).toBe(0)
  await world.submit(lastLearner, running.page.id, running.device)
  expect(await runJob()).toBe(2)
  expect(await notificationsOf(first.learner)).toEqual([releasedNotice(second.attempt)])
  expect(await notificationsOf(lastLearner)).toEqual([releasedNotice(running.page.id)])
})

test('notifies learners once when results are released by hand', async () => {
  const assessment = await world.assessment({ release: 'by_hand' })
  const { learner, attempt } = await finishAttempt(assessment)
  world.server.clock.advance(60 * MINUTE)
  expect(await runJob()).toBe(0)
  const release = (value: boolean) =>
    world.call(world.teacher, 'PUT', `/admin/assessments/${assessment}/release/`, { released: value })
  await release(true)
  expect(await runJob()).toBe(1)
  await release(false)
  await release(true)
  expect(await runJob()).toBe(0)
  expect(await notificationsOf(learner)).toEqual([releasedNotice(attempt)])
})

test('notifies of a correction unless the learner has seen it', async () => {
  const assessment = await world.assessment()
  const { learner, attempt } = await finishAttempt(assessment)
  await openResult(learner, attempt)
  expect((await correctKey(assessment, attempt)).status).toBe(200)
  const seen = await finishAttempt(assessment)
  await correctKey(assessment, seen.attempt)
  await openResult(seen.learner, seen.attempt)
  expect(await runJob()).toBe(1)
  expect(await notificationsOf(learner)).toEqual([`result_changed /assessments/results/${attempt}`])
  expect(await notificationsOf(seen.learner)).toEqual([])
  expect(await runJob()).toBe(0)
})

test('notifies each learner once when several servers run the job at once', async () => {
  const assessment = await world.assessment()
  const attempts = []
  for (let nth = 0; nth < 12; nth += 1) attempts.push(await finishAttempt(assessment))
  world.server.clock.advance(2 * MINUTE)
  const counts = await Promise.all([runJob(), runJob(), runJob()])
  expect(counts.reduce((sum, each) => sum + each, 0)).toBe(12)
  for (const { learner, attempt } of attempts)
    expect(await notificationsOf(learner)).toEqual([releasedNotice(attempt)])
})
