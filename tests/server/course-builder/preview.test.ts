import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DraftItem } from '#contract/course-builder/draft.ts'
import type { CoursePreview } from '#contract/course-builder/preview.ts'
import type { Submission } from '#contract/problems/problems.ts'
import type { QuizGrade, QuizStatus } from '#contract/courses/quiz.ts'
import {
  addSection,
  article,
  quizItem,
  section,
  startBuilderWorld,
  topic,
  type BuilderWorld,
} from './world.ts'

let world: BuilderWorld
beforeAll(async () => {
  world = await startBuilderWorld()
})
afterAll(() => world.server.close())

const problemItem = (key: string): DraftItem => ({
  key,
  title: `Problem ${key}`,
  titles: {},
  minutes: 5,
  content: {
    type: 'problem',
    problem: {
      kind: 'python',
      statement: '<p>Print the sum.</p>',
      call: null,
      tests: [
        { id: randomUUID(), title: 'small', hidden: false, input: '1 2', expected: '3' },
        { id: randomUUID(), title: 'secret', hidden: true, input: '5 6', expected: '11' },
      ],
    },
  },
})
const draftCourse = async () => {
  const courseId = await world.create()
  await world.save(courseId, [
    addSection(
      section('s1', [
        topic('t1', [article('a1'), quizItem('q1')]),
        topic('t2', [problemItem('p1'), article('a2')]),
      ]),
    ),
  ])
  return courseId
}
const previewTopic = (courseId: number, topicIndex: number, user = world.tara, query = '') =>
  world.ask<CoursePreview>(user, 'GET', `/admin/courses/${courseId}/preview/topics/${topicIndex}/${query}`)

/** Every table that a learner's work is written to. */
const WORK_TABLES = [
  'item_progress',
  'quiz_attempt',
  'quiz_draft',
  'film_answer',
  'problem_submission',
  'enrolment',
] as const
const workRowCounts = () =>
  world.server.db.asSuperuser(
    WORK_TABLES.map((table) => `select '${table}' as name, count(*)::int as count from ${table}`).join(
      ' union all ',
    ),
  )

describe('preview of a draft', () => {
  it('shows a draft that was never published as learners would see it', async () => {
    const courseId = await draftCourse()

    const { status, body } = await previewTopic(courseId, 1)

    expect(status).toBe(200)
    expect(body.page.topic).toMatchObject({ id: 1, title: 'Topic t1' })
    expect(body.page.items.map(({ type, title }) => [type, title])).toEqual([
      ['article', 'Article a1'],
      ['quiz', 'Quiz q1'],
    ])
    expect(body.page.next).toEqual({ topic_id: 2, title: 'Topic t2' })
    expect(body.sections[0]?.topics.map(({ id }) => id)).toEqual([1, 2])
    expect((await world.detail(courseId, world.sam)).status).toBe(404)
  })

  it('never reveals the answer key of a quiz', async () => {
    const courseId = await draftCourse()

    const json = JSON.stringify((await previewTopic(courseId, 1)).body)

    expect(json).toContain('those that match')
    expect(json).not.toContain('"correct"')
    expect(json).not.toContain('"accepted"')
  })

  it('leaves out an incomplete question and marks the quiz as unfinished', async () => {
    const courseId = await world.create()
    const quiz = quizItem('q1')
    if (quiz.content.type === 'quiz') quiz.content.questions.push({ kind: 'single', prompt: '' })
    await world.save(courseId, [addSection(section('s1', [topic('t1', [quiz])]))])

    const { body } = await previewTopic(courseId, 1)

    const [item] = body.page.items
    expect(item?.type === 'quiz' && item.questions).toHaveLength(2)
    expect(body.unfinished).toEqual([item?.id])
  })

  it('rejects instructors of other courses, learners and unknown topics', async () => {
    const courseId = await draftCourse()

    expect((await previewTopic(courseId, 1, world.tom)).status).toBe(403)
    expect((await previewTopic(courseId, 1, world.sam)).status).toBe(403)
    expect((await previewTopic(courseId, 9)).status).toBe(404)
  })
})

describe('answers in the preview', () => {
  it('grades quiz answers as for a learner and stores nothing', async () => {
    const courseId = await draftCourse()
    const before = await workRowCounts()
    const { body } = await previewTopic(courseId, 1)
    const [, quiz] = body.page.items
    const options = quiz?.type === 'quiz' && quiz.questions[0]?.kind === 'single' && quiz.questions[0].options
    const right = (options || []).find(({ text }) => text === 'those that match')

    const graded = await world.ask<QuizGrade & { standing: QuizStatus }>(
      world.tara,
      'POST',
      `/admin/courses/${courseId}/preview/quiz/`,
      {
        item: 'q1',
        answers: [
          { question_id: 1, kind: 'single', chosen: right?.id },
          { question_id: 2, kind: 'short', text: 'where' },
        ],
        attempts: 0,
        best_percent: null,
      },
    )

    expect(graded.body).toMatchObject({ percent: 100, passed: true, revealed: true })
    expect(graded.body.standing).toMatchObject({ attempts: 1, best_percent: 100 })
    expect(await workRowCounts()).toEqual(before)
  })

  it('grades a problem on the server and stores nothing', async () => {
    const courseId = await draftCourse()
    const before = await workRowCounts()
    const path = `/admin/courses/${courseId}/preview/problems/p1/`
    const { tests } = (
      await world.ask<{ tests: { id: string; hidden: boolean; input: string }[] }>(
        world.tara,
        'GET',
        `${path}tests/`,
      )
    ).body
    const answer = { kind: 'python', code: 'print(sum(map(int, input().split())))' }
    const outputs = tests.map(({ id, input }) => ({
      test_id: id,
      outcome: 'output',
      output: input === '1 2' ? '3' : '12',
      error: '',
    }))

    const { body } = await world.ask<Submission>(world.tara, 'POST', path, { answer, outputs })

    expect(body).toMatchObject({ state: 'failed', passed: 1, total: 2 })
    expect(body.tests[1]).toMatchObject({ hidden: true, passed: false, expected: '' })
    expect(await workRowCounts()).toEqual(before)
  })

  it("control: a learner's attempt writes rows", async () => {
    const courseId = await draftCourse()
    await world.publish(courseId)
    await world.ask(world.sam, 'POST', `/courses/${courseId}/enrolment/`)
    const { body } = await world.detail(courseId, world.sam)
    const quiz = body.sections[0]?.topics[0]?.items[1]
    const before = await workRowCounts()

    await world.ask(world.sam, 'POST', `/items/${quiz?.id}/quiz-attempts/`, {
      idempotency_key: randomUUID(),
      answers: [],
    })

    expect(await workRowCounts()).not.toEqual(before)
  })
})
