import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { QuizItem, TopicPage } from '#contract/courses/topic-page.ts'
import { authoredQuestion, type AuthoredQuestion } from '#contract/courses/quiz.ts'
import {
  shownVideoQuestions,
  videoQuestionsIn,
} from '#server/features/courses/learning/video/video-questions.ts'
import { addPerson } from '#tests/support/server/people.ts'
import { CLIENT, startWorld, type World } from '../world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
  await world.server.db.asSuperuser(`update client set languages = '{en,hi}' where client_id = ${CLIENT}`)
})
afterAll(() => world.server.close())

const entries = (...texts: string[]) => texts.map((text) => ({ id: randomUUID(), text }))
const sorting = (count: number): AuthoredQuestion =>
  authoredQuestion.parse({
    kind: 'ordering',
    prompt: `Sort ${count}`,
    items: entries(...Array.from({ length: count }, (_, index) => `place ${index}`)),
    texts: { hi: { prompt: 'क्रम', explanation: '', parts: {}, hints: {} } },
  })
const choosing = (texts: string[], changes: object = {}): AuthoredQuestion =>
  authoredQuestion.parse({
    kind: 'single',
    prompt: 'Which?',
    options: entries(...texts).map((option, index) => ({ ...option, correct: index === 0 })),
    ...changes,
  })

const questions = [
  ...[2, 3, 3, 3, 4].map(sorting),
  choosing(['One', 'Two', 'Three']),
  choosing(['One', 'All of the above'], {
    texts: { hi: { prompt: 'कौन?', explanation: '', parts: {}, hints: {} } },
  }),
  choosing(['One', 'All of the above'], { keep_order: false }),
  choosing(['One', 'Two'], { keep_order: true }),
]

const course = async () => {
  const courseId = await world.course({
    sections: [
      {
        title: 'S',
        topics: [{ title: 'T', items: [{ type: 'quiz', title: 'Check', minutes: 2, questions }] }],
      },
    ],
  })
  return async (user: number, language = 'en') => {
    await world.call(user, 'POST', `/courses/${courseId}/enrolment/`)
    const detail = await world.call<{ sections: { topics: { id: number }[] }[] }>(
      user,
      'GET',
      `/courses/${courseId}/`,
    )
    const reply = await world.server.app.inject({
      method: 'GET',
      url: `/api/clients/${CLIENT}/courses/${courseId}/topics/${detail.body.sections[0]?.topics[0]?.id}/`,
      headers: { authorization: `Bearer ${user}`, 'accept-language': language },
    })
    const [item] = reply.json<TopicPage>().items
    return { text: reply.body, quiz: item as QuizItem }
  }
}
const sortedTexts = (quiz: QuizItem) =>
  quiz.questions.flatMap((question) =>
    question.kind === 'ordering' ? [question.items.map(({ text }) => text).join(', ')] : [],
  )

describe('quiz as learners see it', () => {
  it('never opens items to be sorted in the right order, and differs by person', async () => {
    const open = await course()
    const seen: string[][] = []
    for (let learner = 0; learner < 15; learner += 1) {
      const user = await addPerson(world.server.db, { clientId: CLIENT, name: `Sorter ${learner}` })
      const { quiz } = await open(user)
      expect(sortedTexts((await open(user, 'hi')).quiz)).toEqual(sortedTexts(quiz))
      seen.push(sortedTexts(quiz))
    }
    for (const order of seen.flat()) expect(order).not.toBe(order.split(', ').toSorted().join(', '))
    expect(new Set(seen.map((orders) => orders.join('|'))).size).toBeGreaterThan(8)
  })

  it('says which options stay in their order, and nothing of the key', async () => {
    const open = await course()
    const { quiz, text } = await open(world.student)
    const kept = quiz.questions.map((question) =>
      question.kind === 'single' ? (question.keep_order ?? false) : null,
    )
    expect(kept.slice(-4)).toEqual([false, true, false, true])
    expect(quiz.questions[5]).toMatchObject({
      options: [{ text: 'One' }, { text: 'Two' }, { text: 'Three' }],
    })
    expect(quiz.seed).toBe(String(world.student))
    expect(text).not.toMatch(/solved|correct/)
    const translated = (await open(world.student, 'hi')).quiz.questions.at(-3)
    expect(translated).toMatchObject({ prompt: 'कौन?', keep_order: true })
  })
})

describe('video questions as learners see them', () => {
  it('are never in the right order, and differ by person', () => {
    const question = sorting(3)
    const stored = shownVideoQuestions([{ id: 'q', second: 1, required: false, question }])
    const solved = question.kind === 'ordering' ? question.items.map(({ id }) => id) : []
    const orders = Array.from({ length: 60 }, (_, person) =>
      videoQuestionsIn(stored, {}, { asked: 'en', main: 'en' }, { seed: `${person}`, solved: { q: solved } }),
    ).map(([shown]) =>
      shown?.question.kind === 'ordering' ? shown.question.items.map(({ id }) => id).join() : '',
    )
    expect(orders).not.toContain(solved.join())
    expect(new Set(orders).size).toBe(5)
  })
})
