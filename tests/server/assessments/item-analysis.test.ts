/** The analysis of questions is counted once and again only when something that it counts has changed. */
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
const read = async (assessment: number): Promise<Analysis> => {
  const { status, body } = await world.call<Analysis>(
    world.teacher,
    'GET',
    `/admin/assessments/${assessment}/items/`,
  )
  expect(status).toBe(200)
  return body
}
const sit = async (assessment: number, hits: number) => {
  const learner = await world.learner()
  const { page, device } = await world.begin(learner, assessment)
  const right = await world.rightLetters(page.id)
  const answers = right.map((letter, at) =>
    answer(at + 1, at < hits ? letter : letter === 'A' ? 'B' : 'A', { final: true }),
  )
  await world.submit(learner, page.id, device, answers)
  return { learner, page }
}
/** As if it had never been counted. */
const forgotten = async (assessment: number): Promise<Analysis> => {
  await world.server.db.asSuperuser('delete from assessment_item_counts where assessment_id = $1', [
    assessment,
  ])
  return read(assessment)
}
const later = () => world.server.clock.advance(60_000)

test('given counted items, when they are asked for again, then they are the same as of then; when two ask at once, they are counted once', async () => {
  const assessment = await world.assessment()
  for (const hits of [1, 3, 6]) await sit(assessment, hits)
  const [first, beside] = await Promise.all([read(assessment), read(assessment)])
  expect(beside).toEqual(first)
  later()
  const again = await read(assessment)
  expect(again).toEqual(first)
  // The control: what is counted anew is dated anew, and says the same.
  const anew = await forgotten(assessment)
  expect(anew.counted_at).not.toBe(first.counted_at)
  expect(anew.results).toEqual(first.results)
})

test('given counted items, when an attempt ends, a key is mended or a person is taken away, then they are counted again', async () => {
  const assessment = await world.assessment()
  for (const hits of [2, 4]) await sit(assessment, hits)
  const seen = [await read(assessment)]
  const countedAnew = async () => {
    later()
    const now = await read(assessment)
    expect(now.counted_at).toBe(world.server.clock.now().toISOString())
    seen.push(now)
    later()
    expect((await forgotten(assessment)).results).toEqual(now.results)
    return now
  }
  const last = await sit(assessment, 6)
  expect((await countedAnew()).attempts).toBe(3)

  const [item] = seen[0]?.results ?? []
  const wrong = (['A', 'B', 'C', 'D'] as const).find((letter) => !item?.right.includes(letter))
  const { status } = await world.call(world.teacher, 'POST', `/admin/assessments/${assessment}/regrade/`, {
    dry_run: false,
    reason: 'The key was wrong.',
    keys: [{ question_id: item?.question_id, version: item?.version, right: [wrong] }],
  })
  expect(status).toBe(200)
  const mended = (await countedAnew()).results.find((each) => each.question_id === item?.question_id)
  expect(mended).toMatchObject({ right: [wrong], mended: true })

  await world.server.db.asSuperuser('delete from app_user where id = $1', [last.learner])
  expect((await countedAnew()).attempts).toBe(2)
})
