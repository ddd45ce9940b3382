import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DraftState } from '#contract/course-builder/course-builder.ts'
import type { DraftItem } from '#contract/course-builder/draft.ts'
import type { CoursePreview } from '#contract/course-builder/preview.ts'
import type { ProgressResult } from '#contract/courses/progress.ts'
import type { TopicPage } from '#contract/courses/topic-page.ts'
import type {
  VideoAnswer,
  ShownVideoQuestion,
  WrittenVideoQuestion,
} from '#contract/courses/video-questions.ts'
import { addPerson } from '#tests/support/server/people.ts'
import { addSection, CLIENT, section, startBuilderWorld, topic, type BuilderWorld } from './world.ts'

let world: BuilderWorld
let mia: number
beforeAll(async () => {
  world = await startBuilderWorld()
  await world.server.db.asSuperuser(`update client set languages = '{en,hi}' where client_id = ${CLIENT}`)
  mia = await addPerson(world.server.db, { clientId: CLIENT, name: 'Mia Student', role: 'student' })
})
afterAll(() => world.server.close())

const [EARLY, LATE] = [randomUUID(), randomUUID()]
const [INNER, LEFT] = [randomUUID(), randomUUID()]
const choice: WrittenVideoQuestion = {
  id: LATE,
  second: 40,
  required: true,
  question: {
    kind: 'single',
    prompt: 'Which join drops rows?',
    points: 1,
    explanation: 'An inner join keeps matches only.',
    options: [
      { id: INNER, text: 'Inner', correct: true, explanation: 'Yes, that one.' },
      { id: LEFT, text: 'Left', correct: false, explanation: 'It keeps the left side.' },
    ],
    texts: { hi: { prompt: 'कौन-सा जॉइन?', explanation: '', parts: { [INNER]: 'इनर' }, hints: {} } },
  },
}
const truth: WrittenVideoQuestion = {
  id: EARLY,
  second: 10,
  required: false,
  question: {
    kind: 'true_false',
    prompt: 'Rows have an order.',
    points: 1,
    explanation: '',
    answer: false,
    explanation_true: 'Only with order by.',
    explanation_false: '',
  },
}
const videoItem = (questions: WrittenVideoQuestion[]): DraftItem => ({
  key: 'v1',
  title: 'Film',
  titles: {},
  minutes: 2,
  content: {
    type: 'video',
    sources: [{ url: 'https://films.example.test/a.mp4', mime: 'video/mp4' }],
    poster_url: null,
    captions: [],
    duration_seconds: 120,
    chapters: [],
    questions,
  },
})
const draftCourse = async (questions = [choice, truth]) => {
  const courseId = await world.create()
  await world.save(courseId, [addSection(section('s1', [topic('t1', [videoItem(questions)])]))])
  return courseId
}
const publishedCourse = async (questions?: WrittenVideoQuestion[]) => {
  const courseId = await draftCourse(questions)
  await world.publish(courseId)
  for (const person of [world.sam, mia]) await world.ask(person, 'POST', `/courses/${courseId}/enrolment/`)
  return courseId
}
const pageOf = async (courseId: number, user = world.sam, language = 'en') => {
  const { body } = await world.detail(courseId, world.admin)
  const reply = await world.server.app.inject({
    method: 'GET',
    url: `/api/clients/${CLIENT}/courses/${courseId}/topics/${body.sections[0]?.topics[0]?.id}/`,
    headers: { authorization: `Bearer ${user}`, 'accept-language': language },
  })
  return { text: reply.body, page: reply.json<TopicPage>() }
}
const videoOf = async (...args: Parameters<typeof pageOf>) => {
  const [item] = (await pageOf(...args)).page.items
  if (item?.type !== 'video') throw new Error('no film')
  return item
}
type AnswerReply = VideoAnswer & { progress: ProgressResult }
const sendAnswer = async (courseId: number, user: number, questionId: string, answer: object) => {
  const { id } = await videoOf(courseId, user)
  return world.ask<AnswerReply & { code?: string }>(
    user,
    'PUT',
    `/items/${id}/film-questions/${questionId}/`,
    {
      answer,
    },
  )
}
const choosing = (id: string) => ({ question_id: 1, kind: 'single', chosen: id })

