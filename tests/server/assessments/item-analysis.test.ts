/** The item analysis is counted once, and again only when something it depends on has changed. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ItemAnalysis } from '#contract/assessments/admin/item-analysis.ts'
import { answer, START, startExamWorld, type ExamWorld } from './world.ts'

let world: ExamWorld
beforeAll(async () => {
  world = await startExamWorld()
})
afterAll(() => world.server.close())
beforeEach(() => world.server.clock.set(START))

interface Analysis {
  attempts: number
  counted_at: string
  results: ItemAnalysis[]
}
const readAnalysis = async (assessment: number): Promise<Analysis> => {
  const { status, body } = await world.call<Analysis>(
    world.teacher,
    'GET',
    `/admin/assessments/${assessment}/items/`,
  )
  expect(status).toBe(200)
  return body
}
const finishAttempt = async (assessment: number, hits: number) => {
  const learner = await world.learner()
  const { page, device } = await world.begin(learner, assessment)
  const right = await world.rightLetters(page.id)
  const answers = right.map((letter, index) =>
    answer(index + 1, index < hits ? letter : letter === 'A' ? 'B' : 'A', { final: true }),
  )
  await world.submit(learner, page.id, device, answers)
  return { learner, page }
}
/** Reads the analysis after deleting its cache. */
const readUncached = async (assessment: number): Promise<Analysis> => {
  await world.server.db.asSuperuser('delete from assessment_item_counts where assessment_id = $1', [
    assessment,
  ])
  return readAnalysis(assessment)
}
const advanceClock = () => world.server.clock.advance(60_000)

test('reuses the counts and counts once for simultaneous requests', async () => {
  const assessment = await world.assessment()
  for (const hits of [1, 3, 6]) await finishAttempt(assessment, hits)
  const [first, simultaneous] = await Promise.all([readAnalysis(assessment), readAnalysis(assessment)])
  expect(simultaneous).toEqual(first)
  advanceClock()
  const reread = await readAnalysis(assessment)
  expect(reread).toEqual(first)
  // Control: a recount has a new date and the same results.
  const recounted = await readUncached(assessment)
  expect(recounted.counted_at).not.toBe(first.counted_at)
  expect(recounted.results).toEqual(first.results)
})

test('counts again when an attempt ends, a key is corrected or a person is deleted', async () => {
  const assessment = await world.assessment()
  for (const hits of [2, 4]) await finishAttempt(assessment, hits)
  const analyses = [await readAnalysis(assessment)]
  const expectRecount = async () => {
    advanceClock()
    const current = await readAnalysis(assessment)
    expect(current.counted_at).toBe(world.server.clock.now().toISOString())
    analyses.push(current)
    advanceClock()
    expect((await readUncached(assessment)).results).toEqual(current.results)
    return current
  }
  const last = await finishAttempt(assessment, 6)
  expect((await expectRecount()).attempts).toBe(3)

  const [item] = analyses[0]?.results ?? []
  const wrong = (['A', 'B', 'C', 'D'] as const).find((letter) => !item?.right.includes(letter))
  const { status } = await world.call(world.teacher, 'POST', `/admin/assessments/${assessment}/regrade/`, {
    dry_run: false,
    reason: 'The key was wrong.',
    keys: [{ question_id: item?.question_id, version: item?.version, right: [wrong] }],
  })
  expect(status).toBe(200)
  const corrected = (await expectRecount()).results.find((each) => each.question_id === item?.question_id)
  expect(corrected).toMatchObject({ right: [wrong], key_corrected: true })

  await world.server.db.asSuperuser('delete from app_user where id = $1', [last.learner])
  expect((await expectRecount()).attempts).toBe(2)
})
