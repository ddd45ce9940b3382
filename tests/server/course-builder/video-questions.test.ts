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
const written = async (questions = [choice, truth]) => {
  const courseId = await world.create()
  await world.save(courseId, [addSection(section('s1', [topic('t1', [videoItem(questions)])]))])
  return courseId
}
const taught = async (questions?: WrittenVideoQuestion[]) => {
  const courseId = await written(questions)
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
const videoOf = async (...of: Parameters<typeof pageOf>) => {
  const [item] = (await pageOf(...of)).page.items
  if (item?.type !== 'video') throw new Error('no film')
  return item
}
type Told = VideoAnswer & { progress: ProgressResult }
const answer = async (courseId: number, user: number, questionId: string, given: object) => {
  const { id } = await videoOf(courseId, user)
  return world.ask<Told & { code?: string }>(user, 'PUT', `/items/${id}/film-questions/${questionId}/`, {
    answer: given,
  })
}
const chose = (id: string) => ({ question_id: 1, kind: 'single', chosen: id })

describe('questions inside a film', () => {
  it('given two in any order, when a learner opens the film, then they stand in its order and nothing of the key is in the answer', async () => {
    const courseId = await taught()

    const { text } = await pageOf(courseId)
    const video = await videoOf(courseId)

    expect(video.questions?.map(({ id, second, required }) => [id, second, required])).toEqual([
      [EARLY, 10, false],
      [LATE, 40, true],
    ])
    expect(video.questions?.every((one) => one.answer === null)).toBe(true)
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

  it('given a wrong answer, when sent, then it is told at once with the right one and why, begun is the film and not completed; control: the words were the author’s', async () => {
    const courseId = await taught()

    const { status, body } = await answer(courseId, world.sam, LATE, chose(LEFT))

    expect(status).toBe(200)
    expect(body.mark).toMatchObject({
      verdict: 'wrong',
      explanation: 'An inner join keeps matches only.',
      solution: { kind: 'single', right: [INNER] },
    })
    expect(body.progress.item.state).toBe('in_progress')
    expect((await pageOf(courseId)).text).toContain('keeps matches only')
  })

  it('given an answer, when another comes later or both at once, then the first stays; somebody else’s film has none', async () => {
    const courseId = await taught()
    const both = await Promise.all([
      answer(courseId, world.sam, LATE, chose(LEFT)),
      answer(courseId, world.sam, LATE, chose(LEFT)),
    ])
    const later = await answer(courseId, world.sam, LATE, chose(INNER))

    expect([...both, later].map(({ status, body }) => [status, body.mark.verdict])).toEqual([
      [200, 'wrong'],
      [200, 'wrong'],
      [200, 'wrong'],
    ])
    const own = (video: { questions?: ShownVideoQuestion[] | undefined }) =>
      video.questions?.map((one) => one.answer?.mark.verdict ?? null)
    expect(own(await videoOf(courseId))).toEqual([null, 'wrong'])
    expect(own(await videoOf(courseId, mia))).toEqual([null, null])
  })

  it('given an answer that leaves it open or belongs elsewhere, a question that is not there, or nobody enrolled, when sent, then each is refused; control: a fitting one is taken', async () => {
    const courseId = await taught()
    const tried = async (questionId: string, given: object, user = world.sam) =>
      (await answer(courseId, user, questionId, given)).status

    expect(await tried(LATE, { question_id: 1, kind: 'single', chosen: null })).toBe(422)
    expect(await tried(LATE, chose(randomUUID()))).toBe(422)
    expect(await tried(LATE, { question_id: 1, kind: 'true_false', chosen: true })).toBe(422)
    expect(await tried(randomUUID(), chose(INNER))).toBe(404)
    expect(await tried(LATE, chose(INNER), world.admin)).toBe(403)
    expect(await tried(LATE, chose(INNER))).toBe(200)
  })

  it('given a section that is not open yet, when a question of its film is answered, then nothing is told; control: once open it is', async () => {
    const courseId = await written()
    await world.save(courseId, [
      addSection(section('s0', [topic('t0', [{ ...videoItem([]), key: 'v0' }])]), 0),
      { op: 'section', key: 's1', set: { opens_after_days: 3 } },
    ])
    await world.publish(courseId)
    await world.ask(world.sam, 'POST', `/courses/${courseId}/enrolment/`)
    const { body } = await world.detail(courseId, world.admin)
    const itemId = body.sections[1]?.topics[0]?.items[0]?.id
    const send = () =>
      world.ask<Told & { code?: string }>(world.sam, 'PUT', `/items/${itemId}/film-questions/${LATE}/`, {
        answer: chose(LEFT),
      })

    const refused = await send()
    expect(refused.status).toBe(403)
    expect(JSON.stringify(refused.body)).not.toContain('matches')

    await world.save(courseId, [{ op: 'section', key: 's1', set: { opens_after_days: null } }])
    await world.publish(courseId)
    expect((await send()).status).toBe(200)
  })

  it('given a Hindi reader, when opened and answered, then what was translated is Hindi and the rest says it is English', async () => {
    const courseId = await taught()
    const [first, second] = (await videoOf(courseId, world.sam, 'hi')).questions ?? []

    expect([first?.question.prompt, first?.language]).toEqual(['Rows have an order.', 'en'])
    expect([second?.question.prompt, second?.language]).toEqual(['कौन-सा जॉइन?', undefined])
  })

  it('given an answer, when the question is rewritten, then it is shown as it was asked; deleted it is gone', async () => {
    const courseId = await taught()
    await answer(courseId, world.sam, EARLY, { question_id: 1, kind: 'true_false', chosen: true })
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

describe('questions inside a film, for its authors', () => {
  it('given a half-written one, when checked and looked at, then it holds the publication and is left out; written it does neither', async () => {
    const courseId = await written([truth, { ...choice, question: { kind: 'single', prompt: '' } }])
    const look = async () =>
      (await world.ask<CoursePreview>(world.tara, 'GET', `/admin/courses/${courseId}/preview/topics/1/`)).body

    expect(await world.findings(courseId)).toContainEqual(
      expect.objectContaining({ code: 'question_incomplete', blocking: true, detail: '2' }),
    )
    const half = await look()
    expect(half.unfinished).toEqual([half.page.items[0]?.id])

    await world.save(courseId, [
      { op: 'item', key: 'v1', set: { content: videoItem([truth, choice]).content } },
    ])
    expect((await world.findings(courseId)).map(({ code }) => code)).not.toContain('question_incomplete')
    const whole = await look()
    expect(whole.unfinished).toEqual([])
    expect(JSON.stringify(whole)).not.toContain('"correct"')
  })

  it('given the preview, when a question is answered there, then it is marked as a learner’s and nothing is kept', async () => {
    const courseId = await written()
    const { status, body } = await world.ask<VideoAnswer>(
      world.tara,
      'POST',
      `/admin/courses/${courseId}/preview/film-question/`,
      { item: 'v1', question: LATE, answer: chose(INNER), language: 'hi' },
    )

    expect([status, body.mark.verdict, body.question.prompt]).toEqual([200, 'right', 'कौन-सा जॉइन?'])
    const [kept] = await world.server.db.asSuperuser<{ count: number }>(
      `select count(*)::int as count from film_answer where course_id = ${courseId}`,
    )
    expect(kept?.count).toBe(0)
  })

  it('given a course with them, when duplicated, taken from a file, or read back from what learners see, then they are the same', async () => {
    const courseId = await taught()
    const contentOf = (state: DraftState) => state.document.sections[0]?.topics[0]?.items[0]?.content
    const own = await world.draft(courseId)
    const asked = (state: DraftState) => {
      const content = contentOf(state)
      return content?.type === 'video' ? content.questions : null
    }
    expect(asked(own)).toEqual([choice, truth])

    const copied = await world.ask<{ course_id: number }>(
      world.tara,
      'POST',
      `/admin/courses/${courseId}/copies/`,
      { idempotency_key: randomUUID(), title: 'Copy' },
    )
    expect(asked(await world.draft(copied.body.course_id))).toEqual([choice, truth])

    const fromFile = await world.ask<{ course_id: number }>(world.tara, 'POST', '/admin/courses/', {
      idempotency_key: randomUUID(),
      title: 'From a file',
      language: 'en',
      document: own.document,
    })
    expect(contentOf(await world.draft(fromFile.body.course_id))).toEqual(contentOf(own))

    await world.server.db.asSuperuser(`delete from course_draft where course_id = ${courseId}`)
    const [first, second] = asked(await world.draft(courseId)) ?? []
    expect([first, second]).toMatchObject([truth, choice])
  })
})