describe('video questions', () => {
  it("shows questions in the video's order and never reveals the key", async () => {
    const courseId = await publishedCourse()

    const { text } = await pageOf(courseId)
    const video = await videoOf(courseId)

    expect(video.questions?.map(({ id, second, required }) => [id, second, required])).toEqual([
      [EARLY, 10, false],
      [LATE, 40, true],
    ])
    expect(video.questions?.every((question) => question.answer === null)).toBe(true)
    expect(text).toContain('Which join drops rows?')
    for (const secret of [
      'correct',
      'keeps matches only',
      'Yes, that one',
      'Only with order by',
      '"solution"',
    ])
      expect(text).not.toContain(secret)
  })

  it('reveals the right answer and why only after an answer, which starts the video', async () => {
    const courseId = await publishedCourse()

    const { status, body } = await sendAnswer(courseId, world.sam, LATE, choosing(LEFT))

    expect(status).toBe(200)
    expect(body.mark).toMatchObject({
      verdict: 'wrong',
      explanation: 'An inner join keeps matches only.',
      solution: { kind: 'single', right: [INNER] },
    })
    expect(body.progress.item.state).toBe('in_progress')
    expect((await pageOf(courseId)).text).toContain('keeps matches only')
  })

  it('keeps the first answer, and only its learner sees it', async () => {
    const courseId = await publishedCourse()
    const both = await Promise.all([
      sendAnswer(courseId, world.sam, LATE, choosing(LEFT)),
      sendAnswer(courseId, world.sam, LATE, choosing(LEFT)),
    ])
    const later = await sendAnswer(courseId, world.sam, LATE, choosing(INNER))

    expect([...both, later].map(({ status, body }) => [status, body.mark.verdict])).toEqual([
      [200, 'wrong'],
      [200, 'wrong'],
      [200, 'wrong'],
    ])
    const verdictsOf = (video: { questions?: ShownVideoQuestion[] | undefined }) =>
      video.questions?.map((question) => question.answer?.mark.verdict ?? null)
    expect(verdictsOf(await videoOf(courseId))).toEqual([null, 'wrong'])
    expect(verdictsOf(await videoOf(courseId, mia))).toEqual([null, null])
  })

  it('rejects invalid answers, unknown questions and people who are not enrolled', async () => {
    const courseId = await publishedCourse()
    const statusOf = async (questionId: string, answer: object, user = world.sam) =>
      (await sendAnswer(courseId, user, questionId, answer)).status

    expect(await statusOf(LATE, { question_id: 1, kind: 'single', chosen: null })).toBe(422)
    expect(await statusOf(LATE, choosing(randomUUID()))).toBe(422)
    expect(await statusOf(LATE, { question_id: 1, kind: 'true_false', chosen: true })).toBe(422)
    expect(await statusOf(randomUUID(), choosing(INNER))).toBe(404)
    expect(await statusOf(LATE, choosing(INNER), world.admin)).toBe(403)
    expect(await statusOf(LATE, choosing(INNER))).toBe(200)
  })

  it('rejects an answer in a locked section, and accepts it once it opens', async () => {
    const courseId = await draftCourse()
    await world.save(courseId, [
      addSection(section('s0', [topic('t0', [{ ...videoItem([]), key: 'v0' }])]), 0),
      { op: 'section', key: 's1', set: { opens_after_days: 3 } },
    ])
    await world.publish(courseId)
    await world.ask(world.sam, 'POST', `/courses/${courseId}/enrolment/`)
    const { body } = await world.detail(courseId, world.admin)
    const itemId = body.sections[1]?.topics[0]?.items[0]?.id
    const send = () =>
      world.ask<AnswerReply & { code?: string }>(
        world.sam,
        'PUT',
        `/items/${itemId}/film-questions/${LATE}/`,
        {
          answer: choosing(LEFT),
        },
      )

    const refused = await send()
    expect(refused.status).toBe(403)
    expect(JSON.stringify(refused.body)).not.toContain('matches')

    await world.save(courseId, [{ op: 'section', key: 's1', set: { opens_after_days: null } }])
    await world.publish(courseId)
    expect((await send()).status).toBe(200)
  })

  it('shows translated questions in Hindi and marks the rest as English', async () => {
    const courseId = await publishedCourse()
    const [first, second] = (await videoOf(courseId, world.sam, 'hi')).questions ?? []

    expect([first?.question.prompt, first?.language]).toEqual(['Rows have an order.', 'en'])
    expect([second?.question.prompt, second?.language]).toEqual(['कौन-सा जॉइन?', undefined])
  })

  it('shows an answered question as it was asked, until the question is deleted', async () => {
    const courseId = await publishedCourse()
    await sendAnswer(courseId, world.sam, EARLY, { question_id: 1, kind: 'true_false', chosen: true })
    const rewritten = {
      ...truth,
      second: 20,
      question: { ...truth.question, prompt: 'Tables have an order.' },
    }
    await world.save(courseId, [{ op: 'item', key: 'v1', set: { content: videoItem([rewritten]).content } }])
    await world.publish(courseId)

    const [only, ...others] = (await videoOf(courseId)).questions ?? []
    expect(others).toEqual([])
    expect([only?.second, only?.answer?.question.prompt]).toEqual([20, 'Rows have an order.'])
    expect((await videoOf(courseId, mia)).questions?.[0]?.question.prompt).toBe('Tables have an order.')

    await world.save(courseId, [{ op: 'item', key: 'v1', set: { content: videoItem([]).content } }])
    await world.publish(courseId)
    expect((await videoOf(courseId)).questions).toBeUndefined()
  })
})

describe('video questions for authors', () => {
  it('blocks publishing an incomplete question and leaves it out of the preview', async () => {
    const courseId = await draftCourse([truth, { ...choice, question: { kind: 'single', prompt: '' } }])
    const preview = async () =>
      (await world.ask<CoursePreview>(world.tara, 'GET', `/admin/courses/${courseId}/preview/topics/1/`)).body

    expect(await world.findings(courseId)).toContainEqual(
      expect.objectContaining({ code: 'question_incomplete', blocking: true, detail: '2' }),
    )
    const incomplete = await preview()
    expect(incomplete.unfinished).toEqual([incomplete.page.items[0]?.id])

    await world.save(courseId, [
      { op: 'item', key: 'v1', set: { content: videoItem([truth, choice]).content } },
    ])
    expect((await world.findings(courseId)).map(({ code }) => code)).not.toContain('question_incomplete')
    const complete = await preview()
    expect(complete.unfinished).toEqual([])
    expect(JSON.stringify(complete)).not.toContain('"correct"')
  })

  it('grades an answer in the preview and stores nothing', async () => {
    const courseId = await draftCourse()
    const { status, body } = await world.ask<VideoAnswer>(
      world.tara,
      'POST',
      `/admin/courses/${courseId}/preview/film-question/`,
      { item: 'v1', question: LATE, answer: choosing(INNER), language: 'hi' },
    )

    expect([status, body.mark.verdict, body.question.prompt]).toEqual([200, 'right', 'कौन-सा जॉइन?'])
    const [row] = await world.server.db.asSuperuser<{ count: number }>(
      `select count(*)::int as count from film_answer where course_id = ${courseId}`,
    )
    expect(row?.count).toBe(0)
  })

  it('keeps video questions when duplicated, imported or read back from published content', async () => {
    const courseId = await publishedCourse()
    const contentOf = (state: DraftState) => state.document.sections[0]?.topics[0]?.items[0]?.content
    const verdictsOf = await world.draft(courseId)
    const questionsOf = (state: DraftState) => {
      const content = contentOf(state)
      return content?.type === 'video' ? content.questions : null
    }
    expect(questionsOf(verdictsOf)).toEqual([choice, truth])

    const copied = await world.ask<{ course_id: number }>(
      world.tara,
      'POST',
      `/admin/courses/${courseId}/copies/`,
      { idempotency_key: randomUUID(), title: 'Copy' },
    )
    expect(questionsOf(await world.draft(copied.body.course_id))).toEqual([choice, truth])

    const fromFile = await world.ask<{ course_id: number }>(world.tara, 'POST', '/admin/courses/', {
      idempotency_key: randomUUID(),
      title: 'From a file',
      language: 'en',
      document: verdictsOf.document,
    })
    expect(contentOf(await world.draft(fromFile.body.course_id))).toEqual(contentOf(verdictsOf))

    await world.server.db.asSuperuser(`delete from course_draft where course_id = ${courseId}`)
    const [first, second] = questionsOf(await world.draft(courseId)) ?? []
    expect([first, second]).toMatchObject([truth, choice])
  })
})
